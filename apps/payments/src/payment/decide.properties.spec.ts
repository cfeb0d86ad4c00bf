import type { LateAuthorizationPolicy } from '#contracts';
import { replay } from '#decider';
import fc from 'fast-check';
import { paymentDecider, type PaymentStep } from '../../test/payment-decider';
import { AMOUNT, answer, DAY_MS, HISTORY, INSTRUMENT, NOW_MS, PAYLOAD, TERMS } from '../../test/payment-histories';
import type { AttemptAnswer, FirstAnswer } from './decide/attempt-result';
import type { PaymentEvent } from './events';
import { INITIAL_PAYMENT, isSettled, refundableAmount, refundedAmount, type PaymentState } from './state';
import { wakeAtMs } from './timers';
import { DEFAULT_PAYMENT_RULES } from './decide/rules';

/** Captured more often than the rest, so that refunds are reached. */
const STATES: AttemptAnswer['state'][] = [
  'requires_action',
  'processing',
  'authorized',
  'captured',
  'captured',
  'failed',
  'cancelled',
  'expired',
];

const answers: fc.Arbitrary<AttemptAnswer> = fc
  .record({ state: fc.constantFrom(...STATES), checkAfterMs: fc.option(fc.integer({ min: -10, max: 4 * DAY_MS }), { nil: undefined }) })
  .map(({ state, checkAfterMs }) =>
    answer(state, {
      ...(state === 'requires_action' && { nextAction: { kind: 'wait', expiresAtMs: TERMS.expiresAtMs } as const }),
      ...(checkAfterMs !== undefined && { checkAtMs: NOW_MS + checkAfterMs }),
    }),
  );
const firstAnswers: fc.Arbitrary<FirstAnswer> = fc.oneof(answers, fc.constant({ processor: 'razorpay' }));
const refundIds = fc.constantFrom('rfnd_1', 'rfnd_2');
const amounts = fc.oneof(fc.constant(null), fc.integer({ min: -1, max: AMOUNT + 1 }));

const commands: fc.Arbitrary<PaymentStep> = fc.oneof(
  firstAnswers.map((first) => ({ type: 'payments.create', payload: { ...PAYLOAD, instrument: INSTRUMENT }, answer: first }) as const),
  firstAnswers.map((first) => ({ type: 'payments.confirm', payload: { instrument: INSTRUMENT }, answer: first }) as const),
  amounts.map((amount) => ({ type: 'payments.capture', payload: { amount } }) as const),
  fc.constant({ type: 'payments.cancel', payload: { reason: null } } as const),
  fc.constant({ type: 'payments.update', payload: { description: 'New' } } as const),
  fc
    .record({ attempt: fc.integer({ min: 1, max: 3 }), answer: answers, another: fc.constantFrom(undefined, { processor: 'other' }) })
    .map(({ another, ...payload }) => {
      const mayTryElsewhere = another && (true as const);
      return { type: 'payments.record_outcome', payload: { ...payload, mayTryElsewhere }, another } as const;
    }),
  fc
    .tuple(refundIds, amounts)
    .map(([refundId, amount]) => ({ type: 'payments.request_refund', payload: { refundId, amount, reason: 'other' } }) as const),
  refundIds.map((refundId) => ({ type: 'payments.refund_processed', payload: { refundId } }) as const),
  refundIds.map((refundId) => ({ type: 'payments.refund_failed', payload: { refundId } }) as const),
  fc.option(answers, { nil: undefined }).map((reported) => ({ type: 'payments.wake', payload: {}, answer: reported }) as const),
);
const creates = fc
  .option(answers, { nil: undefined })
  .map((first) => ({ type: 'payments.create', payload: { ...PAYLOAD, ...(first && { instrument: INSTRUMENT }) }, answer: first }) as const);
const afterMs = fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: DAY_MS }));
const steps = fc
  .tuple(creates, fc.array(fc.record({ command: commands, afterMs }), { maxLength: 30 }))
  .map(([first, rest]) => [{ command: first, afterMs: 0 }, ...rest]);
const policies = fc.constantFrom<LateAuthorizationPolicy>('capture', 'refund', 'hold');

interface Run {
  states: PaymentState[];
  events: PaymentEvent[];
}

/** Plays commands one after another, as a shard writer would. */
function play(lateAuthorization: LateAuthorizationPolicy, script: { command: PaymentStep; afterMs: number }[]): Run {
  const decider = paymentDecider({ ...DEFAULT_PAYMENT_RULES, lateAuthorization });
  const run: Run = { states: [INITIAL_PAYMENT], events: [] };
  let nowMs = NOW_MS;
  for (const { command, afterMs } of script) {
    nowMs += afterMs;
    const decision = decider.decide(command, run.states.at(-1) ?? INITIAL_PAYMENT, { nowMs });
    if (!decision.accepted) continue;
    run.events.push(...decision.events);
    run.states.push(replay(decider, decision.events, run.states.at(-1)));
  }
  return run;
}

function check(property: (run: Run) => void, more: { seed?: number } = {}): void {
  fc.assert(
    fc.property(policies, steps, (policy, script) => property(play(policy, script))),
    { numRuns: 600, ...more },
  );
}

it('walks through every state there is, or the properties would prove nothing', () => {
  const seen = new Set<string>();
  // A fixed seed: this asks about the generator, not about the payment.
  check(({ states }) => states.forEach(({ status }) => seen.add(status)), { seed: 1 });
  expect([...seen].sort()).toEqual(Object.keys(HISTORY).sort());
});

it('never captures more than was authorized or asked for', () => {
  check(({ states }) => {
    for (const state of states.filter(isSettled)) expect(state.capturedAmount).toBeLessThanOrEqual(state.terms.amount);
  });
});

it('never refunds or reserves more than was captured, and money is never negative', () => {
  check(({ states }) => {
    for (const state of states.filter(isSettled)) {
      expect(refundedAmount(state)).toBeGreaterThanOrEqual(0);
      expect(refundableAmount(state)).toBeGreaterThanOrEqual(0);
      expect(state.capturedAmount).toBeGreaterThan(0);
      expect(Object.values(state.refunds.pending).every((amount) => amount > 0)).toBe(true);
    }
  });
});

it('says refunded exactly when everything captured has gone back', () => {
  check(({ states }) => {
    for (const state of states.filter(isSettled)) {
      expect(state.status === 'refunded').toBe(refundedAmount(state) === state.capturedAmount);
    }
  });
});

it('never lets go of money it has taken: what is settled stays settled', () => {
  check(({ states }) => {
    const first = states.findIndex(isSettled);
    if (first >= 0) expect(states.slice(first).every(isSettled)).toBe(true);
  });
});

it('captures at most once', () => {
  check(({ events }) => {
    expect(events.filter(({ type }) => type === 'payment.captured').length).toBeLessThanOrEqual(1);
  });
});

it('leaves an ended payment only by a new attempt or by money that turned up', () => {
  const ends = ['failed', 'expired', 'cancelled'];
  check(({ states }) => {
    states.forEach((state, index) => {
      const next = states[index + 1];
      if (next === undefined || !ends.includes(state.status) || next.status === state.status) return;
      const isRetry = state.status === 'failed' && 'attempt' in next && next.attempt !== null && next.attempt.number > state.attempt.number;
      expect(isRetry || ('lateAuthorized' in next && next.lateAuthorized)).toBe(true);
    });
  });
});

it('is what its events say: replaying them, through JSON, gives the same state', () => {
  check(({ states, events }) => {
    const decider = paymentDecider(DEFAULT_PAYMENT_RULES);
    const stored = JSON.parse(JSON.stringify(events)) as PaymentEvent[];
    expect(JSON.parse(JSON.stringify(replay(decider, stored)))).toEqual(JSON.parse(JSON.stringify(states.at(-1))));
  });
});

it('comes to rest when woken: every wake-up moves it on, and soon nothing is due, whatever the processor said', () => {
  const rules = DEFAULT_PAYMENT_RULES;
  const reported = fc.option(answers, { nil: undefined });
  fc.assert(
    fc.property(policies, steps, reported, (policy, script, answered) => {
      const decider = paymentDecider({ ...rules, lateAuthorization: policy });
      let state = play(policy, script).states.at(-1) ?? INITIAL_PAYMENT;
      const nowMs = wakeAtMs(state, rules);
      for (let wakes = 0; nowMs !== null && (wakeAtMs(state, rules) ?? Infinity) <= nowMs; wakes++) {
        expect(wakes).toBeLessThan(3);
        const answer = wakes === 0 && answered ? { answer: answered } : {};
        const decision = decider.decide({ type: 'payments.wake', payload: {}, ...answer }, state, { nowMs });
        const events = decision.accepted ? decision.events : [];
        expect(events).not.toEqual([]);
        state = replay(decider, events, state);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('folds any history of known and unknown events without throwing', () => {
  const event = fc.record({
    type: fc.constantFrom('payment.captured', 'payment.failed', 'payment.refunded', 'attempt.started', 'payment.brand_new'),
    data: fc.constant({
      atMs: NOW_MS,
      amount: 1,
      fee: 0,
      tax: 0,
      refundId: 'rfnd_1',
      failure: { reason: 'card_declined', networkCode: null },
    }),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 6 }), fc.boolean(), (events, isCreated) => {
      const history = [...(isCreated ? [{ type: 'payment.created', data: TERMS }] : []), ...events] as unknown as PaymentEvent[];
      expect(() => replay(paymentDecider(DEFAULT_PAYMENT_RULES), history)).not.toThrow();
    }),
  );
});
