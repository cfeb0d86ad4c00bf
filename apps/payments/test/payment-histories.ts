import type { PaymentCommandType } from '#contracts';
import type { AttemptAnswer } from '../src/payment/decide/attempt-result';
import type { Attempt, PaymentEvent, PaymentTerms } from '../src/payment/events';
import type { PaymentState } from '../src/payment/state';
import type { PaymentStepOf } from './payment-decider';

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

/** One command of every kind, each with the outcome that moves the most. */
export const COMMANDS: { [TType in PaymentCommandType]: PaymentStepOf<TType> } = {
  'payments.create': { type: 'payments.create', payload: { ...PAYLOAD, instrument: INSTRUMENT }, answer: answer('captured') },
  'payments.confirm': { type: 'payments.confirm', payload: { instrument: INSTRUMENT }, answer: answer('captured') },
  'payments.capture': { type: 'payments.capture', payload: { amount: null } },
  'payments.cancel': { type: 'payments.cancel', payload: { reason: 'requested_by_customer' } },
  'payments.update': { type: 'payments.update', payload: { description: 'New' } },
  'payments.sync': { type: 'payments.sync', payload: {} },
  'payments.record_outcome': recordAnswer(answer('captured')),
  'payments.submit_otp': { type: 'payments.submit_otp', payload: { otp: '123456' }, answer: answer('captured') },
  'payments.simulate': { type: 'payments.simulate', payload: { outcome: 'approve' }, answer: answer('captured') },
  'payments.request_refund': { type: 'payments.request_refund', payload: { refundId: 'rfnd_2', amount: null, reason: 'other' } },
  'payments.refund_pending': { type: 'payments.refund_pending', payload: { refundId: 'rfnd_2' } },
  'payments.refund_processed': { type: 'payments.refund_processed', payload: { refundId: 'rfnd_2' } },
  'payments.refund_failed': { type: 'payments.refund_failed', payload: { refundId: 'rfnd_1' } },
  'payments.resolve': { type: 'payments.resolve', payload: { as: 'captured', amount: AMOUNT, by: 'asha', note: 'seen at the bank' } },
  'payments.wake': { type: 'payments.wake', payload: {} },
};

/** The processor reports of the first attempt. */
export function recordAnswer(reported: AttemptAnswer, askedAtMs?: number): PaymentStepOf<'payments.record_outcome'> {
  return { type: 'payments.record_outcome', payload: { attempt: 1, answer: reported, ...(askedAtMs !== undefined && { askedAtMs }) } };
}

/** Events in short: `created processing authorized captured`. */
export function shortOf(events: readonly PaymentEvent[]): string {
  return events.map(({ type }) => type.replace('payment.', '')).join(' ');
}
