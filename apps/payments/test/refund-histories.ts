import type { CommandBody, CreateRefundPayload, Refusal, RefundCommand, RefundCommandType } from '#contracts';
import { specificationOf, type Decider } from '#decider';
import { decide } from '../src/refund/decide';
import type { InstantRefunds, RefundCommandOf } from '../src/refund/decide/context';
import type { RefundAnswer } from '../src/refund/decide/refund-result';
import { DEFAULT_REFUND_RULES, type RefundRules } from '../src/refund/decide/rules';
import type { RefundEvent, RefundTerms } from '../src/refund/events';
import { evolve } from '../src/refund/evolve';
import { INITIAL_REFUND, type RefundState } from '../src/refund/state';
import { DAY_MS, NOW_MS } from './payment-histories';

export { DAY_MS, NOW_MS };
const REFUND_AMOUNT = 20_000;

export const REFUND_PAYLOAD: CreateRefundPayload = {
  paymentId: 'pay_0QvAb12c07ABCDEFGHIJKLMN',
  amount: REFUND_AMOUNT,
  currency: 'INR',
  reason: 'requested_by_customer',
  speed: 'normal',
  target: {
    processor: 'sandbox',
    reference: 'ref-1',
    attempt: 1,
    instrument: { method: 'upi', flow: 'intent', vpa: null },
    amount: 50_000,
    captureMethod: 'automatic',
  },
};

/** The same at a processor behind a network. */
export const NETWORK_PAYLOAD: CreateRefundPayload = {
  ...REFUND_PAYLOAD,
  target: { ...REFUND_PAYLOAD.target, processor: 'razorpay', answersLater: true },
};

export const REFUND_TERMS: RefundTerms = { ...REFUND_PAYLOAD, expectedByMs: NOW_MS + 7 * DAY_MS };

/** What the processor says of a refund in the specs, unless the spec says otherwise. */
export function refundAnswer(state: RefundAnswer['state'], change: Partial<RefundAnswer> = {}): RefundAnswer {
  const references = state === 'processed' ? { rrn: '632418000002' } : {};
  return { state, reference: 'rf-1', speed: 'normal', references, ...change };
}

const created: RefundEvent = { type: 'refund.created', data: REFUND_TERMS };
const sending: RefundEvent = { type: 'refund.sending', data: { atMs: NOW_MS } };
const sent: RefundEvent = { type: 'refund.sent', data: { reference: 'rf-1', atMs: NOW_MS } };
const processed: RefundEvent = {
  type: 'refund.processed',
  data: { reference: 'rf-1', speed: 'normal', references: { rrn: '632418000002' }, atMs: NOW_MS },
};

/** A shortest history that leads to each state, and to each stage of the one that has stages. */
export const REFUND_HISTORY = {
  none: [],
  queued: [created],
  sending: [created, sending],
  sent: [created, sending, sent],
  processed: [created, processed],
  failed: [created, { type: 'refund.failed', data: { failure: 'refund_failed', reference: null, atMs: NOW_MS } }],
  returned: [created, processed, { type: 'refund.failed', data: { failure: 'refund_returned', reference: 'rf-1', atMs: NOW_MS } }],
  cancelled: [created, { type: 'refund.cancelled', data: { atMs: NOW_MS } }],
} as const satisfies Record<string, readonly RefundEvent[]>;

/** One command of every kind, each with the outcome that moves the most. */
export const REFUND_COMMANDS: { [TType in RefundCommandType]: RefundCommandOf<TType> } = {
  'refunds.create': { type: 'refunds.create', payload: REFUND_PAYLOAD },
  'refunds.update': { type: 'refunds.update', payload: { description: 'New' } },
  'refunds.cancel': { type: 'refunds.cancel', payload: {} },
  'refunds.record_outcome': { type: 'refunds.record_outcome', payload: { answer: refundAnswer('failed') } },
  'refunds.simulate': { type: 'refunds.simulate', payload: { outcome: 'failed' } },
  'refunds.resolve': {
    type: 'refunds.resolve',
    payload: { as: 'failed', by: 'asha', note: 'not in the books of the processor' },
  },
  'refunds.wake': { type: 'refunds.wake', payload: {} },
};

/** What a decision of a spec is made with: `answer` is what the processor says at once; without it, it is behind a network. */
export interface RefundSpecContext {
  nowMs: number;
  answer?: RefundAnswer;
}

/** The refund as a decider under one set of rules. */
export function refundDecider(
  rules: RefundRules,
): Decider<CommandBody<RefundCommand>, RefundState, RefundEvent, Refusal, RefundSpecContext> {
  return {
    initialState: INITIAL_REFUND,
    decide: (command, state, { nowMs, answer }) =>
      decide(command, state, { nowMs, rules, instantProcessor: () => answer && answering(answer) }),
    evolve,
  };
}

/** A processor that gives one answer whatever it is asked. */
function answering(answer: RefundAnswer): InstantRefunds {
  return { refusal: () => null, refund: () => answer, fetch: () => answer, simulate: () => answer };
}

/** Under the usual rules, at the usual time, at a processor behind a network. */
export const { given } = specificationOf(refundDecider(DEFAULT_REFUND_RULES), { nowMs: NOW_MS });

/** A refund that waits for a processor behind a network. */
export const REFUND_AT_NETWORK = given([]).when({ type: 'refunds.create', payload: NETWORK_PAYLOAD }).events;

/** The processor reports how a refund stands. */
export function recordRefund(answer: RefundAnswer, isAsked?: true): RefundCommandOf<'refunds.record_outcome'> {
  return { type: 'refunds.record_outcome', payload: { answer, ...(isAsked && { isAsked }) } };
}

/** Events in short: `created processed`. */
export function shortOfRefund(events: readonly RefundEvent[]): string {
  return events.map(({ type }) => type.replace('refund.', '')).join(' ');
}
