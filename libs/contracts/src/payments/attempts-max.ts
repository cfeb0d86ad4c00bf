/** Attempts of one payment (docs/reference/state-machines.md, Payment). */
export const PAYMENT_ATTEMPTS_MAX = 30;

/** What to do once a payment takes no further attempt. @param isOfInvoice a payment that was made otherwise would not pay the invoice. */
export function hintAfterLastAttempt(isOfInvoice: boolean): string {
  return isOfInvoice ? 'Pay the invoice again: POST /v1/invoices/{id}/pay.' : 'Create another payment: POST /v1/payments.';
}
