/** Who stood in the way (docs/reference/indian-payments.md, Failures). */
export type FailureSource = 'customer' | 'business' | 'bank' | 'psp' | 'gateway' | 'network' | 'internal';

/** How far the payment had come (docs/reference/indian-payments.md, Failures). */
export type FailureStep =
  | 'payment_initiation'
  | 'payment_creation'
  | 'card_enrollment_check'
  | 'payment_authentication'
  | 'payment_authorization'
  | 'payment_debit_request'
  | 'payment_credit_request'
  | 'mandate_creation'
  | 'mandate_debit';

/** The class of a failure: `payment_pending` is no failure yet, only an unknown outcome. */
export type FailureCode = 'payment_declined' | 'payment_expired' | 'payment_pending' | 'gateway_error' | 'network_error';

export interface FailureRow {
  readonly code: FailureCode;
  readonly source: FailureSource;
  readonly step: FailureStep;
  /** Whether the payer may start a new attempt after a final answer. Nothing is ever re-submitted automatically. */
  readonly payerMayRetry: boolean;
  readonly message: string;
}

type Shape = readonly [source: FailureSource, step: FailureStep, payerMayRetry: boolean, message: string, code?: FailureCode];

const row = ([source, step, payerMayRetry, message, code = 'payment_declined']: Shape): FailureRow => ({
  code,
  source,
  step,
  payerMayRetry,
  message,
});

/**
 * Every `reason` a payment can fail or wait with: the stable machine word clients branch on, and what to say about it
 * (docs/reference/indian-payments.md, Failures). Table data, meant to be corrected by operators.
 */
export const FAILURES = {
  insufficient_funds: row(['customer', 'payment_debit_request', true, 'The account has too little money.']),
  incorrect_pin: row(['customer', 'payment_authentication', true, 'The UPI PIN was wrong.']),
  pin_attempts_exceeded: row(['customer', 'payment_authentication', true, 'The UPI PIN was wrong too often; try again after 24 hours.']),
  payment_cancelled: row(['customer', 'payment_authentication', true, 'The customer declined the payment.']),
  payment_collect_request_expired: row([
    'customer',
    'payment_authentication',
    true,
    'The customer did not act before the request ran out.',
    'payment_expired',
  ]),
  transaction_limit_exceeded: row(['bank', 'payment_debit_request', true, 'The amount is above the limit of the bank; try a lower one.']),
  transaction_frequency_limit_exceeded: row(['bank', 'payment_debit_request', true, 'Too many payments today; try again tomorrow.']),
  mcc_amount_limit_exceeded: row(['network', 'payment_debit_request', true, 'The amount is above the limit of this kind of shop.']),
  invalid_vpa: row(['customer', 'payment_initiation', true, 'The UPI address does not exist.']),
  transaction_on_vpa_restricted: row(['psp', 'payment_initiation', false, 'The UPI address may not be used for this.']),
  debit_instrument_inactive: row(['bank', 'payment_debit_request', false, 'The account is dormant.']),
  beneficiary_account_dormant: row(['bank', 'payment_credit_request', false, 'The receiving account is dormant.']),
  debit_instrument_blocked: row(['bank', 'payment_debit_request', false, 'The account or card is blocked.']),
  bank_account_invalid: row(['bank', 'payment_debit_request', false, 'The account does not exist.']),
  credit_failed: row(['bank', 'payment_credit_request', true, 'The money could not be credited.']),
  payment_declined: row(['bank', 'payment_authorization', true, 'The bank declined the payment.']),
  payment_failed: row(['bank', 'payment_authorization', true, 'The payment failed at the bank.']),
  incorrect_otp: row(['customer', 'payment_authentication', true, 'The one-time password was wrong.']),
  otp_expired: row(['customer', 'payment_authentication', true, 'The one-time password has expired.']),
  otp_attempts_exceeded: row(['customer', 'payment_authentication', true, 'The one-time password was wrong too often.']),
  payment_risk_check_failed: row(['bank', 'payment_authorization', false, 'The payment looked like fraud to the bank.']),
  user_not_eligible: row(['customer', 'payment_authentication', false, 'The phone number of the account has changed.']),
  debit_declined: row(['bank', 'payment_debit_request', false, 'This kind of account may not pay this.']),
  mismatch_in_transaction_details: row(['business', 'payment_initiation', false, 'The details of the payment do not agree.']),
  duplicate_request: row(['business', 'payment_initiation', false, 'The network has seen this payment already.']),
  payment_amount_tampered: row(['business', 'payment_initiation', false, 'Amount or currency do not agree.']),
  psp_not_registered: row(['psp', 'payment_initiation', true, 'The UPI app is not registered; use another one.']),
  authorization_declined_by_psp: row(['psp', 'payment_authorization', true, 'The UPI app declined the payment.']),
  payment_timed_out: row(['psp', 'payment_authorization', true, 'The payment was not completed in time.', 'network_error']),
  vpa_resolution_failed: row(['psp', 'payment_initiation', true, 'The UPI address could not be looked up.', 'network_error']),
  psp_not_available: row(['psp', 'payment_authorization', true, 'The UPI app is not available.', 'network_error']),
  bank_not_available: row(['bank', 'payment_authorization', true, 'The bank is not available.', 'network_error']),
  bank_technical_error: row(['bank', 'payment_debit_request', true, 'The bank has a technical problem.', 'gateway_error']),
  issuer_technical_error: row(['bank', 'payment_authorization', true, 'The issuer of the card has a technical problem.', 'gateway_error']),
  gateway_technical_error: row(['gateway', 'payment_authorization', true, 'The gateway has a technical problem.', 'gateway_error']),
  card_declined: row(['bank', 'payment_authorization', true, 'The bank declined the card.']),
  card_expired: row(['customer', 'payment_authorization', true, 'The card has expired.']),
  incorrect_cvv: row(['customer', 'payment_authorization', true, 'The security code was wrong.']),
  card_disabled_for_online_payments: row(['bank', 'payment_authorization', false, 'The card is not open for online payments.']),
  international_transaction_not_allowed: row(['bank', 'payment_authorization', false, 'The card is not open for international payments.']),
  authentication_failed: row(['customer', 'payment_authentication', true, 'The customer was not authenticated.']),
  card_not_enrolled: row(['bank', 'card_enrollment_check', false, 'The card is not enrolled for authentication.']),
  bank_account_validation_failed: row([
    'business',
    'payment_authentication',
    true,
    'The customer paid from another account than the registered one.',
  ]),
  mandate_revoked: row(['customer', 'mandate_debit', false, 'The payer ended the mandate.']),
  mandate_paused: row(['customer', 'mandate_debit', true, 'The payer paused the mandate.']),
  mandate_amount_exceeded: row(['business', 'mandate_debit', false, 'The amount is above what the payer agreed to.']),
  mandate_cycle_used: row(['business', 'mandate_debit', true, 'The mandate was debited in this cycle already.']),
  debit_limit_reached: row(['business', 'mandate_debit', true, 'The mandate has ten open debits: this one begins when one of them ends.']),
  mandate_not_active: row(['customer', 'mandate_debit', false, 'There is no mandate that can be debited.']),
  pre_debit_notification_missing: row(['network', 'mandate_debit', true, 'The payer could not be told of the debit before it.']),
  payment_pending: row(['network', 'payment_authorization', false, 'The bank has not answered yet.', 'payment_pending']),
  payment_pending_approval: row(['bank', 'payment_authorization', false, 'A second person has to approve at the bank.', 'payment_pending']),
  deemed_transaction: row([
    'bank',
    'payment_credit_request',
    false,
    'The outcome is open at the bank; do not charge again.',
    'payment_pending',
  ]),
} as const satisfies Record<string, FailureRow>;

export type FailureReason = keyof typeof FAILURES;

/** A failure as stored with a payment: only what the table does not say. */
export interface Failure {
  reason: FailureReason;
  /** NPCI or ISO 8583 code, or null where the network gave none. */
  networkCode: string | null;
  /** The processor's own word, at most 64 characters; absent where it gave none. */
  processorCode?: string;
}

/** Whether a word is one of ours; processors send others. */
export function isFailureReason(word: string): word is FailureReason {
  return Object.hasOwn(FAILURES, word);
}

/** NPCI response code → reason (docs/reference/indian-payments.md, NPCI codes). */
export const UPI_CODE_REASON: Readonly<Record<string, FailureReason>> = {
  '01': 'payment_pending',
  RB: 'deemed_transaction',
  '96': 'deemed_transaction',
  Z9: 'insufficient_funds',
  ZM: 'incorrect_pin',
  Z6: 'pin_attempts_exceeded',
  ZA: 'payment_cancelled',
  Z8: 'transaction_limit_exceeded',
  Z7: 'transaction_frequency_limit_exceeded',
  ZU: 'transaction_limit_exceeded',
  ZH: 'invalid_vpa',
  ZE: 'transaction_on_vpa_restricted',
  ZG: 'transaction_on_vpa_restricted',
  ZX: 'debit_instrument_inactive',
  ZY: 'beneficiary_account_dormant',
  YE: 'debit_instrument_blocked',
  YF: 'credit_failed',
  XH: 'bank_account_invalid',
  XI: 'bank_account_invalid',
  XB: 'payment_declined',
  XC: 'credit_failed',
  ZR: 'incorrect_otp',
  ZS: 'otp_expired',
  '59': 'payment_risk_check_failed',
  B1: 'user_not_eligible',
  B3: 'debit_declined',
  B6: 'mismatch_in_transaction_details',
  U01: 'duplicate_request',
  U02: 'mcc_amount_limit_exceeded',
  U03: 'bank_technical_error',
  U09: 'payment_timed_out',
  U20: 'payment_timed_out',
  U12: 'payment_amount_tampered',
  U16: 'payment_risk_check_failed',
  U17: 'psp_not_registered',
  U19: 'authorization_declined_by_psp',
  U30: 'payment_declined',
  U69: 'payment_collect_request_expired',
  U28: 'psp_not_available',
  U29: 'vpa_resolution_failed',
  U31: 'credit_failed',
  U66: 'payment_timed_out',
  U67: 'payment_timed_out',
  U68: 'payment_timed_out',
  U78: 'bank_not_available',
  U88: 'bank_not_available',
  U89: 'bank_not_available',
  U90: 'bank_not_available',
  UP: 'psp_not_available',
  '91': 'bank_technical_error',
};
