import { BILLING_REASONS, COLLECTIONS, INVOICE_STATUSES } from '#contracts';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What each read of invoices takes, and where the service answers it. */
export const INVOICE_QUERIES = {
  list: {
    service: 'payments',
    internalPath: () => '/internal/invoices',
    rules: {
      kind: 'invoice',
      filters: ['id', 'created_at', 'status', 'amount', 'currency', 'customer_id', 'reference_id', 'metadata'],
      statuses: INVOICE_STATUSES,
      own: {
        collection: { words: COLLECTIONS },
        billing_reason: { words: BILLING_REASONS },
        subscription_id: { id: 'subscription' },
        mandate_id: { id: 'mandate' },
        number: { form: 'invoiceNumber' },
      },
      expand: [],
    },
  } satisfies ListRoute,
  get: { resource: 'invoice', expand: [], hasAsOf: true } satisfies ShowRoute,
  listLines: {
    service: 'payments',
    internalPath: ({ id = '' }) => `/internal/invoices/${id}/lines`,
    parent: { resource: 'invoice', idParam: 'id' },
    rules: { kind: 'invoiceLine', filters: [], expand: [], hasOrder: false },
  } satisfies ListRoute,
};
