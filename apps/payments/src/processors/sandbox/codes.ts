import type { FailureReason, ChargedMethod } from '#contracts';

/** The code that NPCI would send with a reason, where one is usual (docs/reference/indian-payments.md, NPCI codes). */
const NPCI: Partial<Record<FailureReason, string>> = {
  insufficient_funds: 'Z9',
  incorrect_pin: 'ZM',
  pin_attempts_exceeded: 'Z6',
  payment_cancelled: 'ZA',
  payment_collect_request_expired: 'U69',
  transaction_limit_exceeded: 'Z8',
  transaction_frequency_limit_exceeded: 'Z7',
  debit_instrument_blocked: 'YE',
  debit_instrument_inactive: 'ZX',
  payment_risk_check_failed: '59',
  payment_declined: 'U30',
  bank_technical_error: '91',
  psp_not_available: 'UP',
  payment_timed_out: 'U09',
  deemed_transaction: 'RB',
  payment_pending: '01',
};

/** The ISO 8583 response code that a card issuer would send with a reason. */
const ISO_8583: Partial<Record<FailureReason, string>> = {
  insufficient_funds: '51',
  incorrect_pin: '55',
  pin_attempts_exceeded: '75',
  card_declined: '05',
  payment_declined: '05',
  card_expired: '54',
  incorrect_cvv: '82',
  transaction_limit_exceeded: '61',
  transaction_frequency_limit_exceeded: '65',
  debit_instrument_blocked: '62',
  card_disabled_for_online_payments: '57',
  international_transaction_not_allowed: '57',
  payment_risk_check_failed: '59',
  issuer_technical_error: '91',
  bank_technical_error: '91',
  gateway_technical_error: '96',
  payment_timed_out: '68',
};

/** What the network would say with this reason; undefined where it says nothing. */
export function networkCodeOf(reason: FailureReason, method: ChargedMethod): string | undefined {
  if (method === 'upi') return NPCI[reason];
  return method === 'card' ? ISO_8583[reason] : undefined;
}
