import type { AttemptAnswer } from '../src/payment/decide/attempt-result';
import type { Attempt, PaymentEvent, PaymentTerms } from '../src/payment/events';
import type { InstructionOf, PaymentInstructionType } from '../src/payment/decide/instructions';
import type { PaymentState } from '../src/payment/state';

/** Times and amounts that the payment specs share. Milliseconds since the epoch; paise. */
export const NOW_MS = 1_795_219_200_000;
export const AMOUNT = 50_000;
export const EXPIRES_AT_MS = NOW_MS + 600_000;
export const DAY_MS = 86_400_000;

export const TERMS: PaymentTerms = {
  amount: AMOUNT,
  currency: 'INR',
  methods: ['upi', 'card'],
  captureMethod: 'automatic',
  expiresAtMs: EXPIRES_AT_MS,
};

export const INSTRUMENT = { method: 'upi', flow: 'intent', vpa: null } as const;

/** What the processor says in the specs, unless the spec says otherwise. */
export function answer(state: AttemptAnswer['state'], change: Partial<AttemptAnswer> = {}): AttemptAnswer {
  return { processor: 'sandbox', reference: 'ref-1', state, amount: AMOUNT, instrument: INSTRUMENT, ...change };
}

export const ATTEMPT: Attempt = { number: 1, processor: 'sandbox', reference: 'ref-1', instrument: INSTRUMENT };
const FAILURE = { reason: 'insufficient_funds', networkCode: 'Z9' } as const;

const created: PaymentEvent = { type: 'payment.created', data: TERMS };
const waiting: PaymentEvent = {
  type: 'payment.requires_action',
  data: { attempt: ATTEMPT, nextAction: { kind: 'otp', length: 6, expiresAtMs: EXPIRES_AT_MS } },
};
const processing: PaymentEvent = { type: 'payment.processing', data: { attempt: ATTEMPT, atMs: NOW_MS } };
const authorized: PaymentEvent = {
  type: 'payment.authorized',
  data: { amount: AMOUNT, atMs: NOW_MS, captureBeforeMs: NOW_MS + 3 * DAY_MS },
};
const captured: PaymentEvent = { type: 'payment.captured', data: { amount: AMOUNT, atMs: NOW_MS, fee: 0, tax: 0 } };
const reserved: PaymentEvent = { type: 'payment.refund_requested', data: { refundId: 'rfnd_1', amount: AMOUNT, reason: 'other' } };

/** A shortest history that leads to each state. */
export const HISTORY: Readonly<Record<PaymentState['status'], readonly PaymentEvent[]>> = {
  none: [],
  created: [created],
  requires_action: [created, waiting],
  processing: [created, processing],
  authorized: [created, processing, authorized],
  captured: [created, processing, authorized, captured],
  failed: [created, processing, { type: 'payment.failed', data: { failure: FAILURE, atMs: NOW_MS } }],
  cancelled: [created, waiting, { type: 'payment.cancelled', data: { reason: null, atMs: NOW_MS } }],
  expired: [created, waiting, { type: 'payment.expired', data: { atMs: EXPIRES_AT_MS } }],
  refunded: [
    created,
    processing,
    authorized,
    captured,
    reserved,
    { type: 'payment.refunded', data: { refundId: 'rfnd_1', amount: AMOUNT } },
  ],
};

const { expiresAtMs: _later, ...payload } = TERMS;
export const PAYLOAD = payload;
export const LATE_REFUND_ID = 'rfnd_late';

/** One command of every kind, each with the outcome that moves the most. */
export const COMMANDS: { [TType in PaymentInstructionType]: InstructionOf<TType> } = {
  CreatePayment: { type: 'CreatePayment', payload: { ...PAYLOAD, instrument: INSTRUMENT }, answer: answer('captured') },
  ConfirmPayment: { type: 'ConfirmPayment', payload: { instrument: INSTRUMENT }, answer: answer('captured') },
  CapturePayment: { type: 'CapturePayment', payload: { amount: null } },
  CancelPayment: { type: 'CancelPayment', payload: { reason: 'requested_by_customer' } },
  UpdatePayment: { type: 'UpdatePayment', payload: { description: 'New' } },
  RecordOutcome: { type: 'RecordOutcome', attempt: 1, answer: answer('captured'), lateRefundId: LATE_REFUND_ID },
  AskProcessor: { type: 'AskProcessor' },
  SubmitOtp: { type: 'SubmitOtp', answer: answer('captured') },
  SimulatePayment: { type: 'SimulatePayment', answer: answer('captured'), lateRefundId: LATE_REFUND_ID },
  RequestRefund: { type: 'RequestRefund', payload: { refundId: 'rfnd_2', amount: null, reason: 'other' } },
  RecordRefundProcessed: { type: 'RecordRefundProcessed', payload: { refundId: 'rfnd_2' } },
  RecordRefundFailed: { type: 'RecordRefundFailed', payload: { refundId: 'rfnd_1' } },
  ResolvePayment: { type: 'ResolvePayment', payload: { as: 'captured', amount: AMOUNT, by: 'asha', note: 'seen at the bank' } },
  WakePayment: { type: 'WakePayment', lateRefundId: LATE_REFUND_ID },
};

/** Events in short: `created processing authorized captured`. */
export function shortOf(events: readonly PaymentEvent[]): string {
  return events.map(({ type }) => type.replace('payment.', '')).join(' ');
}
