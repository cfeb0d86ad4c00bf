import { specificationOf } from '#decider';
import { LATE_REFUND_ID, notTakenOn, paymentDecider } from '../../../test/payment-decider';
import {
  AMOUNT,
  answer,
  ATTEMPT,
  COMMANDS,
  DAY_MS,
  EXPIRES_AT_MS,
  HISTORY,
  NOW_MS,
  PAYLOAD,
  shortOf,
  recordAnswer,
} from '../../../test/payment-histories';
import type { PaymentEvent } from '../events';
import { DEFAULT_PAYMENT_RULES } from './rules';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });

const TIMED_OUT = { failure: { reason: 'payment_timed_out', networkCode: null } } as const;

describe('the outcome of an attempt', () => {
  const outcome = (state: Parameters<typeof answer>[0], change = {}) => recordAnswer(answer(state, change));

  it('that is simulated for money that is held is refused, also under the new number that the sandbox gives it', () => {
    const simulated = { ...COMMANDS['payments.simulate'], answer: answer('authorized', { reference: 'sbx_played' }) };
    expect(given(HISTORY.authorized).when(simulated).refusal).toMatchObject({ code: 'state_conflict' });
  });

  it.each([
    ['captured', 'created authorized captured'],
    ['authorized', 'created authorized'],
    ['processing', 'created processing'],
    ['failed', 'created failed'],
    ['expired', 'created expired'],
    ['cancelled', 'created cancelled'],
  ] as const)('%s at creation: %s', (state, cell) => {
    const { events, decision } = given([]).when({ ...COMMANDS['payments.create'], answer: answer(state) });
    expect(shortOf(events)).toBe(cell);
    expect(decision).toMatchObject({ status: 201 });
  });

  it.each([
    ['authorized', '! state_conflict'],
    ['failed', '! state_conflict'],
    ['processing', '! state_conflict'],
    ['captured', 'captured'],
    ['expired', 'cancelled'],
  ] as const)('%s, simulated while the money is held: %s', (word, cell) => {
    const { events, refusal } = given(HISTORY.authorized).when({ ...COMMANDS['payments.simulate'], answer: answer(word) });
    expect(refusal === null ? shortOf(events) : `! ${refusal.code}`).toBe(cell);
  });

  it('a customer who has to act at creation', () => {
    const nextAction = { kind: 'wait', expiresAtMs: EXPIRES_AT_MS } as const;
    const { state } = given([]).when({ ...COMMANDS['payments.create'], answer: answer('requires_action', { nextAction }) });
    expect(state).toMatchObject({ status: 'requires_action', nextAction });
  });

  it('without a chosen method the payment waits in created', () => {
    const { state, events } = given([]).when({ type: 'payments.create', payload: PAYLOAD });
    expect(shortOf(events)).toBe('created');
    expect(state).toMatchObject({ status: 'created', terms: { expiresAtMs: EXPIRES_AT_MS } });
  });

  it('nothing comes of a payment that would have expired before it began', () => {
    const { decision, events } = given([]).when({ type: 'payments.create', payload: { ...PAYLOAD, expiresAtMs: NOW_MS } });
    expect(events).toEqual([]);
    expect(decision).toMatchObject({
      refusal: { code: 'parameter_invalid', details: { param: 'expires_at', reason: 'expires_at_passed' } },
    });
  });

  it('a processor behind a network leaves the payment processing until it answers', () => {
    const { state } = given([]).when({ ...COMMANDS['payments.create'], answer: { processor: 'razorpay' } });
    expect(state).toMatchObject({ status: 'processing', attempt: { processor: 'razorpay', reference: null, number: 1 } });
  });

  it('a decline of a confirm is stored and answered with 402', () => {
    const { decision, state } = given(HISTORY.created).when({ ...COMMANDS['payments.confirm'], answer: answer('failed') });
    expect(decision).toMatchObject({ accepted: true, status: 402 });
    expect(state.status).toBe('failed');
  });

  it('an unknown outcome stays processing, is published once, and is polled', () => {
    const pending = outcome('processing', TIMED_OUT);
    const first = given(HISTORY.processing).when(pending);
    expect(shortOf(first.events)).toBe('outcome_unknown');
    expect(first.state).toMatchObject({ status: 'processing', checkAtMs: NOW_MS + DEFAULT_PAYMENT_RULES.pollIntervalMs });
    const later = { nowMs: NOW_MS + DEFAULT_PAYMENT_RULES.pollIntervalMs };
    const second = given([...HISTORY.processing, ...first.events]).when(
      { ...COMMANDS['payments.wake'], answer: answer('processing', TIMED_OUT) },
      later,
    );
    expect(shortOf(second.events)).toBe('status_checked');
  });

  it('becomes failed only when the polling window of three days is over', () => {
    const before = given(HISTORY.processing).when(COMMANDS['payments.wake'], { nowMs: NOW_MS + 3 * DAY_MS - 1 });
    expect(before.state.status).toBe('processing');
    const after = given(HISTORY.processing).when(
      { ...COMMANDS['payments.wake'], answer: answer('processing') },
      { nowMs: NOW_MS + 3 * DAY_MS },
    );
    expect(after.state).toMatchObject({ status: 'failed', failure: { reason: 'payment_timed_out' } });
  });

  it('is taken even when it arrives at the end of the polling window', () => {
    const open = { attempt: ATTEMPT, atMs: NOW_MS, checkAtMs: NOW_MS + 3 * DAY_MS };
    const { state } = given([...HISTORY.created, { type: 'payment.processing', data: open }]).when(
      { ...COMMANDS['payments.wake'], answer: answer('captured') },
      { nowMs: NOW_MS + 3 * DAY_MS },
    );
    expect(state.status).toBe('captured');
  });

  it('a definite decline may be tried at another processor within the payment', () => {
    const { events, state } = given(HISTORY.processing).when(notTakenOn(outcome('failed'), { processor: 'cashfree' }));
    expect(shortOf(events)).toBe('attempt.failed attempt.started');
    expect(state).toMatchObject({ status: 'processing', attempt: { number: 2, processor: 'cashfree' } });
  });

  it('an earlier attempt that turns out paid is recorded once and does not count twice', () => {
    const second: PaymentEvent = { type: 'payment.processing', data: { attempt: { ...ATTEMPT, number: 2 }, atMs: NOW_MS } };
    const history = [...HISTORY.failed, second];
    const first = given(history).when(outcome('captured'));
    expect(shortOf(first.events)).toBe('attempt.succeeded');
    expect(first.state.status).toBe('processing');
    expect(given([...history, ...first.events]).when(outcome('captured')).events).toEqual([]);
  });

  it('another step of the customer', () => {
    const nextAction = { kind: 'otp', length: 6, expiresAtMs: EXPIRES_AT_MS } as const;
    expect(given(HISTORY.processing).when(outcome('requires_action', { nextAction })).state.status).toBe('requires_action');
  });
});

describe('money that turns up after the end', () => {
  const late = recordAnswer(answer('authorized'));
  const underPolicy = (lateAuthorization: 'capture' | 'refund' | 'hold') =>
    specificationOf(paymentDecider({ ...DEFAULT_PAYMENT_RULES, lateAuthorization }), { nowMs: NOW_MS });

  it.each(['failed', 'expired', 'cancelled'] as const)('is captured by default after %s', (status) => {
    const { state } = underPolicy('capture').given(HISTORY[status]).when(late);
    expect(state).toMatchObject({ status: 'captured', lateAuthorized: true, capturedAmount: AMOUNT });
  });

  it('is held under the policy hold, until it is captured or its window ends', () => {
    const { state } = underPolicy('hold').given(HISTORY.failed).when(late);
    expect(state).toMatchObject({ status: 'authorized', lateAuthorized: true, captureBeforeMs: NOW_MS + 3 * DAY_MS });
  });

  it('goes back under the policy refund: UPI by a refund, a card by letting the authorization go', () => {
    const upi = underPolicy('refund').given(HISTORY.failed).when(late);
    expect(upi.state).toMatchObject({ status: 'captured', refunds: { pending: { [LATE_REFUND_ID]: AMOUNT } } });
    const card = recordAnswer(answer('authorized', { instrument: { method: 'card', card: null } }));
    const released = underPolicy('refund').given(HISTORY.failed).when(card);
    expect(released.state).toMatchObject({ status: 'cancelled', reason: 'late_authorization' });
    expect(
      underPolicy('refund')
        .given([...HISTORY.failed, ...released.events])
        .when(card).events,
    ).toEqual([]);
  });
});

describe('time', () => {
  const at = (nowMs: number) => ({ nowMs });

  it.each(['created', 'requires_action'] as const)('%s expires at expires_at and not before', (status) => {
    expect(given(HISTORY[status]).when(COMMANDS['payments.wake'], at(EXPIRES_AT_MS - 1)).events).toEqual([]);
    expect(given(HISTORY[status]).when(COMMANDS['payments.wake'], at(EXPIRES_AT_MS)).state.status).toBe('expired');
  });

  it('an authorization that is not captured is cancelled after three days', () => {
    expect(given(HISTORY.authorized).when(COMMANDS['payments.wake'], at(NOW_MS + 3 * DAY_MS - 1)).events).toEqual([]);
    const { state } = given(HISTORY.authorized).when(COMMANDS['payments.wake'], at(NOW_MS + 3 * DAY_MS));
    expect(state).toMatchObject({ status: 'cancelled', reason: 'uncaptured_expired' });
  });

  it('a failed payment can be confirmed again until expires_at', () => {
    expect(given(HISTORY.failed).when(COMMANDS['payments.confirm'], at(EXPIRES_AT_MS - 1)).state).toMatchObject({
      status: 'captured',
      attempt: { number: 2 },
    });
    expect(given(HISTORY.failed).when(COMMANDS['payments.confirm'], at(EXPIRES_AT_MS)).refusal?.code).toBe('state_conflict');
  });

  it('a payment cannot be refunded 180 days after its capture', () => {
    expect(given(HISTORY.captured).when(COMMANDS['payments.request_refund'], at(NOW_MS + 180 * DAY_MS)).refusal).toMatchObject({
      code: 'payment_not_refundable',
      details: { reason: 'refund_window_over' },
    });
  });
});

describe('amounts', () => {
  const capture = (amount: number) => given(HISTORY.authorized).when({ type: 'payments.capture', payload: { amount } });
  const refund = (history: readonly PaymentEvent[], refundId: string, amount: number | null) =>
    given(history).when({ type: 'payments.request_refund', payload: { refundId, amount, reason: 'other' } });

  it('refuses to capture more than was authorized, or nothing', () => {
    expect(capture(AMOUNT + 1).refusal?.code).toBe('capture_amount_exceeds_authorized');
    expect(capture(0).refusal?.code).toBe('amount_too_small');
    expect(capture(AMOUNT - 1).state).toMatchObject({ status: 'captured', capturedAmount: AMOUNT - 1 });
  });

  it('refuses to refund more than was captured, reserved refunds counted', () => {
    const first = refund(HISTORY.captured, 'rfnd_a', AMOUNT - 100);
    const history = [...HISTORY.captured, ...first.events];
    expect(refund(history, 'rfnd_b', 101).refusal?.code).toBe('refund_amount_exceeds_available');
    expect(refund(history, 'rfnd_b', 100).refusal).toBeNull();
    expect(refund(history, 'rfnd_a', AMOUNT).events).toEqual([]);
  });

  it('stays captured until the refunds reach what was captured, and comes back when one fails', () => {
    const history: PaymentEvent[] = [...HISTORY.captured];
    for (const [id, amount, status] of [
      ['a', 20_000, 'captured'],
      ['b', null, 'refunded'],
    ] as const) {
      history.push(...refund(history, id, amount).events);
      const done = given(history).when({ type: 'payments.refund_processed', payload: { refundId: id } });
      history.push(...done.events);
      expect(done.state.status).toBe(status);
    }
    const returned = given(history).when({ type: 'payments.refund_failed', payload: { refundId: 'a' } });
    expect(returned.state).toMatchObject({ status: 'captured', refunds: { processed: { b: 30_000 } } });
  });

  it('a refund that fails before it was sent frees its amount', () => {
    const history = [...HISTORY.captured, ...refund(HISTORY.captured, 'a', null).events];
    const failed = given(history).when({ type: 'payments.refund_failed', payload: { refundId: 'a' } });
    expect(refund([...history, ...failed.events], 'b', AMOUNT).refusal).toBeNull();
  });
});

describe('text', () => {
  it('merges metadata key by key, null removes, and a change of nothing stores nothing', () => {
    const first = given(HISTORY.captured).when({ type: 'payments.update', payload: { metadata: { a: 1, b: 'x' } } });
    const history = [...HISTORY.captured, ...first.events];
    const second = given(history).when({ type: 'payments.update', payload: { metadata: { a: null, c: true }, description: null } });
    expect(second.state).toMatchObject({ terms: { metadata: { b: 'x', c: true } } });
    expect(given(history).when({ type: 'payments.update', payload: { metadata: { a: 1 } } }).events).toEqual([]);
  });
});
