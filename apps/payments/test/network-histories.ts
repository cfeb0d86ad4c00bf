import { replay, specificationOf } from '#decider';
import type { AttemptAnswer } from '../src/payment/decide/attempt-result';
import type { Attempt, PaymentEvent } from '../src/payment/events';
import type { PaymentState } from '../src/payment/state';
import { DEFAULT_PAYMENT_RULES } from '../src/payment/decide/rules';
import { paymentDecider, type PaymentStep, type PaymentStepOf } from './payment-decider';
import { AMOUNT, answer, COMMANDS, DAY_MS, EXPIRES_AT_MS, NOW_MS, recordAnswer, TERMS } from './payment-histories';

/** What the specs of payments at a processor behind a network share. */
export const UPI = { method: 'upi', flow: 'intent', vpa: null } as const;
const CARD = { method: 'card', card: null } as const;
const ATTEMPT: Attempt = { number: 1, processor: 'acquirer', reference: 'acq_1', instrument: CARD, answersLater: true };
export const PAYLOAD = { ...COMMANDS['payments.create'].payload, instrument: CARD };

export const created = (change = {}): PaymentEvent => ({ type: 'payment.created', data: { ...TERMS, ...change } });
export const begun = (attempt: Partial<Attempt> = {}): PaymentEvent => ({
  type: 'payment.processing',
  data: { attempt: { ...ATTEMPT, ...attempt }, atMs: NOW_MS, checkAtMs: NOW_MS },
});
export const waiting: PaymentEvent = {
  type: 'payment.requires_action',
  data: { attempt: ATTEMPT, nextAction: { kind: 'otp', length: 6, expiresAtMs: EXPIRES_AT_MS } },
};
const authorized: PaymentEvent = {
  type: 'payment.authorized',
  data: { amount: AMOUNT, atMs: NOW_MS, captureBeforeMs: NOW_MS + 3 * DAY_MS },
};
export const manual = [created({ captureMethod: 'manual' }), begun(), authorized];

const reported = (state: AttemptAnswer['state'], change: Partial<AttemptAnswer> = {}): AttemptAnswer =>
  answer(state, { processor: 'acquirer', reference: 'acq_1', instrument: CARD, ...change });
/** The processor answers a request of ours. */
export const outcome = (
  state: AttemptAnswer['state'],
  change: Partial<AttemptAnswer> = {},
  askedAtMs = NOW_MS,
): PaymentStepOf<'payments.record_outcome'> => recordAnswer(reported(state, change), askedAtMs);
/** The processor reports by itself. */
export const byItself = (state: AttemptAnswer['state'], change: Partial<AttemptAnswer> = {}): PaymentStepOf<'payments.record_outcome'> =>
  recordAnswer(reported(state, change));
export const PENDING = { reason: 'payment_pending', networkCode: null } as const;
export const unknown = { state: 'processing', reference: null, failure: PENDING, isUnknown: true } as const;

/** Under the usual rules, at the usual time. */
export const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });

/** The state after one more command; the same state when it was refused. */
export function decideOn(state: PaymentState, step: PaymentStep, nowMs: number): PaymentState {
  const decider = paymentDecider(DEFAULT_PAYMENT_RULES);
  const decision = decider.decide(step, state, { nowMs });
  return decision.accepted ? replay(decider, decision.events, state) : state;
}
