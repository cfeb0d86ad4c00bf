import type { RefundCommandType } from '#contracts';
import { specificationOf } from '#decider';
import {
  DAY_MS,
  given,
  NETWORK_PAYLOAD,
  NOW_MS,
  REFUND_COMMANDS,
  REFUND_HISTORY,
  REFUND_PAYLOAD,
  refundAnswer,
  refundDecider,
  shortOfRefund,
} from '../../test/refund-histories';
import type { RefundAnswer } from './decide/refund-result';
import { REFUND_STATE_NAMES } from './state';
import { DEFAULT_REFUND_RULES } from './decide/rules';
import { askAtMs, wakeAtMs } from './timers';

const MINUTE_MS = 60_000;

/** Events in short, or the code of the refusal. */
type Row = Record<RefundCommandType, string>;

const MISSING = '! resource_missing';
const EXISTS = '! resource_already_exists';
const NOTHING = '';

/** What the processor answers to a command that asks it; to every other command it is behind a network. */
const ANSWERS: Partial<Record<RefundCommandType, RefundAnswer>> = {
  'refunds.create': refundAnswer('processed'),
  'refunds.simulate': refundAnswer('failed'),
};

/** State × command → what happens (docs/reference/state-machines.md, Refund). */
const TABLE: Record<keyof typeof REFUND_HISTORY, Row> = {
  none: {
    'refunds.create': 'created processed',
    'refunds.update': MISSING,
    'refunds.cancel': MISSING,
    'refunds.record_outcome': MISSING,
    'refunds.simulate': MISSING,
    'refunds.resolve': MISSING,
    'refunds.wake': MISSING,
  },
  queued: {
    'refunds.create': EXISTS,
    'refunds.update': 'updated',
    'refunds.cancel': 'cancelled',
    'refunds.record_outcome': 'failed',
    'refunds.simulate': 'failed',
    'refunds.resolve': 'resolved failed',
    'refunds.wake': NOTHING,
  },
  sending: {
    'refunds.create': EXISTS,
    'refunds.update': 'updated',
    'refunds.cancel': '! state_conflict',
    'refunds.record_outcome': 'failed',
    'refunds.simulate': 'failed',
    'refunds.resolve': '! parameter_invalid',
    'refunds.wake': 'status_checked',
  },
  sent: {
    'refunds.create': EXISTS,
    'refunds.update': 'updated',
    'refunds.cancel': '! state_conflict',
    'refunds.record_outcome': 'failed',
    'refunds.simulate': 'failed',
    'refunds.resolve': 'resolved failed',
    'refunds.wake': NOTHING,
  },
  processed: {
    'refunds.create': EXISTS,
    'refunds.update': 'updated',
    'refunds.cancel': '! refund_already_processed',
    'refunds.record_outcome': 'failed',
    'refunds.simulate': 'failed',
    'refunds.resolve': '! parameter_invalid',
    'refunds.wake': NOTHING,
  },
  failed: {
    'refunds.create': EXISTS,
    'refunds.update': 'updated',
    'refunds.cancel': '! state_conflict',
    'refunds.record_outcome': NOTHING,
    'refunds.simulate': '! state_conflict',
    'refunds.resolve': '! parameter_invalid',
    'refunds.wake': NOTHING,
  },
  returned: {
    'refunds.create': EXISTS,
    'refunds.update': 'updated',
    'refunds.cancel': '! state_conflict',
    'refunds.record_outcome': NOTHING,
    'refunds.simulate': '! state_conflict',
    'refunds.resolve': '! parameter_invalid',
    'refunds.wake': NOTHING,
  },
  cancelled: {
    'refunds.create': EXISTS,
    'refunds.update': 'updated',
    'refunds.cancel': '! state_conflict',
    'refunds.record_outcome': NOTHING,
    'refunds.simulate': '! state_conflict',
    'refunds.resolve': '! parameter_invalid',
    'refunds.wake': NOTHING,
  },
};

const CELLS = Object.entries(TABLE).flatMap(([state, row]) =>
  Object.entries(row).map(([command, cell]) => ({
    state: state as keyof typeof REFUND_HISTORY,
    command: command as RefundCommandType,
    cell,
  })),
);

describe('the refusal table', () => {
  it('has a cell for every state and command', () => {
    const reached = new Set(Object.values(REFUND_HISTORY).map((history) => given(history).state.status));
    expect([...reached].sort()).toEqual(['none', ...Object.keys(REFUND_STATE_NAMES)].sort());
    expect(CELLS).toHaveLength(Object.keys(TABLE).length * Object.keys(REFUND_COMMANDS).length);
  });

  it.each(CELLS)('$state × $command → $cell', ({ state, command, cell }) => {
    const { events, refusal } = given(REFUND_HISTORY[state]).when(REFUND_COMMANDS[command], { nowMs: NOW_MS, answer: ANSWERS[command] });
    expect(refusal === null ? shortOfRefund(events) : `! ${refusal.code}`).toBe(cell);
  });

  it('says of a refund that was sent why it cannot be cancelled', () => {
    const { refusal } = given(REFUND_HISTORY.sent).when(REFUND_COMMANDS['refunds.cancel']);
    expect(refusal?.details).toMatchObject({ reason: 'refund_sent', current_status: 'pending' });
    expect(refusal?.details).not.toHaveProperty('allowed_from');
  });
});

describe('creation', () => {
  const createdWith = (answer?: RefundAnswer, payload = REFUND_PAYLOAD) =>
    given([]).when({ type: 'refunds.create', payload }, { nowMs: NOW_MS, answer });
  const short = (answer?: RefundAnswer) => shortOfRefund(createdWith(answer).events);

  it.each<[string, RefundAnswer | undefined, string]>([
    ['a processor behind a network is asked later, and may have it from now on', undefined, 'created sending'],
    ['taken on, and not known yet', refundAnswer('pending'), 'created sent'],
    ['taken on with a number already', refundAnswer('pending', { references: { utr: 'U1' } }), 'created sent reference_added'],
    ['taken on but not sent', refundAnswer('pending', { isQueued: true }), 'created'],
    ['perhaps taken on', refundAnswer('pending', { reference: null }), 'created sending status_checked'],
    ['refused', refundAnswer('failed'), 'created failed'],
    ['cancelled by the processor', refundAnswer('cancelled'), 'created cancelled'],
  ])('%s', (_what, answer, events) => expect(short(answer)).toBe(events));

  it('answers 201', () => expect(createdWith().decision).toMatchObject({ accepted: true, status: 201 }));

  it.each([
    ['upi', 7],
    ['card', 10],
    ['netbanking', 10],
  ] as const)('a refund of %s is expected within %s days', (method, days) => {
    const instrument = { upi: REFUND_PAYLOAD.target.instrument, card: { method: 'card', card: null }, netbanking: { method: 'netbanking', bank: null } } as const; // prettier-ignore
    const { events } = createdWith(undefined, { ...REFUND_PAYLOAD, target: { ...REFUND_PAYLOAD.target, instrument: instrument[method] } });
    expect(events[0]?.data).toMatchObject({ expectedByMs: NOW_MS + days * DAY_MS });
  });

  it('an instant refund is expected within two hours', () => {
    expect(createdWith(undefined, { ...REFUND_PAYLOAD, speed: 'instant' }).events[0]?.data).toMatchObject({
      expectedByMs: NOW_MS + 120 * MINUTE_MS,
    });
  });
});

describe('a refund that waits before it is sent', () => {
  const rules = { ...DEFAULT_REFUND_RULES, sendDelayMs: 10 * MINUTE_MS };
  const waiting = specificationOf(refundDecider(rules), { nowMs: NOW_MS });
  const history = waiting.given([]).when({ type: 'refunds.create', payload: NETWORK_PAYLOAD }).events;

  it('is not sent yet: it can be cancelled, and wakes when its time has come', () => {
    const { state } = waiting.given(history);
    expect([shortOfRefund(history), wakeAtMs(state), askAtMs(state)]).toEqual(['created', NOW_MS + 10 * MINUTE_MS, null]);
    expect(shortOfRefund(waiting.given(history).when(REFUND_COMMANDS['refunds.cancel']).events)).toBe('cancelled');
  });

  it('goes out then, and cannot be cancelled any more', () => {
    const at = { nowMs: NOW_MS + 10 * MINUTE_MS };
    const { events, state } = waiting.given(history).when(REFUND_COMMANDS['refunds.wake'], at);
    expect([shortOfRefund(events), askAtMs(state), wakeAtMs(state)]).toEqual(['sending', at.nowMs, null]);
    expect(waiting.given([...history, ...events]).when(REFUND_COMMANDS['refunds.cancel'], at).refusal?.code).toBe('state_conflict');
  });

  it('a moment before, waking it changes nothing', () => {
    expect(waiting.given(history).when(REFUND_COMMANDS['refunds.wake'], { nowMs: NOW_MS + 10 * MINUTE_MS - 1 }).events).toEqual([]);
  });
});
