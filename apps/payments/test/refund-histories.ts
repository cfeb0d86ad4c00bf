import type { CreateRefundPayload } from '#contracts';
import type { RefundAnswer } from '../src/refund/decide/refund-result';
import type { RefundEvent, RefundTerms } from '../src/refund/events';
import type { RefundInstructionOf, RefundInstructionType } from '../src/refund/decide/instructions';
import { DAY_MS, NOW_MS } from './payment-histories';

export { DAY_MS, NOW_MS };
export const REFUND_AMOUNT = 20_000;

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
export const REFUND_COMMANDS: { [TType in RefundInstructionType]: RefundInstructionOf<TType> } = {
  CreateRefund: { type: 'CreateRefund', payload: REFUND_PAYLOAD, answer: refundAnswer('processed') },
  UpdateRefund: { type: 'UpdateRefund', payload: { description: 'New' } },
  CancelRefund: { type: 'CancelRefund' },
  RecordRefundOutcome: { type: 'RecordRefundOutcome', answer: refundAnswer('failed') },
  SimulateRefund: { type: 'SimulateRefund', answer: refundAnswer('failed') },
  ResolveRefund: { type: 'ResolveRefund', payload: { as: 'failed', by: 'asha', note: 'not in the books of the processor' } },
  WakeRefund: { type: 'WakeRefund' },
};

/** Events in short: `created processed`. */
export function shortOfRefund(events: readonly RefundEvent[]): string {
  return events.map(({ type }) => type.replace('refund.', '')).join(' ');
}
