import { REFUND_REASONS, REFUND_STATUSES } from '#contracts';
import { expansionsOf } from '../../lists/expand';
import { STANDARD_FILTERS } from '../../lists/list-rules';
import type { ListRules } from '../../lists/list-rules';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What can be shown whole in a refund. */
const REFUND_EXPAND = expansionsOf('refund');

/** What every list of refunds takes. */
const REFUND_LIST = {
  kind: 'refund',
  filters: STANDARD_FILTERS,
  statuses: REFUND_STATUSES,
  own: { reason: { words: REFUND_REASONS } },
  expand: REFUND_EXPAND,
} as const satisfies ListRules;

/** What each read of refunds takes, and where the service answers it. */
export const REFUND_QUERIES = {
  list: {
    service: 'payments',
    internalPath: () => '/internal/refunds',
    rules: { ...REFUND_LIST, own: { ...REFUND_LIST.own, payment_id: { id: 'payment' } } },
  } satisfies ListRoute,
  listOfPayment: {
    service: 'payments',
    internalPath: ({ id }) => `/internal/payments/${id}/refunds`,
    parent: { resource: 'payment', idParam: 'id' },
    rules: REFUND_LIST,
  } satisfies ListRoute,
  get: { resource: 'refund', expand: REFUND_EXPAND, hasAsOf: true } satisfies ShowRoute,
};
