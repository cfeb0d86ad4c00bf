import type { LateAuthorizationPolicy } from '#contracts';
import { replay } from '#decider';
import fc from 'fast-check';
import { begun, byItself, created, given, outcome, waiting } from '../../../test/network-histories';
import { paymentDecider, type PaymentStep } from '../../../test/payment-decider';
import {
  AMOUNT,
  answer,
  ATTEMPT,
  COMMANDS,
  DAY_MS,
  EXPIRES_AT_MS,
  HISTORY,
  NOW_MS,
  shortOf,
  recordAnswer,
} from '../../../test/payment-histories';
import { systemRefundIdOf } from '../attempt-id';
import { refundIdsOf } from '../../refund/ids';
import type { AttemptAnswer } from './attempt-result';
import type { PaymentEvent } from '../events';
import { attemptOf, type PaymentState } from '../state';
import { refundOrders } from './system-refunds';
import { DEFAULT_PAYMENT_RULES } from './rules';
import { wakeAtMs } from '../timers';

const ID = 'pay_0QvAb12c07ABCDEFGHIJKLMN';
const first = { reference: 'acq_1' };
const second = { reference: 'acq_2' };

/** The same attempt was begun twice at its processor, and both are paid. */
describe('a second payment of one attempt', () => {
  const captured = [created(), begun(), ...given([created(), begun()]).when(byItself('captured', first)).events];

  it('that is taken goes back whole, through the number it was paid under', () => {
    const before = given(captured).state;
    const { events, state } = given(captured).when(byItself('captured', second));
    expect(shortOf(events)).toBe('attempt.succeeded');
    expect(state).toMatchObject({ status: 'captured', capturedAmount: AMOUNT, attempt: first });
    expect(refundOrders({ id: ID, before, events }, null)).toMatchObject([
      {
        payload: {
          amount: AMOUNT,
          reason: 'duplicate',
          exceedsCapture: true,
          target: { reference: 'acq_2', attempt: 1, processor: 'acquirer' },
        },
      },
    ]);
  });

  it('is recorded once, however often it is reported, and a third is another one', () => {
    const reported = [...captured, ...given(captured).when(byItself('captured', second)).events];
    expect(given(reported).when(byItself('captured', second)).events).toEqual([]);
    expect(given(reported).when(byItself('captured', first)).events).toEqual([]);
    const third = given(reported).when(byItself('captured', { reference: 'acq_3' }));
    expect(shortOf(third.events)).toBe('attempt.succeeded');
    const orders = refundOrders({ id: ID, before: given(reported).state, events: third.events }, null);
    const ids = [
      systemRefundIdOf(ID, { kind: 'overpayment', attempt: 1 }),
      systemRefundIdOf(ID, { kind: 'overpayment', attempt: 1, nth: 1 }),
    ];
    expect(orders).toMatchObject([{ refund: { kind: 'overpayment', attempt: 1, nth: 1 }, payload: { target: { reference: 'acq_3' } } }]);
    expect(new Set(ids).size).toBe(2);
    expect(refundIdsOf(ID, third.state)).toEqual(ids);
  });

  it('that is only authorized is not refunded: it is not captured, and lapses', () => {
    expect(given(captured).when(byItself('authorized', second)).events).toEqual([]);
  });

  it('that is taken while the first is held goes back, and the first is captured all the same', () => {
    const held = [created({ captureMethod: 'manual' }), begun(), ...given([created(), begun()]).when(byItself('authorized', first)).events];
    const twice = given(held).when(byItself('captured', second));
    expect(shortOf(twice.events)).toBe('attempt.succeeded');
    expect(twice.state).toMatchObject({ status: 'authorized', attempt: first });
    const { state } = given([...held, ...twice.events]).when(outcome('captured', first));
    expect(state).toMatchObject({ status: 'captured', attempt: first });
  });

  it('whose money went back is not money that turns up late', () => {
    const held = [created({ captureMethod: 'manual' }), begun(), ...given([created(), begun()]).when(byItself('authorized', first)).events];
    const twice = [...held, ...given(held).when(byItself('captured', second)).events];
    const ended = [...twice, ...given(twice).when(byItself('cancelled', first)).events];
    expect(given(ended).state.status).toBe('cancelled');
    expect(given(ended).when(byItself('captured', second)).events).toEqual([]);
    expect(given(ended).when(outcome('captured', second)).state.status).toBe('cancelled');
  });

  it('does not keep a payment from ending, although it is reported again at every wake-up', () => {
    const reported: PaymentEvent[] = [
      ...HISTORY.authorized,
      { type: 'attempt.succeeded', data: { attempt: { ...ATTEMPT, reference: 'ref-2' }, amount: AMOUNT, atMs: NOW_MS } },
      { type: 'payment.cancelled', data: { reason: null, atMs: NOW_MS } },
      { type: 'payment.status_checked', data: { checkAtMs: NOW_MS } },
    ];
    const { events, state } = given(reported).when({ ...COMMANDS['payments.wake'], answer: answer('captured', { reference: 'ref-2' }) });
    expect(shortOf(events)).toBe('status_checked');
    expect(wakeAtMs(state, DEFAULT_PAYMENT_RULES)).toBeNull();
  });

  it('in another currency than was asked for is for people: no refund is made up', () => {
    expect(given(captured).when(byItself('captured', { ...second, currency: 'USD' })).events).toEqual([]);
  });

  it('of money that an operator settled is for people', () => {
    const resolved: PaymentEvent = { type: 'payment.resolved', data: { as: 'captured', by: 'asha', note: 'seen', atMs: NOW_MS } };
    expect(given([...captured, resolved]).when(byItself('captured', second)).events).toEqual([]);
  });

  it('of a processor that answers at once goes back too', () => {
    const again = recordAnswer(answer('captured', { reference: 'ref-2' }));
    expect(shortOf(given(HISTORY.captured).when(again).events)).toBe('attempt.succeeded');
    expect(given(HISTORY.captured).when(COMMANDS['payments.record_outcome']).events).toEqual([]);
  });
});

describe('a second number of one attempt that is still open', () => {
  it('is kept beside the first: whichever is paid counts, and the other one goes back', () => {
    const open = [created(), begun()];
    const both = [...open, ...given(open).when(byItself('processing', second)).events];
    expect(given(both).state).toMatchObject({ status: 'processing', attempt: { reference: 'acq_2', others: ['acq_1'] } });
    const paid = [...both, ...given(both).when(byItself('captured', first)).events];
    expect(given(paid).state).toMatchObject({ status: 'captured', attempt: { reference: 'acq_1', others: ['acq_2'] } });
    expect(shortOf(given(paid).when(byItself('captured', second)).events)).toBe('attempt.succeeded');
  });

  it('is kept while the customer has yet to act, too', () => {
    const { state } = given([created(), waiting]).when(byItself('captured', second));
    expect(state).toMatchObject({ status: 'captured', attempt: { reference: 'acq_2', others: ['acq_1'] } });
  });
});

describe('whatever a processor says, in whatever order', () => {
  const STATES: AttemptAnswer['state'][] = [
    'processing',
    'authorized',
    'captured',
    'captured',
    'captured',
    'failed',
    'cancelled',
    'expired',
  ];
  const reported = fc.record({
    attempt: fc.constantFrom(1, 1, 1, 2, 3),
    reference: fc.constantFrom('a', 'a', 'b', 'c'),
    state: fc.constantFrom(...STATES),
    isAsked: fc.boolean(),
  });
  const other = fc.constantFrom<PaymentStep['type']>('payments.confirm', 'payments.cancel', 'payments.capture', 'payments.wake');
  const steps = fc.array(
    fc.record({ step: fc.oneof({ weight: 4, arbitrary: reported }, other), afterMs: fc.integer({ min: 0, max: DAY_MS }) }),
    {
      maxLength: 25,
    },
  );
  const policies = fc.constantFrom<LateAuthorizationPolicy>('capture', 'refund', 'hold');
  const referenceOf = (attempt: number, reference: string): string => `acq_${attempt}_${reference}`;

  it('money of at most one number is kept, everything else goes back, and nothing goes back twice', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(policies, fc.constantFrom('automatic', 'manual'), steps, (lateAuthorization, captureMethod, script) => {
        const decider = paymentDecider({ ...DEFAULT_PAYMENT_RULES, lateAuthorization });
        let state = given([created({ captureMethod, expiresAtMs: EXPIRES_AT_MS + DAY_MS }), begun({ reference: null })]).state;
        const taken = new Set<string>();
        const kept: (string | null | undefined)[] = [];
        const back: (string | null | undefined)[] = [];
        let nowMs = NOW_MS;
        for (const { step, afterMs } of script) {
          nowMs += afterMs;
          const command = commandOf(step, state, nowMs);
          if (command === null) continue;
          const decision = decider.decide(command, state, { nowMs });
          if (!decision.accepted) continue;
          if (typeof step === 'object' && step.state === 'captured') taken.add(referenceOf(step.attempt, step.reference));
          for (const { payload } of refundOrders({ id: ID, before: state, events: decision.events }, null))
            if (payload.reason === 'duplicate') back.push(payload.target.reference);
          state = replay(decider, decision.events, state);
          if (decision.events.some(({ type }) => type === 'payment.captured')) kept.push(attemptOf(state)?.reference);
        }
        expect(kept.length).toBeLessThanOrEqual(1);
        expect([...kept, ...back].sort()).toEqual([...taken].sort());
        reached.add(`${kept.length} kept, ${Math.min(back.length, 2)} back`);
      }),
      { numRuns: 2_000 },
    );
    // The property would prove nothing without a second payment.
    expect(reached).toContain('1 kept, 2 back');
  });

  function commandOf(
    step: PaymentStep['type'] | { attempt: number; reference: string; state: AttemptAnswer['state']; isAsked: boolean },
    state: PaymentState,
    nowMs: number,
  ): PaymentStep | null {
    if (step === 'payments.confirm') return { ...COMMANDS['payments.confirm'], answer: { processor: 'acquirer' } };
    if (typeof step === 'string') return COMMANDS[step];
    // A webhook about an attempt that was never made is turned away before it is decided on.
    if (step.attempt > (attemptOf(state)?.number ?? 0)) return null;
    const reference = referenceOf(step.attempt, step.reference);
    const change = { reference, instrument: { method: 'upi', flow: 'collect', vpa: null } as const };
    const about = step.isAsked ? outcome(step.state, change, nowMs) : byItself(step.state, change);
    return { ...about, payload: { ...about.payload, attempt: step.attempt } };
  }
});
