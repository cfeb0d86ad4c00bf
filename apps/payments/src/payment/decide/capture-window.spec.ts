import fc from 'fast-check';
import { CAPTURE_WINDOW_SECONDS } from '#contracts';
import { replay, specificationOf } from '#decider';
import { paymentDecider, type PaymentStep } from '../../../test/payment-decider';
import type { FirstAnswer } from './attempt-result';
import {
  answer,
  COMMANDS,
  DAY_MS,
  EXPIRES_AT_MS,
  HISTORY,
  INSTRUMENT,
  NOW_MS,
  PAYLOAD,
  shortOf,
  recordAnswer,
} from '../../../test/payment-histories';
import { begun, created, outcome } from '../../../test/network-histories';
import type { PaymentEvent } from '../events';
import { INITIAL_PAYMENT, type PaymentState } from '../state';
import { DEFAULT_PAYMENT_RULES } from './rules';
import { wakeAtMs } from '../timers';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MANUAL = { ...PAYLOAD, captureMethod: 'manual' } as const;
const OWN = { captureMethod: 'manual', captureWindowMs: HOUR_MS } as const;

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });
/** Without an answer, the customer has yet to choose how to pay. */
const createWith = (more: object, first: FirstAnswer | null = answer('authorized')): PaymentStep => ({
  type: 'payments.create',
  payload: { ...MANUAL, ...more, ...(first && { instrument: INSTRUMENT }) },
  ...(first && { answer: first }),
});

describe('the capture window of a payment', () => {
  it('is the one that the payment was created with, from the authorization on', () => {
    const { state } = given([]).when(createWith({ captureWindowMs: HOUR_MS }));
    expect(state).toMatchObject({ status: 'authorized', terms: OWN, captureBeforeMs: NOW_MS + HOUR_MS });
  });

  it('is that of the rules where the payment has none of its own, and stays so when the rules change', () => {
    const { state, events } = given([]).when(createWith({}, null));
    expect(state).toMatchObject({ status: 'created', terms: { captureWindowMs: 3 * DAY_MS } });
    const changed = specificationOf(paymentDecider({ ...DEFAULT_PAYMENT_RULES, captureWindowMs: HOUR_MS }), { nowMs: NOW_MS });
    const confirmed = changed.given(events).when({ ...COMMANDS['payments.confirm'], answer: answer('authorized') });
    expect(confirmed.state).toMatchObject({ status: 'authorized', captureBeforeMs: NOW_MS + 3 * DAY_MS });
  });

  it('is none with automatic capture', () => {
    const { events } = given([]).when(createWith({ captureMethod: 'automatic', captureWindowMs: HOUR_MS }));
    expect(events[0]?.data).not.toHaveProperty('captureWindowMs');
  });

  it('of a payment that was stored without one is that of the rules', () => {
    const { state } = given([created({ captureMethod: 'manual' }), begun({ answersLater: undefined })]).when(outcome('authorized'));
    expect(state).toMatchObject({ status: 'authorized', captureBeforeMs: NOW_MS + 3 * DAY_MS });
  });

  it('holds for late money that is kept for a capture', () => {
    const holding = specificationOf(paymentDecider({ ...DEFAULT_PAYMENT_RULES, lateAuthorization: 'hold' }), { nowMs: NOW_MS });
    const failed = [created(OWN), ...HISTORY.failed.slice(1)];
    const { state } = holding.given(failed).when(recordAnswer(answer('authorized')));
    expect(state).toMatchObject({ status: 'authorized', lateAuthorized: true, captureBeforeMs: NOW_MS + HOUR_MS });
  });

  it('ends the payment as it closes and not before; a capture after that is refused with the reason', () => {
    const { events } = given([]).when(createWith({ captureWindowMs: 12 * MINUTE_MS }));
    const at = (afterMs: number) => given(events).when(COMMANDS['payments.wake'], { nowMs: NOW_MS + afterMs });
    expect(at(12 * MINUTE_MS - 1).events).toEqual([]);
    const over = at(12 * MINUTE_MS);
    expect(over.state).toMatchObject({ status: 'cancelled', reason: 'uncaptured_expired' });
    const refused = given([...events, ...over.events]).when(COMMANDS['payments.capture']);
    expect(refused.refusal).toMatchObject({ code: 'state_conflict', details: { current_status: 'cancelled' } });
  });

  it('makes a processor behind a network let go as it closes', () => {
    const { state, events } = given([created(OWN), begun()]).when(outcome('authorized'));
    expect(wakeAtMs(state, DEFAULT_PAYMENT_RULES)).toBe(NOW_MS + HOUR_MS);
    const signalled = given([created(OWN), begun(), ...events]).when(COMMANDS['payments.wake'], { nowMs: NOW_MS + HOUR_MS });
    expect(signalled.events).toMatchObject([
      { type: 'payment.call_requested', data: { call: { kind: 'void', reason: 'uncaptured_expired' } } },
    ]);
  });

  it('counts from the authorization by whichever way the payment came to it, however long after', () => {
    const windows = fc.integer({ min: CAPTURE_WINDOW_SECONDS.min, max: CAPTURE_WINDOW_SECONDS.max }).map((seconds) => seconds * 1_000);
    const decider = paymentDecider({ ...DEFAULT_PAYMENT_RULES, lateAuthorization: 'hold' });
    fc.assert(
      fc.property(windows, fc.constantFrom(...Object.keys(WAYS)), fc.integer({ min: 0, max: 500_000 }), (window, way, afterMs) => {
        const { first, then } = WAYS[way]!;
        let state: PaymentState = INITIAL_PAYMENT;
        const events: PaymentEvent[] = [];
        const play = (command: PaymentStep, nowMs: number): void => {
          const decision = decider.decide(command, state, { nowMs });
          if (!decision.accepted) throw new Error(`${command.type} was refused`);
          events.push(...decision.events);
          state = replay(decider, decision.events, state);
        };
        play(createWith({ captureWindowMs: window }, first), NOW_MS);
        if (then !== undefined) play(then, NOW_MS + afterMs);
        if (state.status !== 'authorized') throw new Error(`${way} leads to ${shortOf(events)}`);
        expect(Number(state.captureBeforeMs) - state.authorizedAtMs).toBe(window);
      }),
      { numRuns: 500 },
    );
  });
});

const OTP = { kind: 'otp', length: 6, expiresAtMs: EXPIRES_AT_MS } as const;
const AUTHORIZED = answer('authorized');
const REPORTED = recordAnswer(AUTHORIZED);

/** How a payment comes to be authorized: what its first attempt was answered, and what came then. */
const WAYS: Record<string, { first: FirstAnswer | null; then?: PaymentStep }> = {
  'at once': { first: AUTHORIZED },
  'by a confirmation': { first: null, then: { ...COMMANDS['payments.confirm'], answer: AUTHORIZED } },
  'by a simulation': { first: null, then: { ...COMMANDS['payments.simulate'], answer: AUTHORIZED } },
  'by an outcome': { first: answer('processing'), then: REPORTED },
  'by an outcome of a network': { first: { processor: 'sandbox' }, then: REPORTED },
  'by the customer acting': { first: answer('requires_action', { nextAction: OTP }), then: REPORTED },
  'by a one-time password': {
    first: answer('requires_action', { nextAction: OTP }),
    then: { ...COMMANDS['payments.submit_otp'], answer: AUTHORIZED },
  },
  'by late money': { first: answer('failed'), then: REPORTED },
};
