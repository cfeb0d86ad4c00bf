/** Every status of a debit (docs/reference/state-machines.md, Debit). */
export const DEBIT_STATUSES = ['notifying', 'requires_action', 'scheduled', 'processing', 'succeeded', 'failed', 'cancelled'] as const;
export type DebitStatus = (typeof DEBIT_STATUSES)[number];

/** How far the notice to the payer has come: to be sent, at the processor, with the payer, refused, or none needed. */
export const NOTICE_STATUSES = ['requested', 'sent', 'delivered', 'failed', 'not_required'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

/** Why a debit was not made after all. */
export const DEBIT_CANCEL_REASONS = [
  'requested_by_merchant',
  'opted_out',
  'mandate_paused',
  'mandate_revoked',
  'mandate_expired',
  'mandate_cycle_used',
  'customer_deleted',
  'invoice_settled',
  'collection_stopped',
] as const;
export type DebitCancelReason = (typeof DEBIT_CANCEL_REASONS)[number];

/** What the payer or the bank of a debit does in the sandbox, when a caller asks for it. */
export const DEBIT_OUTCOMES = [
  'notice_delivered',
  'notice_failed',
  'opted_out',
  'afa_approved',
  'succeeded',
  'failed',
  'deemed',
  'late_success',
] as const;
export type DebitOutcome = (typeof DEBIT_OUTCOMES)[number];
