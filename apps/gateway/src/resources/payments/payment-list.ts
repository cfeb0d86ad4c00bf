import { PAYMENT_STATUSES } from '#contracts';
import { STANDARD_FILTERS, type ListRules } from '../../lists/list-rules';

/** The parameters of lists of payments (docs/how-to/list-and-page.md). */
export const PAYMENT_LIST = {
  filters: STANDARD_FILTERS,
  statuses: PAYMENT_STATUSES,
  own: { refund_status: { words: ['partial', 'full'] } },
} as const satisfies Partial<ListRules>;
