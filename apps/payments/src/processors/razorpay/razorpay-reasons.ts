import { isFailureReason, UPI_CODE_REASON, type FailureReason } from '#contracts';
import { type AnswerReader, asCode } from '#partner-http';
import type { ProcessorError } from '../processor';
import { errorFrom } from '../network/outcomes';

/** Razorpay's `error_reason` where it is another word than ours. Most of ours are Razorpay's own. */
const REASON: Readonly<Record<string, FailureReason>> = {
  payment_cancelled_by_user: 'payment_cancelled',
  payment_declined_by_bank: 'payment_declined',
  card_number_invalid: 'card_declined',
  incorrect_card_details: 'card_declined',
  incorrect_card_expiry_date: 'card_expired',
  incorrect_atm_pin: 'incorrect_pin',
  incorrect_upi_pin: 'incorrect_pin',
  pin_attempts_limit_exceeded: 'pin_attempts_exceeded',
  otp_attempts_limit_exceeded: 'otp_attempts_exceeded',
  transaction_daily_limit_exceeded: 'transaction_limit_exceeded',
  transaction_daily_count_exceeded: 'transaction_frequency_limit_exceeded',
  transaction_limit_exceeded_by_customer: 'transaction_limit_exceeded',
  invalid_vpa_address: 'invalid_vpa',
  vpa_not_registered: 'invalid_vpa',
  payment_session_expired: 'payment_timed_out',
  payment_timeout: 'payment_timed_out',
  gateway_error: 'gateway_technical_error',
  server_error: 'gateway_technical_error',
  bank_not_enabled: 'bank_not_available',
  bank_technical_failure: 'bank_technical_error',
  issuer_not_available: 'issuer_technical_error',
  fraudulent_transaction: 'payment_risk_check_failed',
  payment_risk_check_declined: 'payment_risk_check_failed',
  international_transaction_not_supported: 'international_transaction_not_allowed',
  card_not_enrolled_for_3ds: 'card_not_enrolled',
  debit_instrument_not_active: 'debit_instrument_inactive',
};

/** Our reason for Razorpay's words; a code of the network says more than the word around it. */
export function reasonOf(word: string | undefined, networkCode: string | undefined): FailureReason {
  const byNetwork = networkCode === undefined ? undefined : UPI_CODE_REASON[networkCode];
  if (byNetwork !== undefined && byNetwork !== 'payment_pending' && byNetwork !== 'deemed_transaction') return byNetwork;
  if (word === undefined) return 'payment_failed';
  return isFailureReason(word) ? word : (REASON[word] ?? 'payment_failed');
}

/** Why a payment failed: it has, so that no word can make its outcome an open one. */
export function failureIn(payment: AnswerReader): ProcessorError {
  const word = payment.findText('error_reason', 100) ?? payment.findText('error_code', 100);
  const networkCode = asCode(payment.findObject('acquirer_data')?.findText('npci_response_code', 8));
  const reason = reasonOf(word, networkCode);
  return { ...errorFrom(reason, { rawCode: word, ...(networkCode !== undefined && { networkCode }) }), outcomeKnown: true };
}

/** Who stands in the way of a request that was refused with 4xx; Razorpay blames the customer or the bank only for payers. */
const OF_THE_PAYER = new Set(['customer', 'bank', 'issuer', 'issuer_bank', 'customer_psp']);

/** A request that Razorpay refused: no payment came of it. Its sentence is not passed on, it may repeat what was sent. */
export function refusedRequest(error: AnswerReader | undefined): ProcessorError {
  const word = error?.findText('reason', 100);
  const rawCode = asCode(word) ?? asCode(error?.findText('code', 100));
  const isOfThePayer = OF_THE_PAYER.has(error?.findText('source', 40) ?? '');
  const field = asCode(error?.findText('field', 40));
  return {
    ...errorFrom(reasonOf(word, undefined), rawCode === undefined ? {} : { rawCode }),
    class: 'invalid',
    outcomeKnown: true,
    ...(!isOfThePayer && { mayTryElsewhere: true }),
    message: `Razorpay refused the request${field === undefined ? '' : ` because of "${field}"`}.`,
  };
}
