/** Why a refund did not go through: `failure_code` → the sentence of `failure_reason`. */
export const REFUND_FAILURES = {
  refund_failed: 'The bank did not take the refund. The amount can be refunded again.',
  refund_returned: 'The bank returned the refund after it had been processed. The amount can be refunded again.',
  refund_declined: 'The processor refused the refund. The amount can be refunded again.',
  insufficient_balance: 'The balance at the processor was too low for the refund. The amount can be refunded again.',
  refund_window_over: 'The bank no longer takes refunds of this payment.',
  account_closed: 'The account or card of the payer is closed. The amount can be refunded again.',
} as const;

/** The words of `failure_code`. */
export type RefundFailureCode = keyof typeof REFUND_FAILURES;

/** A processor's word for a failure as one of ours; a word we do not know is an ordinary failure. */
export function refundFailureOf(word: string | undefined): RefundFailureCode {
  return word !== undefined && Object.hasOwn(REFUND_FAILURES, word) ? (word as RefundFailureCode) : 'refund_failed';
}
