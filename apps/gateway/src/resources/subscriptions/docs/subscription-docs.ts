import { HistoryEventResource, InvoiceResource, SubscriptionResource, type ErrorCode } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

export const SUBSCRIPTION_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'sub_0VB3xQ9k42Sb5m8KxRt3WdVq' } as const;

const ANSWER = { status: 200, description: 'The subscription.', type: SubscriptionResource } as const;

const acts = (summary: string, errors: readonly ErrorCode[] = []) => ({
  summary,
  params: [SUBSCRIPTION_ID],
  answer: ANSWER,
  errors: ['state_conflict' as const, ...errors],
});

const CHANGE_ERRORS = [
  'parameter_missing',
  'parameters_exclusive',
  'amount_too_large',
  'limit_exceeded',
  'state_conflict',
  'mandate_not_active',
  'mandate_amount_exceeded',
] as const satisfies readonly ErrorCode[];

/** What the reference says of each route of subscriptions. */
export const SUBSCRIPTION_DOCS = {
  create: {
    summary: 'Create a subscription',
    description: 'In test mode without an instrument it is active at once. A first payment that fails leaves it `created`: retry it.',
    answer: { status: 201, description: 'The subscription.', type: SubscriptionResource },
    errors: [
      'parameter_missing',
      'parameters_exclusive',
      'amount_too_small',
      'amount_too_large',
      'currency_not_supported',
      'metadata_invalid',
      'phone_invalid',
      'email_invalid',
      'url_invalid',
      'document_number_invalid',
      'bank_not_supported',
      'limit_exceeded',
      'resource_missing',
      'resource_already_exists',
      'mandate_not_active',
      'mandate_amount_exceeded',
      'invoice_series_exhausted',
      'processor_not_configured',
    ],
  },
  list: { summary: 'List subscriptions', item: SubscriptionResource },
  get: {
    summary: 'Retrieve a subscription',
    params: [SUBSCRIPTION_ID],
    answer: { description: 'The subscription.', type: SubscriptionResource },
  },
  update: {
    summary: 'Update a subscription',
    params: [SUBSCRIPTION_ID],
    answer: ANSWER,
    isBodyOptional: true,
    errors: [...CHANGE_ERRORS, 'metadata_invalid'],
  },
  preview: {
    summary: 'Preview the invoice after an update',
    params: [SUBSCRIPTION_ID],
    answer: { status: 200, description: 'The invoice that would follow.', type: InvoiceResource },
    isBodyOptional: true,
    errors: [...CHANGE_ERRORS, 'metadata_invalid'],
  },
  cancel: {
    ...acts('End a subscription now, at the end of its period or at a time', ['parameters_exclusive', 'payment_not_refundable']),
    isBodyOptional: true,
  },
  pause: { ...acts('Charge nothing until it is resumed'), isBodyOptional: true },
  resume: acts('Go on charging a subscription that was paused', ['invoice_series_exhausted']),
  retry: {
    ...acts('Charge an open invoice by another debit, or as the customer pays', [
      'parameter_missing',
      'parameters_exclusive',
      'url_invalid',
      'upi_collect_not_allowed',
      'bank_not_supported',
      'payment_declined',
      'invoice_not_payable',
      'mandate_not_active',
      'mandate_amount_exceeded',
      'limit_exceeded',
      'invoice_series_exhausted',
      'processor_not_configured',
    ]),
    isBodyOptional: true,
  },
  listEvents: {
    summary: 'List every event of a subscription',
    params: [SUBSCRIPTION_ID],
    item: HistoryEventResource,
    errors: ['resource_missing'],
  },
  listInvoices: {
    summary: 'List the invoices of a subscription',
    params: [SUBSCRIPTION_ID],
    item: InvoiceResource,
    errors: ['resource_missing'],
  },
} as const satisfies Record<string, RouteDocs>;
