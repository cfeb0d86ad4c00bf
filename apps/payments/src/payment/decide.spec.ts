import { specificationOf } from '#decider';
import type { PaymentStatus } from '#contracts';
import { COMMANDS, HISTORY, NOW_MS, shortOf } from '../../test/payment-histories';
import { paymentDecider } from './decide';
import type { PaymentInstructionType } from './decide/instructions';
import { PAYMENT_STATE_NAMES, type PaymentState } from './state';
import { DEFAULT_PAYMENT_RULES } from './decide/rules';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });

/** Events in short, or the code of the refusal. */
type Cell = string;
type Row = Record<PaymentInstructionType, Cell>;

const MISSING = '! resource_missing';
const CONFLICT = '! state_conflict';
const NOT_HELD = '! parameter_invalid';
const PAID = 'authorized captured';
const NOTHING = '';

/** State × command → what happens (docs/reference/state-machines.md, Payment). Woken at the very instant that nothing is due. */
const TABLE = {
  none: {
    CreatePayment: `created processing ${PAID}`,
    ConfirmPayment: MISSING,
    CapturePayment: MISSING,
    CancelPayment: MISSING,
    UpdatePayment: MISSING,
    RecordOutcome: MISSING,
    AskProcessor: MISSING,
    SubmitOtp: MISSING,
    SimulatePayment: MISSING,
    RequestRefund: MISSING,
    RecordRefundProcessed: MISSING,
    RecordRefundFailed: MISSING,
    ResolvePayment: MISSING,
    WakePayment: MISSING,
  },
  created: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: `processing ${PAID}`,
    CapturePayment: CONFLICT,
    CancelPayment: 'cancelled',
    UpdatePayment: 'updated',
    RecordOutcome: CONFLICT,
    AskProcessor: NOTHING,
    SubmitOtp: CONFLICT,
    SimulatePayment: `processing ${PAID}`,
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    ResolvePayment: NOT_HELD,
    WakePayment: NOTHING,
  },
  requires_action: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: `processing ${PAID}`,
    CapturePayment: CONFLICT,
    CancelPayment: 'cancelled',
    UpdatePayment: 'updated',
    RecordOutcome: `processing ${PAID}`,
    AskProcessor: NOTHING,
    SubmitOtp: `processing ${PAID}`,
    SimulatePayment: `processing ${PAID}`,
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    ResolvePayment: NOT_HELD,
    WakePayment: NOTHING,
  },
  processing: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: CONFLICT,
    CapturePayment: CONFLICT,
    CancelPayment: CONFLICT,
    UpdatePayment: 'updated',
    RecordOutcome: PAID,
    AskProcessor: NOTHING,
    SubmitOtp: CONFLICT,
    SimulatePayment: PAID,
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    ResolvePayment: NOT_HELD,
    WakePayment: NOTHING,
  },
  authorized: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: CONFLICT,
    CapturePayment: 'captured',
    CancelPayment: 'cancelled',
    UpdatePayment: 'updated',
    RecordOutcome: 'captured',
    AskProcessor: NOTHING,
    SubmitOtp: CONFLICT,
    SimulatePayment: 'captured',
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    ResolvePayment: NOT_HELD,
    WakePayment: NOTHING,
  },
  captured: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: CONFLICT,
    CapturePayment: '! payment_already_captured',
    CancelPayment: CONFLICT,
    UpdatePayment: 'updated',
    RecordOutcome: NOTHING,
    AskProcessor: NOTHING,
    SubmitOtp: CONFLICT,
    SimulatePayment: CONFLICT,
    RequestRefund: 'refund_requested',
    RecordRefundProcessed: MISSING,
    RecordRefundFailed: NOTHING,
    ResolvePayment: NOT_HELD,
    WakePayment: NOTHING,
  },
  failed: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: `processing ${PAID}`,
    CapturePayment: CONFLICT,
    CancelPayment: CONFLICT,
    UpdatePayment: 'updated',
    RecordOutcome: 'late_authorized captured',
    AskProcessor: NOTHING,
    SubmitOtp: CONFLICT,
    SimulatePayment: 'late_authorized captured',
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    ResolvePayment: NOT_HELD,
    WakePayment: NOTHING,
  },
  cancelled: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: CONFLICT,
    CapturePayment: CONFLICT,
    CancelPayment: CONFLICT,
    UpdatePayment: 'updated',
    RecordOutcome: 'late_authorized captured',
    AskProcessor: NOTHING,
    SubmitOtp: CONFLICT,
    SimulatePayment: 'late_authorized captured',
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    ResolvePayment: NOT_HELD,
    WakePayment: NOTHING,
  },
  expired: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: CONFLICT,
    CapturePayment: CONFLICT,
    CancelPayment: CONFLICT,
    UpdatePayment: 'updated',
    RecordOutcome: 'late_authorized captured',
    AskProcessor: NOTHING,
    SubmitOtp: CONFLICT,
    SimulatePayment: 'late_authorized captured',
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: CONFLICT,
    RecordRefundFailed: CONFLICT,
    ResolvePayment: NOT_HELD,
    WakePayment: NOTHING,
  },
  refunded: {
    CreatePayment: '! resource_already_exists',
    ConfirmPayment: CONFLICT,
    CapturePayment: '! payment_already_captured',
    CancelPayment: CONFLICT,
    UpdatePayment: 'updated',
    RecordOutcome: NOTHING,
    AskProcessor: NOTHING,
    SubmitOtp: CONFLICT,
    SimulatePayment: CONFLICT,
    RequestRefund: '! payment_not_refundable',
    RecordRefundProcessed: MISSING,
    RecordRefundFailed: 'refund_returned',
    ResolvePayment: NOT_HELD,
    WakePayment: NOTHING,
  },
} satisfies Record<PaymentState['status'], Row>;

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
    const { events, refusal } = given(HISTORY[state]).when(COMMANDS[command]);
    expect(refusal === null ? shortOf(events) : `! ${refusal.code}`).toBe(cell);
  });

  it.each(CELLS.filter(({ cell }) => cell === CONFLICT))(
    '$state × $command names the state and where it would be allowed',
    ({ state, command }) => {
      const { refusal } = given(HISTORY[state]).when(COMMANDS[command]);
      expect(refusal?.details?.current_status).toBe(state);
      const allowedFrom = refusal?.details?.allowed_from as PaymentStatus[];
      expect(allowedFrom.length).toBeGreaterThan(0);
      // Where the refusal says it is allowed, the same command is not refused for its state: the time alone may be over.
      for (const other of allowedFrom) {
        const there = given(HISTORY[other]).when(COMMANDS[command]).refusal;
        expect(there?.code).not.toBe('state_conflict');
      }
    },
  );
});
