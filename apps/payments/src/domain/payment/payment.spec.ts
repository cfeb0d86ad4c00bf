import { specificationOf } from '#decider';
import type { PaymentStatus } from '#contracts';
import { paymentDecider } from './decide';
import type { PaymentEvent } from './events';
import { AMOUNT, answer, ATTEMPT, DAY_MS, EXPIRES_AT_MS, HISTORY, INSTRUMENT, NOW_MS, TERMS } from './histories';
import type { InstructionOf, PaymentInstruction, PaymentInstructionType } from './instructions';
import { PAYMENT_STATE_NAMES, type PaymentState } from './payment';
import { DEFAULT_PAYMENT_RULES } from './rules';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });
const { expiresAtMs: _later, ...PAYLOAD } = TERMS;
const lateRefundId = 'rfnd_late';

/** One command of every kind, each with the outcome that moves the most. */
const COMMANDS: { [TType in PaymentInstructionType]: InstructionOf<TType> } = {
  CreatePayment: { type: 'CreatePayment', payload: { ...PAYLOAD, instrument: INSTRUMENT }, answer: answer('captured') },
  ConfirmPayment: { type: 'ConfirmPayment', payload: { instrument: INSTRUMENT }, answer: answer('captured') },
  CapturePayment: { type: 'CapturePayment', payload: { amount: null } },
  CancelPayment: { type: 'CancelPayment', payload: { reason: 'requested_by_customer' } },
  UpdatePayment: { type: 'UpdatePayment', payload: { description: 'New' } },
  RecordOutcome: { type: 'RecordOutcome', attempt: 1, answer: answer('captured'), lateRefundId },
  RequestRefund: { type: 'RequestRefund', payload: { refundId: 'rfnd_2', amount: null, reason: 'other' } },
  RecordRefundProcessed: { type: 'RecordRefundProcessed', payload: { refundId: 'rfnd_2' } },
  RecordRefundFailed: { type: 'RecordRefundFailed', payload: { refundId: 'rfnd_1' } },
  WakePayment: { type: 'WakePayment', lateRefundId },
};

/** Events in short, or the code of the refusal. */
type Cell = string;
type Row = Record<PaymentInstructionType, Cell>;

const MISSING = '! resource_missing';
const CONFLICT = '! state_conflict';
const PAID = 'authorized captured';
const NOTHING = '';

/** State × command → what happens (spec/api.md 4). Woken at the very instant that nothing is due. */
const TABLE = {
  none: {
    CreatePayment: `created processing ${PAID}`,
    ConfirmPayment: MISSING,
    CapturePayment: MISSING,
    CancelPayment: MISSING,
    UpdatePayment: MISSING,
    RecordOutcome: MISSING,
    RequestRefund: MISSING,
    RecordRefundProcessed: MISSING,
    RecordRefundFailed: MISSING,
    WakePayment: MISSING,
  },
  created: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: `processing ${PAID}`,
    CapturePayment: CONFLICT,
    CancelPayment: 'cancelled',
    UpdatePayment: 'updated',
    RecordOutcome: CONFLICT,
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    WakePayment: NOTHING,
  },
  requires_action: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: `processing ${PAID}`,
    CapturePayment: CONFLICT,
    CancelPayment: 'cancelled',
    UpdatePayment: 'updated',
    RecordOutcome: `processing ${PAID}`,
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    WakePayment: NOTHING,
  },
  processing: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: CONFLICT,
    CapturePayment: CONFLICT,
    CancelPayment: CONFLICT,
    UpdatePayment: 'updated',
    RecordOutcome: PAID,
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    WakePayment: NOTHING,
  },
  authorized: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: CONFLICT,
    CapturePayment: 'captured',
    CancelPayment: 'cancelled',
    UpdatePayment: 'updated',
    RecordOutcome: 'captured',
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    WakePayment: NOTHING,
  },
  captured: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: CONFLICT,
    CapturePayment: '! payment_already_captured',
    CancelPayment: CONFLICT,
    UpdatePayment: 'updated',
    RecordOutcome: NOTHING,
    RequestRefund: 'refund_requested',
    RecordRefundProcessed: MISSING,
    RecordRefundFailed: NOTHING,
    WakePayment: NOTHING,
  },
  failed: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: `processing ${PAID}`,
    CapturePayment: CONFLICT,
    CancelPayment: CONFLICT,
    UpdatePayment: 'updated',
    RecordOutcome: 'late_authorized captured',
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    WakePayment: NOTHING,
  },
  cancelled: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: CONFLICT,
    CapturePayment: CONFLICT,
    CancelPayment: CONFLICT,
    UpdatePayment: 'updated',
    RecordOutcome: 'late_authorized captured',
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    WakePayment: NOTHING,
  },
  expired: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: CONFLICT,
    CapturePayment: CONFLICT,
    CancelPayment: CONFLICT,
    UpdatePayment: 'updated',
    RecordOutcome: 'late_authorized captured',
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    WakePayment: NOTHING,
  },
  refunded: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: CONFLICT,
    CapturePayment: '! payment_already_captured',
    CancelPayment: CONFLICT,
    UpdatePayment: 'updated',
    RecordOutcome: NOTHING,
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: MISSING,
    RecordRefundFailed: 'refund_returned',
    WakePayment: NOTHING,
  },
} satisfies Record<PaymentState['status'], Row>;

const shortOf = (events: readonly PaymentEvent[]): Cell => events.map(({ type }) => type.replace('payment.', '')).join(' ');

const CELLS = Object.entries(TABLE).flatMap(([state, row]) =>
  Object.entries(row).map(([command, cell]) => ({
    state: state as PaymentState['status'],
    command: command as PaymentInstructionType,
    cell,
  })),
);

describe('the refusal table', () => {
  it('has a cell for every state and command', () => {
    const states = ['none', ...Object.keys(PAYMENT_STATE_NAMES)];
    expect(Object.keys(TABLE).sort()).toEqual(states.sort());
    expect(CELLS).toHaveLength(states.length * Object.keys(COMMANDS).length);
  });

  it.each(CELLS)('$state × $command → $cell', ({ state, command, cell }) => {
    const { events, refusal } = given(HISTORY[state]).when(COMMANDS[command] as PaymentInstruction);
    expect(refusal === null ? shortOf(events) : `! ${refusal.code}`).toBe(cell);
  });

  it.each(CELLS.filter(({ cell }) => cell === CONFLICT))(
    '$state × $command names the state and where it would be allowed',
    ({ state, command }) => {
      const { refusal } = given(HISTORY[state]).when(COMMANDS[command] as PaymentInstruction);
      expect(refusal?.details?.current_status).toBe(state);
      const allowedFrom = refusal?.details?.allowed_from as PaymentStatus[];
      expect(allowedFrom.length).toBeGreaterThan(0);
      // Where the refusal says it is allowed, the same command is not refused for its state: the time alone may be over.
      for (const other of allowedFrom) {
        const there = given(HISTORY[other]).when(COMMANDS[command] as PaymentInstruction).refusal;
        expect(there?.code).not.toBe('state_conflict');
      }
    },
  );
});

describe('the outcome of an attempt', () => {
  const outcome = (state: Parameters<typeof answer>[0], change = {}): InstructionOf<'RecordOutcome'> => ({
    type: 'RecordOutcome',
    attempt: 1,
    answer: answer(state, change),
    lateRefundId,
  });

  it.each([
    ['captured', 'created processing authorized captured'],
    ['authorized', 'created processing authorized'],
    ['processing', 'created processing'],
    ['failed', 'created processing failed'],
    ['expired', 'created expired'],
    ['cancelled', 'created processing cancelled'],
  ] as const)('%s at creation: %s', (state, cell) => {
    const { events, decision } = given([]).when({ ...COMMANDS.CreatePayment, answer: answer(state) });
    expect(shortOf(events)).toBe(cell);
    expect(decision).toMatchObject({ status: 201 });
  });

  it('a customer who has to act at creation', () => {
    const nextAction = { kind: 'wait', expiresAtMs: EXPIRES_AT_MS } as const;
    const { state } = given([]).when({ ...COMMANDS.CreatePayment, answer: answer('requires_action', { nextAction }) });
    expect(state).toMatchObject({ status: 'requires_action', nextAction });
  });

  it('without a chosen method the payment waits in created', () => {
    const { state, events } = given([]).when({ type: 'CreatePayment', payload: PAYLOAD });
    expect(shortOf(events)).toBe('created');
    expect(state).toMatchObject({ status: 'created', terms: { expiresAtMs: EXPIRES_AT_MS } });
  });

  it('a processor behind a network leaves the payment processing until it answers', () => {
    const { state } = given([]).when({ ...COMMANDS.CreatePayment, answer: { processor: 'razorpay' } });
    expect(state).toMatchObject({ status: 'processing', attempt: { processor: 'razorpay', reference: null, number: 1 } });
  });

  it('a decline of a confirm is stored and answered with 402', () => {
    const { decision, state } = given(HISTORY.created).when({ ...COMMANDS.ConfirmPayment, answer: answer('failed') });
    expect(decision).toMatchObject({ accepted: true, status: 402 });
    expect(state.status).toBe('failed');
  });

  it('an unknown outcome stays processing, is told once, and is asked for again', () => {
    const pending = outcome('processing', { failure: { reason: 'payment_timed_out', networkCode: null } });
    const first = given(HISTORY.processing).when(pending);
    expect(shortOf(first.events)).toBe('outcome_unknown');
    expect(first.state).toMatchObject({ status: 'processing', checkAtMs: NOW_MS + DEFAULT_PAYMENT_RULES.pollIntervalMs });
    const later = { nowMs: NOW_MS + DEFAULT_PAYMENT_RULES.pollIntervalMs };
    const second = given([...HISTORY.processing, ...first.events]).when({ ...COMMANDS.WakePayment, answer: pending.answer }, later);
    expect(shortOf(second.events)).toBe('status_checked');
  });

  it('becomes failed only when the polling window of three days is over', () => {
    const before = given(HISTORY.processing).when(COMMANDS.WakePayment, { nowMs: NOW_MS + 3 * DAY_MS - 1 });
    expect(before.state.status).toBe('processing');
    const after = given(HISTORY.processing).when({ ...COMMANDS.WakePayment, answer: answer('processing') }, { nowMs: NOW_MS + 3 * DAY_MS });
    expect(after.state).toMatchObject({ status: 'failed', failure: { reason: 'payment_timed_out' } });
  });

  it('is taken even when it arrives at the end of the polling window', () => {
    const { state } = given(HISTORY.processing).when(
      { ...COMMANDS.WakePayment, answer: answer('captured') },
      { nowMs: NOW_MS + 3 * DAY_MS },
    );
    expect(state.status).toBe('captured');
  });

  it('a definite decline may be tried at another processor within the payment', () => {
    const { events, state } = given(HISTORY.processing).when({ ...outcome('failed'), retryOn: 'cashfree' });
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
  const late = { ...COMMANDS.RecordOutcome, answer: answer('authorized') };
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
    expect(upi.state).toMatchObject({ status: 'captured', refunds: { pending: { [lateRefundId]: AMOUNT } } });
    const card = { ...late, answer: answer('authorized', { instrument: { method: 'card', card: null } }) };
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
    expect(given(HISTORY[status]).when(COMMANDS.WakePayment, at(EXPIRES_AT_MS - 1)).events).toEqual([]);
    expect(given(HISTORY[status]).when(COMMANDS.WakePayment, at(EXPIRES_AT_MS)).state.status).toBe('expired');
  });

  it('an authorization that nobody captures is cancelled after three days', () => {
    expect(given(HISTORY.authorized).when(COMMANDS.WakePayment, at(NOW_MS + 3 * DAY_MS - 1)).events).toEqual([]);
    const { state } = given(HISTORY.authorized).when(COMMANDS.WakePayment, at(NOW_MS + 3 * DAY_MS));
    expect(state).toMatchObject({ status: 'cancelled', reason: 'uncaptured_expired' });
  });

  it('a failed payment can be confirmed again until expires_at', () => {
    expect(given(HISTORY.failed).when(COMMANDS.ConfirmPayment, at(EXPIRES_AT_MS - 1)).state).toMatchObject({
      status: 'captured',
      attempt: { number: 2 },
    });
    expect(given(HISTORY.failed).when(COMMANDS.ConfirmPayment, at(EXPIRES_AT_MS)).refusal?.code).toBe('state_conflict');
  });

  it('a payment cannot be refunded 180 days after its capture', () => {
    expect(given(HISTORY.captured).when(COMMANDS.RequestRefund, at(NOW_MS + 180 * DAY_MS)).refusal).toMatchObject({
      code: 'payment_not_refundable',
      details: { reason: 'refund_window_over' },
    });
  });
});

describe('amounts', () => {
  const capture = (amount: number) => given(HISTORY.authorized).when({ type: 'CapturePayment', payload: { amount } });
  const refund = (history: readonly PaymentEvent[], refundId: string, amount: number | null) =>
    given(history).when({ type: 'RequestRefund', payload: { refundId, amount, reason: 'other' } });

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
      const done = given(history).when({ type: 'RecordRefundProcessed', payload: { refundId: id } });
      history.push(...done.events);
      expect(done.state.status).toBe(status);
    }
    const returned = given(history).when({ type: 'RecordRefundFailed', payload: { refundId: 'a' } });
    expect(returned.state).toMatchObject({ status: 'captured', refunds: { processed: { b: 30_000 } } });
  });

  it('a refund that fails before it was sent frees its amount', () => {
    const history = [...HISTORY.captured, ...refund(HISTORY.captured, 'a', null).events];
    const failed = given(history).when({ type: 'RecordRefundFailed', payload: { refundId: 'a' } });
    expect(refund([...history, ...failed.events], 'b', AMOUNT).refusal).toBeNull();
  });
});

describe('text', () => {
  it('merges metadata key by key, null removes, and a change of nothing stores nothing', () => {
    const first = given(HISTORY.captured).when({ type: 'UpdatePayment', payload: { metadata: { a: 1, b: 'x' } } });
    const history = [...HISTORY.captured, ...first.events];
    const second = given(history).when({ type: 'UpdatePayment', payload: { metadata: { a: null, c: true }, description: null } });
    expect(second.state).toMatchObject({ terms: { metadata: { b: 'x', c: true } } });
    expect(given(history).when({ type: 'UpdatePayment', payload: { metadata: { a: 1 } } }).events).toEqual([]);
  });
});
