import { replay, specificationOf } from '#decider';
import fc from 'fast-check';
import { AMOUNT, answer, COMMANDS, DAY_MS, EXPIRES_AT_MS, LATE_REFUND_ID, NOW_MS, shortOf, TERMS } from '../../../test/payment-histories';
import type { AttemptAnswer } from './answer';
import { questionOf } from './asking';
import { paymentDecider } from './decide';
import type { Attempt, PaymentEvent } from './events';
import type { InstructionOf, PaymentInstruction } from './instructions';
import type { PaymentState } from './payment';
import { DEFAULT_PAYMENT_RULES } from './rules';
import { wakeAtMs } from './wake';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });
const HOUR_MS = 3_600_000;
const UPI = { method: 'upi', flow: 'intent', vpa: null } as const;
const CARD = { method: 'card', card: null } as const;
const ATTEMPT: Attempt = { number: 1, processor: 'acquirer', reference: 'acq_1', instrument: CARD, answersLater: true };
const PAYLOAD = { ...COMMANDS.CreatePayment.payload, instrument: CARD };

const created = (change = {}): PaymentEvent => ({ type: 'payment.created', data: { ...TERMS, ...change } });
const begun = (attempt: Partial<Attempt> = {}): PaymentEvent => ({
  type: 'payment.processing',
  data: { attempt: { ...ATTEMPT, ...attempt }, atMs: NOW_MS, checkAtMs: NOW_MS },
});
const waiting: PaymentEvent = {
  type: 'payment.requires_action',
  data: { attempt: ATTEMPT, nextAction: { kind: 'otp', length: 6, expiresAtMs: EXPIRES_AT_MS } },
};
const authorized: PaymentEvent = {
  type: 'payment.authorized',
  data: { amount: AMOUNT, atMs: NOW_MS, captureBeforeMs: NOW_MS + 3 * DAY_MS },
};
const manual = [created({ captureMethod: 'manual' }), begun(), authorized];

const told = (state: AttemptAnswer['state'], change: Partial<AttemptAnswer> = {}): AttemptAnswer =>
  answer(state, { processor: 'acquirer', reference: 'acq_1', instrument: CARD, ...change });
const outcome = (
  state: AttemptAnswer['state'],
  change: Partial<AttemptAnswer> = {},
  askedAtMs: number | undefined = NOW_MS,
): InstructionOf<'RecordOutcome'> => ({
  type: 'RecordOutcome',
  attempt: 1,
  answer: told(state, change),
  lateRefundId: LATE_REFUND_ID,
  askedAtMs,
});
const byItself = (state: AttemptAnswer['state'], change: Partial<AttemptAnswer> = {}) => ({
  ...outcome(state, change),
  askedAtMs: undefined,
});
const PENDING = { reason: 'payment_pending', networkCode: null } as const;
const unknown = { state: 'processing', reference: null, failure: PENDING, isUnknown: true } as const;

describe('a payment at a processor behind a network', () => {
  it('is stored before anybody is called, and the call is due at once', () => {
    const { state, events } = given([]).when({ type: 'CreatePayment', payload: PAYLOAD, answer: { processor: 'acquirer' } });
    expect(shortOf(events)).toBe('created processing');
    expect(questionOf(state)).toEqual({ question: { kind: 'create' }, dueAtMs: NOW_MS, requestedAtMs: 0, tries: 0 });
  });

  it('is created again, by the same call, as long as nobody has told its number; then it is asked about', () => {
    const lost = given([created(), begun({ reference: null })]).when(outcome('processing', unknown));
    expect(questionOf(lost.state)).toMatchObject({ question: { kind: 'create' }, tries: 1 });
    const found = given([created(), begun({ reference: null }), ...lost.events]).when(outcome('processing', { failure: PENDING }));
    expect(shortOf(found.events)).toBe('outcome_unknown');
    expect(found.state).toMatchObject({ status: 'processing', attempt: { reference: 'acq_1', answersLater: true } });
    expect(questionOf(found.state)).toMatchObject({ question: { kind: 'fetch' }, tries: 2 });
  });

  it('is asked about at growing distances, never more than the usual interval apart', () => {
    let state = given([created(), begun()]).state;
    const distances: number[] = [];
    for (let nowMs = NOW_MS; distances.length < 12;) {
      state = decideOn(state, outcome('processing', {}, nowMs), nowMs);
      const nextMs = questionOf(state)?.dueAtMs ?? 0;
      distances.push(nextMs - nowMs);
      nowMs = nextMs;
    }
    expect(distances[0]).toBeGreaterThanOrEqual(10_000);
    expect(distances[0]).toBeLessThanOrEqual(11_000);
    expect(distances[3]).toBeGreaterThanOrEqual(80_000);
    expect(Math.max(...distances)).toBeLessThanOrEqual(DEFAULT_PAYMENT_RULES.pollIntervalMs * 1.1);
  });

  it('keeps the budget of UPI: never more than three questions in any two hours, however often a merchant asks', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: HOUR_MS }), { maxLength: 40 }), (waits) => {
        let state: PaymentState = given([created(), begun({ instrument: UPI })]).state;
        let nowMs = NOW_MS;
        const asked: number[] = [];
        for (const waitMs of waits) {
          nowMs += waitMs;
          state = decideOn(state, { type: 'AskProcessor' }, nowMs);
          const due = questionOf(state);
          if (due === null || due.dueAtMs > nowMs) continue;
          asked.push(nowMs);
          state = decideOn(state, outcome('processing', { instrument: UPI, checkAtMs: nowMs + 1 }, nowMs), nowMs);
        }
        for (let index = 3; index < asked.length; index++) {
          expect((asked[index] ?? 0) - (asked[index - 3] ?? 0)).toBeGreaterThanOrEqual(2 * HOUR_MS);
        }
      }),
    );
  });

  it('is failed only when nobody knew for three days', () => {
    const { state } = given([created(), begun()]);
    expect(wakeAtMs(state, DEFAULT_PAYMENT_RULES)).toBe(NOW_MS + 3 * DAY_MS);
    expect(given([created(), begun()]).when(COMMANDS.WakePayment, { nowMs: NOW_MS + 3 * DAY_MS }).state.status).toBe('failed');
  });

  it('may be tried at another processor after a definite decline, which is called at once', () => {
    const { state, events } = given([created(), begun()]).when({ ...outcome('failed'), retryOn: { processor: 'cashfree' } });
    expect(shortOf(events)).toBe('attempt.failed attempt.started');
    expect(questionOf(state)).toMatchObject({ question: { kind: 'create' }, dueAtMs: NOW_MS, tries: 0 });
  });
});

describe('the customer of a processor behind a network', () => {
  it('is not called late before the processor says so: it is asked when the time is over', () => {
    const { state } = given([created(), waiting]);
    expect(wakeAtMs(state, DEFAULT_PAYMENT_RULES)).toBeNull();
    expect(questionOf(state)).toMatchObject({ question: { kind: 'fetch' }, dueAtMs: EXPIRES_AT_MS });
  });

  it.each<[string, AttemptAnswer['state'], Partial<AttemptAnswer>, PaymentState['status']]>([
    ['who paid at the last moment has paid', 'captured', {}, 'captured'],
    ['who did nothing is out of time', 'requires_action', {}, 'expired'],
    ['of whom nothing is known may have paid', 'processing', unknown, 'processing'],
  ])('%s', (_what, state, change, status) => {
    const over = { nowMs: EXPIRES_AT_MS };
    expect(given([created(), waiting]).when(outcome(state, change, EXPIRES_AT_MS), over).state.status).toBe(status);
  });

  it('may come with money after the time is over: it is asked about a few times, and then no more', () => {
    let { state } = given([created(), waiting]).when(outcome('requires_action'), { nowMs: EXPIRES_AT_MS });
    const asked: number[] = [];
    for (let due = questionOf(state); due !== null; due = questionOf(state)) {
      asked.push(due.dueAtMs - EXPIRES_AT_MS);
      state = decideOn(state, outcome('expired', {}, due.dueAtMs), due.dueAtMs);
      expect(asked.length).toBeLessThan(5);
    }
    expect(asked).toHaveLength(3);
    expect(state.status).toBe('expired');
  });
});

describe('a one-time password for a processor behind a network', () => {
  it('is checked by the processor, and never stored', () => {
    const { events, state } = given([created(), waiting]).when({ type: 'SubmitOtp' });
    expect(events).toEqual([{ type: 'payment.call_requested', data: { call: { kind: 'submit_otp' }, atMs: NOW_MS, dueAtMs: NOW_MS } }]);
    expect(questionOf(state)).toMatchObject({ question: { kind: 'submit_otp' }, dueAtMs: NOW_MS });
  });

  it('one at a time', () => {
    const { events } = given([created(), waiting]).when({ type: 'SubmitOtp' });
    expect(given([created(), waiting, ...events]).when({ type: 'SubmitOtp' }).refusal?.code).toBe('state_conflict');
  });

  it('that is wrong leaves the customer to try again', () => {
    const { events } = given([created(), waiting]).when({ type: 'SubmitOtp' });
    const wrong = { failure: { reason: 'incorrect_otp', networkCode: null } } as const;
    const { state } = given([created(), waiting, ...events]).when(outcome('requires_action', wrong));
    expect(state).toMatchObject({ status: 'requires_action', failure: wrong.failure, otpWrong: 1 });
    expect(questionOf(state)).toMatchObject({ question: { kind: 'fetch' } });
  });
});

describe('money that a processor behind a network holds', () => {
  it('stays authorized while the capture is asked for, and is captured when the processor says so', () => {
    const asked = given(manual).when({ type: 'CapturePayment', payload: { amount: 30_000 } });
    expect(asked.state).toMatchObject({ status: 'authorized', call: { call: { kind: 'capture', amount: 30_000 } } });
    const done = given([...manual, ...asked.events]).when(outcome('captured', { amount: 30_000 }));
    expect(done.state).toMatchObject({ status: 'captured', capturedAmount: 30_000 });
  });

  it('is captured by one call at a time', () => {
    const { events } = given(manual).when(COMMANDS.CapturePayment);
    const busy = given([...manual, ...events]);
    expect(busy.when(COMMANDS.CapturePayment).refusal?.code).toBe('state_conflict');
    expect(busy.when(COMMANDS.CancelPayment).refusal?.code).toBe('state_conflict');
  });

  it('keeps asking, by the same call, until it knows; the end of the capture window does not come between', () => {
    const { events } = given(manual).when(COMMANDS.CapturePayment);
    const lost = given([...manual, ...events]).when(outcome('processing', unknown));
    expect(questionOf(lost.state)).toMatchObject({ question: { kind: 'capture', amount: AMOUNT }, requestedAtMs: NOW_MS, tries: 1 });
    expect(wakeAtMs(lost.state, DEFAULT_PAYMENT_RULES)).toBeNull();
  });

  it('tells why the processor did not capture, and can be asked again', () => {
    const { events } = given(manual).when(COMMANDS.CapturePayment);
    const failure = { reason: 'gateway_technical_error', networkCode: null } as const;
    const refused = given([...manual, ...events]).when(outcome('authorized', { failure }));
    expect(refused.state).toMatchObject({ status: 'authorized', failure });
    expect(given([...manual, ...events, ...refused.events]).when(COMMANDS.CapturePayment).refusal).toBeNull();
  });

  it('is let go by the processor when the capture window is over, and only then is the payment cancelled', () => {
    const over = given(manual).when(COMMANDS.WakePayment, { nowMs: NOW_MS + 3 * DAY_MS });
    expect(over.state).toMatchObject({ status: 'authorized', call: { call: { kind: 'void', reason: 'uncaptured_expired' } } });
    const done = given([...manual, ...over.events]).when(outcome('cancelled'));
    expect(done.state).toMatchObject({ status: 'cancelled', reason: 'uncaptured_expired' });
  });

  it('is taken for an automatic capture, should the processor not do so by itself', () => {
    const { state } = given([created(), begun()]).when(byItself('authorized'));
    expect(state).toMatchObject({ status: 'authorized', call: { call: { kind: 'capture', amount: AMOUNT } } });
    expect(questionOf(state)?.dueAtMs).toBeGreaterThan(NOW_MS);
  });

  it('is not moved by callbacks that repeat or come late', () => {
    const { events } = given(manual).when(COMMANDS.CapturePayment);
    for (const state of ['authorized', 'processing', 'requires_action'] as const) {
      expect(given([...manual, ...events]).when(byItself(state)).events).toEqual([]);
    }
  });
});

describe('a cancel at a processor behind a network', () => {
  it('turns a customer away at once and tells the processor', () => {
    const { events, state } = given([created(), waiting]).when(COMMANDS.CancelPayment);
    expect(shortOf(events)).toBe('cancelled call_requested');
    expect(questionOf(state)).toMatchObject({ question: { kind: 'void' } });
    expect(questionOf(given([created(), waiting, ...events]).when(outcome('cancelled')).state)).toBeNull();
  });

  it('that came too late is late money', () => {
    const { events } = given([created(), waiting]).when(COMMANDS.CancelPayment);
    const { state } = given([created(), waiting, ...events]).when(byItself('captured'));
    expect(state).toMatchObject({ status: 'captured', lateAuthorized: true });
  });
});

describe('late money at a processor behind a network', () => {
  const failed: PaymentEvent = { type: 'payment.failed', data: { failure: PENDING, atMs: NOW_MS } };
  it.each([
    ['capture', 'authorized', 'late_authorized call_requested'],
    ['capture', 'captured', 'late_authorized captured'],
    ['hold', 'authorized', 'late_authorized'],
    ['refund', 'authorized', 'late_authorized call_requested'],
    ['refund', 'captured', 'late_authorized captured refund_requested'],
  ] as const)('with the policy %s, %s: %s', (lateAuthorization, state, cell) => {
    const policed = specificationOf(paymentDecider({ ...DEFAULT_PAYMENT_RULES, lateAuthorization }), { nowMs: NOW_MS });
    expect(shortOf(policed.given([created(), begun(), failed]).when(byItself(state)).events)).toBe(cell);
  });
});

describe('a processor that speaks of other money', () => {
  it.each<[string, PaymentEvent[], Partial<AttemptAnswer>]>([
    ['another amount', [created(), begun()], { amount: AMOUNT - 1 }],
    ['another currency', [created(), begun()], { currency: 'USD' }],
    ['another amount of a customer who had to act', [created(), waiting], { amount: AMOUNT + 1 }],
    ['more than was authorized', manual, { amount: AMOUNT + 1 }],
    ['another amount than was to be captured', [...manual, ...given(manual).when(COMMANDS.CapturePayment).events], { amount: 1 }],
  ])('%s is recorded and nothing is captured', (_what, history, change) => {
    const { state, events } = given(history).when(byItself('captured', change));
    expect(['processing', 'authorized']).toContain(state.status);
    expect(state).toMatchObject({ failure: { reason: 'payment_amount_tampered' } });
    expect(events).toHaveLength(1);
    // People have to look: it neither fails nor ends by itself, and telling it again stores nothing.
    expect(wakeAtMs(state, DEFAULT_PAYMENT_RULES)).toBeNull();
    expect(given([...history, ...events]).when(byItself('captured', change)).events).toEqual([]);
  });
});

function decideOn(state: PaymentState, instruction: PaymentInstruction, nowMs: number): PaymentState {
  const decider = paymentDecider(DEFAULT_PAYMENT_RULES);
  const decision = decider.decide(instruction, state, { nowMs });
  return decision.accepted ? replay(decider, decision.events, state) : state;
}
