import { specificationOf } from '#decider';
import type { PaymentCommandType, PaymentStatus } from '#contracts';
import { paymentDecider } from '../../test/payment-decider';
import { COMMANDS, HISTORY, NOW_MS, shortOf } from '../../test/payment-histories';
import { PAYMENT_STATE_NAMES, type PaymentState } from './state';
import { DEFAULT_PAYMENT_RULES } from './decide/rules';

const { given } = specificationOf(paymentDecider(DEFAULT_PAYMENT_RULES), { nowMs: NOW_MS });

/** Events in short, or the code of the refusal. */
type Cell = string;
type Row = Record<PaymentCommandType, Cell>;

const MISSING = '! resource_missing';
const CONFLICT = '! state_conflict';
const NOT_HELD = '! parameter_invalid';
const PAID = 'authorized captured';
const NOTHING = '';

/** State × command → what happens (docs/reference/state-machines.md, Payment). Woken at the very instant that nothing is due. */
const TABLE = {
  none: {
    'payments.create': `created ${PAID}`,
    'payments.confirm': MISSING,
    'payments.capture': MISSING,
    'payments.cancel': MISSING,
    'payments.update': MISSING,
    'payments.record_outcome': MISSING,
    'payments.sync': MISSING,
    'payments.submit_otp': MISSING,
    'payments.simulate': MISSING,
    'payments.request_refund': MISSING,
    'payments.refund_pending': MISSING,
    'payments.refund_processed': MISSING,
    'payments.refund_failed': MISSING,
    'payments.resolve': MISSING,
    'payments.wake': MISSING,
  },
  created: {
    'payments.create': '! resource_already_exists',
    'payments.confirm': PAID,
    'payments.capture': CONFLICT,
    'payments.cancel': 'cancelled',
    'payments.update': 'updated',
    'payments.record_outcome': CONFLICT,
    'payments.sync': NOTHING,
    'payments.submit_otp': CONFLICT,
    'payments.simulate': PAID,
    'payments.request_refund': '! payment_not_refundable',
    'payments.refund_pending': CONFLICT,
    'payments.refund_processed': CONFLICT,
    'payments.refund_failed': CONFLICT,
    'payments.resolve': NOT_HELD,
    'payments.wake': NOTHING,
  },
  requires_action: {
    'payments.create': '! resource_already_exists',
    'payments.confirm': PAID,
    'payments.capture': CONFLICT,
    'payments.cancel': 'cancelled',
    'payments.update': 'updated',
    'payments.record_outcome': PAID,
    'payments.sync': NOTHING,
    'payments.submit_otp': PAID,
    'payments.simulate': PAID,
    'payments.request_refund': '! payment_not_refundable',
    'payments.refund_pending': CONFLICT,
    'payments.refund_processed': CONFLICT,
    'payments.refund_failed': CONFLICT,
    'payments.resolve': NOT_HELD,
    'payments.wake': NOTHING,
  },
  processing: {
    'payments.create': '! resource_already_exists',
    'payments.confirm': CONFLICT,
    'payments.capture': CONFLICT,
    'payments.cancel': CONFLICT,
    'payments.update': 'updated',
    'payments.record_outcome': PAID,
    'payments.sync': NOTHING,
    'payments.submit_otp': CONFLICT,
    'payments.simulate': PAID,
    'payments.request_refund': '! payment_not_refundable',
    'payments.refund_pending': CONFLICT,
    'payments.refund_processed': CONFLICT,
    'payments.refund_failed': CONFLICT,
    'payments.resolve': NOT_HELD,
    'payments.wake': NOTHING,
  },
  authorized: {
    'payments.create': '! resource_already_exists',
    'payments.confirm': CONFLICT,
    'payments.capture': 'captured',
    'payments.cancel': 'cancelled',
    'payments.update': 'updated',
    'payments.record_outcome': 'captured',
    'payments.sync': NOTHING,
    'payments.submit_otp': CONFLICT,
    'payments.simulate': 'captured',
    'payments.request_refund': '! payment_not_refundable',
    'payments.refund_pending': CONFLICT,
    'payments.refund_processed': CONFLICT,
    'payments.refund_failed': CONFLICT,
    'payments.resolve': NOT_HELD,
    'payments.wake': NOTHING,
  },
  captured: {
    'payments.create': '! resource_already_exists',
    'payments.confirm': CONFLICT,
    'payments.capture': '! payment_already_captured',
    'payments.cancel': CONFLICT,
    'payments.update': 'updated',
    'payments.record_outcome': NOTHING,
    'payments.sync': NOTHING,
    'payments.submit_otp': CONFLICT,
    'payments.simulate': CONFLICT,
    'payments.request_refund': 'refund_requested',
    'payments.refund_pending': NOTHING,
    'payments.refund_processed': MISSING,
    'payments.refund_failed': NOTHING,
    'payments.resolve': NOT_HELD,
    'payments.wake': NOTHING,
  },
  failed: {
    'payments.create': '! resource_already_exists',
    'payments.confirm': PAID,
    'payments.capture': CONFLICT,
    'payments.cancel': CONFLICT,
    'payments.update': 'updated',
    'payments.record_outcome': 'late_authorized captured',
    'payments.sync': NOTHING,
    'payments.submit_otp': CONFLICT,
    'payments.simulate': 'late_authorized captured',
    'payments.request_refund': '! payment_not_refundable',
    'payments.refund_pending': CONFLICT,
    'payments.refund_processed': CONFLICT,
    'payments.refund_failed': CONFLICT,
    'payments.resolve': NOT_HELD,
    'payments.wake': NOTHING,
  },
  cancelled: {
    'payments.create': '! resource_already_exists',
    'payments.confirm': CONFLICT,
    'payments.capture': CONFLICT,
    'payments.cancel': CONFLICT,
    'payments.update': 'updated',
    'payments.record_outcome': 'late_authorized captured',
    'payments.sync': NOTHING,
    'payments.submit_otp': CONFLICT,
    'payments.simulate': 'late_authorized captured',
    'payments.request_refund': '! payment_not_refundable',
    'payments.refund_pending': CONFLICT,
    'payments.refund_processed': CONFLICT,
    'payments.refund_failed': CONFLICT,
    'payments.resolve': NOT_HELD,
    'payments.wake': NOTHING,
  },
  expired: {
    'payments.create': '! resource_already_exists',
    'payments.confirm': CONFLICT,
    'payments.capture': CONFLICT,
    'payments.cancel': CONFLICT,
    'payments.update': 'updated',
    'payments.record_outcome': 'late_authorized captured',
    'payments.sync': NOTHING,
    'payments.submit_otp': CONFLICT,
    'payments.simulate': 'late_authorized captured',
    'payments.request_refund': '! payment_not_refundable',
    'payments.refund_pending': CONFLICT,
    'payments.refund_processed': CONFLICT,
    'payments.refund_failed': CONFLICT,
    'payments.resolve': NOT_HELD,
    'payments.wake': NOTHING,
  },
  refunded: {
    'payments.create': '! resource_already_exists',
    'payments.confirm': CONFLICT,
    'payments.capture': '! payment_already_captured',
    'payments.cancel': CONFLICT,
    'payments.update': 'updated',
    'payments.record_outcome': NOTHING,
    'payments.sync': NOTHING,
    'payments.submit_otp': CONFLICT,
    'payments.simulate': CONFLICT,
    'payments.request_refund': '! payment_not_refundable',
    'payments.refund_pending': NOTHING,
    'payments.refund_processed': MISSING,
    'payments.refund_failed': 'refund_returned',
    'payments.resolve': NOT_HELD,
    'payments.wake': NOTHING,
  },
} satisfies Record<PaymentState['status'], Row>;

const CELLS = Object.entries(TABLE).flatMap(([state, row]) =>
  Object.entries(row).map(([command, cell]) => ({
    state: state as PaymentState['status'],
    command: command as PaymentCommandType,
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
