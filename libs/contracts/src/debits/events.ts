/** Every public event type of a debit. */
export const DEBIT_EVENT_TYPES = [
  'debit.created',
  'debit.notified',
  'debit.notice_failed',
  'debit.requires_action',
  'debit.updated',
  'debit.opted_out',
  'debit.processing',
  'debit.attempt_failed',
  'debit.succeeded',
  'debit.failed',
  'debit.cancelled',
] as const;
export type DebitEventType = (typeof DEBIT_EVENT_TYPES)[number];
