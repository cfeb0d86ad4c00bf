import type { FailureReason } from '#contracts';
import type { InstrumentFacts } from '../domain/payment/answer';
import type { ProcessorState } from './processor';

/** From `afterMs` on the payment is in this state. */
export interface Step {
  afterMs: number;
  state: ProcessorState;
  reason?: FailureReason;
  /** Where the tables name one; else it follows from reason and method. */
  networkCode?: string;
}

/** What a sandbox payment does over time, from the moment of the attempt. */
export interface Plan {
  steps: readonly Step[];
  payerAccountType?: NonNullable<InstrumentFacts['payerAccountType']>;
  refunds?: 'failed' | 'instant_falls_back';
  /** The request is refused at look-up; there is no payment. */
  refusedParam?: string;
}

const SECOND_MS = 1_000;

const once = (state: ProcessorState, reason?: FailureReason, networkCode?: string): Plan => ({
  steps: [{ afterMs: 0, state, reason, networkCode }],
});

const failed = (reason: FailureReason, networkCode?: string): Plan => once('failed', reason, networkCode);

/** Open with a reason, then what comes of it. */
function later(reason: FailureReason | undefined, afterSeconds: number, then: Omit<Step, 'afterMs'>, networkCode?: string): Plan {
  return {
    steps: [
      { afterMs: 0, state: 'processing', reason, networkCode },
      { afterMs: afterSeconds * SECOND_MS, ...then },
    ],
  };
}

/** The bank is silent, the payment fails, and thirty seconds later the money is there. */
function lateAuthorization(networkCode?: string): Plan {
  const reason = 'payment_timed_out';
  return {
    steps: [
      { afterMs: 0, state: 'processing', reason, networkCode },
      { afterMs: 10 * SECOND_MS, state: 'failed', reason, networkCode },
      { afterMs: 40 * SECOND_MS, state: 'authorized' },
    ],
  };
}

export const CAPTURED: Plan = once('captured');
/** Processing until somebody simulates an outcome; the polling window ends it. */
const pending = (reason: FailureReason, networkCode?: string): Plan => once('processing', reason, networkCode);
const REFUSED_VPA: Plan = { ...failed('invalid_vpa', 'ZH'), refusedParam: 'upi.vpa' };

/** spec/india.md 4.2. Local part of `…@sandbox` → plan. */
export const VPA_PLANS: Readonly<Record<string, Plan>> = {
  success: CAPTURED,
  slow: later(undefined, 30, { state: 'captured' }),
  pending: pending('payment_pending', '01'),
  insufficient: failed('insufficient_funds', 'Z9'),
  wrongpin: failed('incorrect_pin', 'ZM'),
  pinblocked: failed('pin_attempts_exceeded', 'Z6'),
  declined: failed('payment_cancelled', 'ZA'),
  expired: once('requires_action'),
  limit: failed('transaction_limit_exceeded', 'Z8'),
  frequency: failed('transaction_frequency_limit_exceeded', 'Z7'),
  invalid: REFUSED_VPA,
  frozen: failed('debit_instrument_blocked', 'YE'),
  dormant: failed('debit_instrument_inactive', 'ZX'),
  risk: failed('payment_risk_check_failed', '59'),
  debitfailed: failed('payment_declined', 'U30'),
  bankdown: failed('bank_technical_error', '91'),
  pspdown: failed('psp_not_available', 'UP'),
  deemed: later('deemed_transaction', 60, { state: 'captured' }, 'RB'),
  late: lateAuthorization('00'),
  creditcard: { ...CAPTURED, payerAccountType: 'credit_card' },
  wallet: { ...CAPTURED, payerAccountType: 'wallet' },
};

/** Test addresses people know from elsewhere → the local part that plays the same. */
export const VPA_ALIASES: Readonly<Record<string, string>> = {
  'success@razorpay': 'success',
  'testsuccess@gocash': 'success',
  'success@upi': 'success',
  'failure@razorpay': 'debitfailed',
  'testfailure@gocash': 'debitfailed',
  'failure@upi': 'debitfailed',
  'testinvalid@gocash': 'invalid',
};

/** spec/india.md 4.3. Paise → plan, any method. */
export const AMOUNT_PLANS: Readonly<Record<string, Plan>> = {
  201: failed('insufficient_funds'),
  204: failed('incorrect_pin'),
  205: failed('transaction_limit_exceeded'),
  206: failed('payment_risk_check_failed'),
  301: failed('payment_timed_out'),
  302: failed('payment_cancelled'),
  303: once('expired', 'payment_collect_request_expired'),
  402: failed('payment_declined'),
  403: failed('bank_technical_error'),
  404: failed('gateway_technical_error'),
  409: later('deemed_transaction', 60, { state: 'captured' }),
  501: lateAuthorization(),
  700: pending('payment_pending'),
  701: later('payment_pending', 30, { state: 'captured' }),
  702: later('payment_pending', 30, { state: 'failed', reason: 'payment_declined' }),
};

/** spec/india.md 4.4. Scenario code → plan. Disputes and mandates of 0061 to 0075 belong to their own services. */
export const CARD_PLANS: Readonly<Record<string, Plan>> = {
  '0000': CAPTURED,
  '0001': once('authorized'),
  '0011': failed('insufficient_funds'),
  '0012': failed('card_declined'),
  '0013': failed('card_expired'),
  '0014': failed('incorrect_cvv'),
  '0015': failed('transaction_limit_exceeded'),
  '0016': failed('debit_instrument_blocked'),
  '0017': failed('card_disabled_for_online_payments'),
  '0018': failed('international_transaction_not_allowed'),
  '0021': failed('authentication_failed'),
  '0022': failed('otp_attempts_exceeded'),
  '0023': failed('payment_timed_out'),
  '0024': failed('payment_cancelled'),
  '0025': failed('card_not_enrolled'),
  '0031': failed('gateway_technical_error'),
  '0032': failed('issuer_technical_error'),
  '0033': failed('payment_risk_check_failed'),
  '0041': lateAuthorization(),
  '0051': { ...CAPTURED, refunds: 'failed' },
  '0052': { ...CAPTURED, refunds: 'instant_falls_back' },
  '0061': CAPTURED,
  '0062': CAPTURED,
  '0063': CAPTURED,
  '0071': CAPTURED,
  '0072': CAPTURED,
  '0073': CAPTURED,
  '0074': CAPTURED,
  '0075': CAPTURED,
};

/** spec/india.md 4.5. */
export const BANK_PLANS: Readonly<Record<string, Plan>> = {
  SBXS: CAPTURED,
  SBXF: failed('payment_failed'),
  SBXP: pending('payment_pending'),
  SBXC: failed('payment_cancelled'),
  SBXD: failed('bank_not_available'),
  SBXT: failed('payment_timed_out'),
  SBXM: later('payment_pending_approval', 120, { state: 'captured' }),
  SBXV: failed('bank_account_validation_failed'),
};

/** The words of `metadata.sandbox_outcome` and of simulate that are not simply the reason of a failure. */
const OUTCOME_PLANS: Readonly<Record<string, Plan>> = {
  captured: CAPTURED,
  success: CAPTURED,
  authorized: once('authorized'),
  processing: pending('payment_pending'),
  requires_action: once('requires_action'),
  failed: failed('payment_declined'),
  expired: once('expired', 'payment_collect_request_expired'),
  late_authorized: lateAuthorization(),
  payment_pending: pending('payment_pending'),
  payment_pending_approval: BANK_PLANS['SBXM'] as Plan,
  payment_collect_request_expired: once('expired', 'payment_collect_request_expired'),
  deemed_transaction: later('deemed_transaction', 60, { state: 'captured' }),
  invalid_vpa: REFUSED_VPA,
};

/** Every reason word that some table of the sandbox uses for a failure. */
const FAILURE_WORDS: ReadonlySet<FailureReason> = new Set(
  [VPA_PLANS, AMOUNT_PLANS, CARD_PLANS, BANK_PLANS]
    .flatMap((table) => Object.values(table))
    .flatMap((plan) => plan.steps)
    .flatMap((step) => (step.state === 'failed' && step.reason !== undefined ? [step.reason] : [])),
);

/** The plan of an outcome word, or undefined when it is none of the sandbox's. */
export function findOutcomePlan(word: string): Plan | undefined {
  if (Object.hasOwn(OUTCOME_PLANS, word)) return OUTCOME_PLANS[word];
  return FAILURE_WORDS.has(word as FailureReason) ? failed(word as FailureReason) : undefined;
}
