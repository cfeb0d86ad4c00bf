import { specificationOf } from '#decider';
import fc from 'fast-check';
import { begun, byItself, created, decideOn, outcome, PAYLOAD, PENDING, unknown, UPI, waiting } from '../../../test/network-histories';
import { notTakenOn, paymentDecider } from '../../../test/payment-decider';
import { AMOUNT, COMMANDS, DAY_MS, EXPIRES_AT_MS, NOW_MS, shortOf } from '../../../test/payment-histories';
import type { AttemptAnswer } from './attempt-result';
import { nextRequestOf } from './due-calls';
import type { PaymentEvent } from '../events';
import type { PaymentState } from '../state';
import { refundOrders } from './system-refunds';
import { DEFAULT_PAYMENT_RULES } from './rules';
import { wakeAtMs } from '../timers';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });
const HOUR_MS = 3_600_000;

describe('a payment at a processor behind a network', () => {
  it('is stored before anybody is called, and the call is due at once', () => {
    const { state, events } = given([]).when({ type: 'payments.create', payload: PAYLOAD, answer: { processor: 'acquirer' } });
    expect(shortOf(events)).toBe('created processing');
    expect(nextRequestOf(state)).toEqual({ processorRequest: { kind: 'create' }, dueAtMs: NOW_MS, requestedAtMs: 0, tries: 0 });
  });

  it('is created again, by the same call, until the processor returned its id; then it is polled', () => {
    const lost = given([created(), begun({ reference: null })]).when(outcome('processing', unknown));
    expect(nextRequestOf(lost.state)).toMatchObject({ processorRequest: { kind: 'create' }, tries: 1 });
    const found = given([created(), begun({ reference: null }), ...lost.events]).when(outcome('processing', { failure: PENDING }));
    expect(shortOf(found.events)).toBe('outcome_unknown');
    expect(found.state).toMatchObject({ status: 'processing', attempt: { reference: 'acq_1', answersLater: true } });
    expect(nextRequestOf(found.state)).toMatchObject({ processorRequest: { kind: 'fetch' }, tries: 2 });
  });

  it('is asked about at growing distances, never more than the usual interval apart', () => {
    let state = given([created(), begun()]).state;
    const distances: number[] = [];
    for (let nowMs = NOW_MS; distances.length < 12;) {
      state = decideOn(state, outcome('processing', {}, nowMs), nowMs);
      const nextMs = nextRequestOf(state)?.dueAtMs ?? 0;
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
          state = decideOn(state, COMMANDS['payments.sync'], nowMs);
          const due = nextRequestOf(state);
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

  it('fails only after three days without an outcome', () => {
    const { state } = given([created(), begun()]);
    expect(wakeAtMs(state, DEFAULT_PAYMENT_RULES)).toBe(NOW_MS + 3 * DAY_MS);
    expect(given([created(), begun()]).when(COMMANDS['payments.wake'], { nowMs: NOW_MS + 3 * DAY_MS }).state.status).toBe('failed');
  });

  it('may be tried at another processor after a definite decline, which is called at once', () => {
    const { state, events } = given([created(), begun()]).when(notTakenOn(outcome('failed'), { processor: 'cashfree' }));
    expect(shortOf(events)).toBe('attempt.failed attempt.started');
    expect(nextRequestOf(state)).toMatchObject({ processorRequest: { kind: 'create' }, dueAtMs: NOW_MS, tries: 0 });
  });
});

describe('the customer of a processor behind a network', () => {
  it('is not called late before the processor says so: it is asked when the time is over', () => {
    const { state } = given([created(), waiting]);
    expect(wakeAtMs(state, DEFAULT_PAYMENT_RULES)).toBeNull();
    expect(nextRequestOf(state)).toMatchObject({ processorRequest: { kind: 'fetch' }, dueAtMs: EXPIRES_AT_MS });
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
    for (let due = nextRequestOf(state); due !== null; due = nextRequestOf(state)) {
      asked.push(due.dueAtMs - EXPIRES_AT_MS);
      state = decideOn(state, outcome('expired', {}, due.dueAtMs), due.dueAtMs);
      expect(asked.length).toBeLessThan(5);
    }
    expect(asked).toHaveLength(3);
    expect(state.status).toBe('expired');
  });
});

describe('the questions after the end', () => {
  const { state: expired } = given([created(), waiting]).when(outcome('requires_action'), { nowMs: EXPIRES_AT_MS });

  it('are not used up by callbacks that say the same again', () => {
    let state = expired;
    for (let reported = 0; reported < 5; reported++) state = decideOn(state, byItself('expired'), EXPIRES_AT_MS + reported);
    expect(nextRequestOf(state)).toEqual(nextRequestOf(expired));
  });

  it('are not used up by a processor that cannot be reached', () => {
    let state = expired;
    for (let tries = 0; tries < 5; tries++) {
      const nowMs = nextRequestOf(state)?.dueAtMs ?? 0;
      state = decideOn(state, byItself('processing', { ...unknown, checkAtMs: nowMs + 60_000 }), nowMs);
    }
    expect(nextRequestOf(state)).not.toBeNull();
    const answered = decideOn(state, outcome('expired'), nextRequestOf(state)?.dueAtMs ?? 0);
    expect(nextRequestOf(answered)).toMatchObject({ tries: 1 });
  });

  it.each([byItself, outcome])('end with the polling window when no reply comes (reported by %p)', (report) => {
    const over = EXPIRES_AT_MS + DEFAULT_PAYMENT_RULES.pollWindowMs;
    const state = decideOn(expired, report('processing', { ...unknown, checkAtMs: over + 60_000 }), over);
    expect(nextRequestOf(state)).toBeNull();
  });
});

describe('an earlier attempt at a processor behind a network', () => {
  const second = begun({ number: 2, reference: 'acq_2' });
  const declined: PaymentEvent = { type: 'payment.failed', data: { failure: PENDING, atMs: NOW_MS } };

  it('that is paid as well gives its money back through that processor', () => {
    const before = given([created(), begun(), declined, second]).state;
    const { events } = given([created(), begun(), declined, second]).when(byItself('captured'));
    expect(shortOf(events)).toBe('attempt.succeeded');
    const orders = refundOrders({ id: 'pay_1', before, events }, null);
    expect(orders).toMatchObject([{ payload: { amount: AMOUNT, target: { reference: 'acq_1', answersLater: true } } }]);
  });

  it('whose money is only authorized is not refunded: it is never captured', () => {
    const history = [created(), begun(), declined, second];
    expect(given(history).when(byItself('authorized')).events).toEqual([]);
    expect(shortOf(given(history).when(byItself('captured')).events)).toBe('attempt.succeeded');
  });

  it('that is authorized after all attempts failed is captured by asking that processor', () => {
    const { state, events } = given([created(), begun(), declined, second, declined]).when(byItself('authorized'));
    expect(shortOf(events)).toBe('late_authorized call_requested');
    expect(state).toMatchObject({ attempt: { number: 1, answersLater: true } });
    expect(nextRequestOf(state)).toMatchObject({ processorRequest: { kind: 'capture' } });
  });
});
