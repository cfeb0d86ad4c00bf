import { isFailureReason, UPI_CODE_REASON, type FailureReason } from '#contracts';
import { type AnswerReader, asCode } from '#partner-http';
import type { ProcessorError } from '../processor';
import { errorFrom } from '../network/outcomes';

/** Cashfree's `error_reason` and `error_code` where they are other words than ours, in lower case. */
const REASON: Readonly<Record<string, FailureReason>> = {
  insufficient_funds: 'insufficient_funds',
  amount_limit_exceeded: 'transaction_limit_exceeded',
  transaction_limit_exceeded: 'transaction_limit_exceeded',
  authentication_failed: 'authentication_failed',
  otp_attempts_exceeded: 'otp_attempts_exceeded',
  invalid_otp: 'incorrect_otp',
  otp_expired: 'otp_expired',
  invalid_upi_pin: 'incorrect_pin',
  invalid_vpa: 'invalid_vpa',
  upi_id_invalid: 'invalid_vpa',
  card_expired: 'card_expired',
  card_declined: 'card_declined',
  invalid_cvv: 'incorrect_cvv',
  card_blocked: 'debit_instrument_blocked',
  do_not_honour: 'payment_declined',
  transaction_declined: 'payment_declined',
  user_dropped: 'payment_cancelled',
  user_cancelled: 'payment_cancelled',
  cancelled_by_user: 'payment_cancelled',
  request_expired: 'payment_collect_request_expired',
  transaction_timeout: 'payment_timed_out',
  bank_unavailable: 'bank_not_available',
  issuer_unavailable: 'issuer_technical_error',
  bank_processing_failure: 'bank_technical_error',
  gateway_error: 'gateway_technical_error',
  fraud: 'payment_risk_check_failed',
  risk_declined: 'payment_risk_check_failed',
};

function reasonOf(words: readonly (string | undefined)[], networkCode: string | undefined): FailureReason {
  const byNetwork = networkCode === undefined ? undefined : UPI_CODE_REASON[networkCode];
  if (byNetwork !== undefined && byNetwork !== 'payment_pending' && byNetwork !== 'deemed_transaction') return byNetwork;
  for (const word of words) {
    const lower = word?.toLowerCase() ?? '';
    if (isFailureReason(lower)) return lower;
    if (REASON[lower] !== undefined) return REASON[lower];
  }
  return 'payment_failed';
}

/** Why a payment failed: it has, so that no word can make its outcome an open one. */
export function failureIn(details: AnswerReader | undefined, status: string): ProcessorError {
  const [reason, code] = [details?.findText('error_reason', 100), details?.findText('error_code', 100)];
  const networkCode = asCode(details?.findText('error_code_raw', 16));
  const words = [reason, code, status === 'USER_DROPPED' ? 'user_dropped' : undefined];
  const ours = reasonOf(words, networkCode);
  return {
    ...errorFrom(ours, { rawCode: reason ?? code ?? status, ...(networkCode !== undefined && { networkCode }) }),
    outcomeKnown: true,
  };
}

/** A request that Cashfree refused: no payment came of it. Its sentence is not passed on, it may repeat what was sent. */
export function refusedRequest(problem: AnswerReader | undefined): ProcessorError {
  const rawCode = asCode(problem?.findText('code', 100));
  // `upi.upi_id_invalid`, `order_amount_invalid`: the word behind the point says what it is about.
  const isAboutVpa = /upi_id|vpa/.test(rawCode ?? '');
  return {
    ...errorFrom(isAboutVpa ? 'invalid_vpa' : 'payment_failed', rawCode === undefined ? {} : { rawCode }),
    class: 'invalid',
    outcomeKnown: true,
    ...(!isAboutVpa && { mayTryElsewhere: true }),
    message: 'Cashfree refused the request.',
  };
}

/** Cashfree takes no payment without the customer's phone number. */
export function phoneMissing(): ProcessorError {
  return {
    ...errorFrom('mismatch_in_transaction_details', { rawCode: 'customer_phone_missing' }),
    class: 'invalid',
    mayTryElsewhere: true,
    param: 'customer.phone',
    message: 'Cashfree needs the phone number of the customer.',
  };
}
