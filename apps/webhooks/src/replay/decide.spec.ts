import fc from 'fast-check';
import type { CommandBody, CreateReplayPayload, RecordReplayChunkPayload, ReplayStatus } from '#contracts';
import { replay, specificationOf } from '#decider';
import { decide, type ReplayCommand, type ReplayCommandType, type ReplayContext } from './decide';
import type { ReplayEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_REPLAY, isOpen, REPLAY_STATE_NAMES, type ExistingReplay, type ReplayState } from './state';
import { DEFAULT_REPLAY_RULES } from './decide/rules';

const NOW_MS = 1_795_253_400_000;
const DAY_MS = 86_400_000;
const RULES = { ...DEFAULT_REPLAY_RULES, matchedMax: 1_000, enqueuedPerSecond: 100 };
type Body = CommandBody<ReplayCommand>;
const contextWith = (status: ReturnType<ReplayContext['endpointStatus']>) => ({ rules: RULES, endpointStatus: () => status });
const withEndpoint = (status: ReturnType<ReplayContext['endpointStatus']>) =>
  specificationOf(
    {
      initialState: INITIAL_REPLAY,
      decide: (body: Body, state: ReplayState, { nowMs }) => decide(body, state, { nowMs, ...contextWith(status) }),
      evolve,
    },
    { nowMs: NOW_MS },
  );
const { given } = withEndpoint('enabled');

const ASKED: CreateReplayPayload = {
  endpointId: 'we_0TgWzRaB07xK2mNq5Yd8Vf3L',
  sinceMs: NOW_MS - DAY_MS,
  untilMs: null,
  include: 'failed',
  types: [],
  resourceId: null,
  sinceParam: 'since',
};
const { sinceParam: _param, ...TERMS } = ASKED;
const chunk = (changes: Partial<RecordReplayChunkPayload> = {}): RecordReplayChunkPayload => ({
  from: 0,
  to: 500,
  upTo: 2_000,
  matched: 60,
  enqueued: 50,
  lastEventMs: NOW_MS - 1_000,
  ...changes,
});

const created: ReplayEvent = { type: 'webhook_replay.created', data: { terms: TERMS } };
const begun: ReplayEvent = { type: 'webhook_replay.begun', data: { dueAtMs: NOW_MS } };
const HISTORY: Record<'none' | ReplayStatus, ReplayEvent[]> = {
  none: [],
  queued: [created],
  running: [created, begun],
  completed: [created, begun, { type: 'webhook_replay.completed', data: { isTruncated: false, atMs: NOW_MS } }],
  failed: [created, begun, { type: 'webhook_replay.failed', data: { reason: 'endpoint_deleted', atMs: NOW_MS } }],
  cancelled: [created, begun, { type: 'webhook_replay.cancelled', data: { atMs: NOW_MS } }],
};
const COMMANDS: Record<ReplayCommandType, Body> = {
  'webhook_replays.create': { type: 'webhook_replays.create', payload: ASKED },
  'webhook_replays.begin': { type: 'webhook_replays.begin', payload: {} },
  'webhook_replays.record_chunk': { type: 'webhook_replays.record_chunk', payload: chunk() },
  'webhook_replays.fail': { type: 'webhook_replays.fail', payload: { reason: 'endpoint_disabled' } },
  'webhook_replays.cancel': { type: 'webhook_replays.cancel', payload: {} },
};

/** Events in short, or the code of the refusal. */
type Row = Record<ReplayCommandType, string>;
const MISSING = '! resource_missing';
const CONFLICT = '! state_conflict';
const ENDED: Row = {
  'webhook_replays.create': '! resource_already_exists',
  'webhook_replays.begin': '',
  'webhook_replays.record_chunk': 'advanced',
  'webhook_replays.fail': '',
  'webhook_replays.cancel': CONFLICT,
};

/** State × command → what happens. */
const TABLE: Record<'none' | ReplayStatus, Row> = {
  none: {
    'webhook_replays.create': 'created',
    'webhook_replays.begin': MISSING,
    'webhook_replays.record_chunk': MISSING,
    'webhook_replays.fail': MISSING,
    'webhook_replays.cancel': MISSING,
  },
  queued: {
    ...ENDED,
    'webhook_replays.begin': 'begun',
    'webhook_replays.record_chunk': '',
    'webhook_replays.fail': 'failed',
    'webhook_replays.cancel': 'cancelled',
  },
  running: { ...ENDED, 'webhook_replays.fail': 'failed', 'webhook_replays.cancel': 'cancelled' },
  completed: { ...ENDED, 'webhook_replays.record_chunk': '' },
  failed: ENDED,
  cancelled: ENDED,
};

describe.each(Object.entries(TABLE))('a replay that is %s', (status, row) => {
  it.each(Object.entries(row))('%s: %s', (type, expected) => {
    const { events, refusal } = given(HISTORY[status as keyof typeof TABLE]).when(COMMANDS[type as ReplayCommandType]);
    const short = events.map((event) => event.type.replace('webhook_replay.', '')).join(' ');
    expect(refusal === null ? short : `! ${refusal.code}`).toBe(expected);
  });
});

it('has a row for every state', () => expect(Object.keys(TABLE)).toEqual(['none', ...Object.keys(REPLAY_STATE_NAMES)]));

describe('making a replay', () => {
  const create = (payload: CreateReplayPayload = ASKED): Body => ({ type: 'webhook_replays.create', payload });
  const refusalOf = (payload: CreateReplayPayload) => given([]).when(create(payload)).refusal;

  it('finds no endpoint that is not there', () => {
    expect(withEndpoint(null).given([]).when(create()).refusal).toEqual({ code: 'resource_missing', details: { param: 'id' } });
  });

  it('refuses a disabled endpoint: what it were brought would be thrown away', () => {
    expect(withEndpoint('disabled').given([]).when(create()).refusal).toMatchObject({
      code: 'state_conflict',
      details: { current_status: 'disabled' },
    });
  });

  it.each(['since', 'start_from'] as const)('reaches at most 30 days back, and says so of %s', (sinceParam) => {
    const payload = { ...ASKED, sinceParam, sinceMs: NOW_MS - 30 * DAY_MS - 1 };
    const problem = { param: sinceParam, code: 'parameter_invalid', message: 'may be at most 30 days back.', reason: 'too_far_back' };
    expect(refusalOf(payload)).toEqual({
      code: 'parameter_invalid',
      details: { param: sinceParam, message: `${sinceParam} may be at most 30 days back.`, reason: 'too_far_back', errors: [problem] },
    });
    expect(refusalOf({ ...payload, sinceMs: payload.sinceMs + 1 })).toBeNull();
  });
});

describe('working through the feed', () => {
  const after = (state: ReplayEvent[], next: RecordReplayChunkPayload) =>
    given(state).when({ type: 'webhook_replays.record_chunk', payload: next });

  it('adds up what was found, and waits as the rate says', () => {
    expect(after(HISTORY.running, chunk()).state).toEqual({
      status: 'running',
      terms: TERMS,
      progress: { cursor: 500, upTo: 2_000, matched: 60, enqueued: 50, coveredUntilMs: NOW_MS - 1_000 },
      dueAtMs: NOW_MS + 500,
    });
  });

  it('is complete at the last position, and when there was nothing to look at', () => {
    expect(after(HISTORY.running, chunk({ to: 2_000 })).state).toMatchObject({ status: 'completed', isTruncated: false });
    expect(after(HISTORY.running, chunk({ to: 0, upTo: 0, matched: 0, enqueued: 0 })).state).toMatchObject({ status: 'completed' });
  });

  it('ends early, and says so, when it has matched as many as it may', () => {
    expect(after(HISTORY.running, chunk({ matched: 1_000 })).state).toMatchObject({ status: 'completed', isTruncated: true });
  });

  it('counts no stretch twice', () => {
    const { state, events } = after(HISTORY.running, chunk());
    const again = given([...HISTORY.running, ...events]).when({ type: 'webhook_replays.record_chunk', payload: chunk() });
    expect(again).toMatchObject({ events: [], state });
  });

  it('counts what was enqueued while it was cancelled', () => {
    expect(after(HISTORY.cancelled, chunk()).state).toMatchObject({ status: 'cancelled', progress: { enqueued: 50 } });
  });
});

describe('whatever comes in whatever order', () => {
  const positions = fc.integer({ min: 0, max: 40 });
  const command: fc.Arbitrary<Body> = fc.oneof(
    fc.constantFrom<Body>(...Object.values(COMMANDS).filter(({ type }) => type !== 'webhook_replays.record_chunk')),
    fc.record({ from: positions, length: fc.integer({ min: 1, max: 10 }), matched: fc.nat(400) }).map(({ from, length, matched }) => {
      const to = Math.min(from + length, 40);
      return {
        type: 'webhook_replays.record_chunk' as const,
        payload: chunk({ from, to, upTo: 40, matched, enqueued: Math.floor(matched / 2) }),
      };
    }),
  );

  it('the cursor never goes back, ended stays ended, and the counts are those of the stretches', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        let events: ReplayEvent[] = [];
        let before: ReplayState = INITIAL_REPLAY;
        for (const next of commands) {
          events = [...events, ...given(events).when(next).events];
          const state = replay({ initialState: INITIAL_REPLAY, evolve }, events);
          if (before.status !== 'none') expect(cursorOf(state)).toBeGreaterThanOrEqual(cursorOf(before));
          if (before.status !== 'none' && !isOpen(before)) expect(state.status).toBe(before.status);
          before = state;
        }
        const stretches = events.flatMap((event) => (event.type === 'webhook_replay.advanced' ? [event.data] : []));
        const sum = stretches.reduce((total, { matched }) => total + matched, 0);
        if (before.status !== 'none') expect(before.progress.matched).toBe(sum);
        stretches.slice(1).forEach(({ from }, index) => expect(from).toBe(stretches[index]?.to));
      }),
    );
  });
});

function cursorOf(state: ReplayState): number {
  return (state as ExistingReplay).progress.cursor;
}
