import { join } from 'node:path';
import type { Command } from '#contracts';
import { assertGoldenFiles, type AggregateDefinition, type Snapshot, decideInMemory } from '#event-store';
import { INITIAL_REPLAY, type ReplayState } from './state';
import { DEFAULT_REPLAY_RULES } from './decide/rules';
import { defineReplay, replayQueueIdOf } from './aggregate';
import { defineReplayQueue } from '../replay-queue/aggregate';

const NOW_MS = 1_795_253_400_000;
const OWNER = { accountId: 'acct_000000000000000000000000', livemode: false };
const ENDPOINT = 'we_0TgWzRaB07xK2mNq5Yd8Vf3L';
const REPLAY = 'whr_0TgWzRaB07xK2mNq5Yd8Vf3L';
const aggregate = defineReplay(DEFAULT_REPLAY_RULES);

describe('events', () => {
  it.each<[string, AggregateDefinition]>([
    ['golden', aggregate],
    ['../replay-queue/golden', defineReplayQueue(DEFAULT_REPLAY_RULES)],
  ])('of every type ever written fold to the state they led to: %s', (folder, one) => assertGoldenFiles(join(__dirname, folder), one));
});

describe('a replay in its account', () => {
  const terms = { endpointId: ENDPOINT, sinceMs: NOW_MS, untilMs: null, include: 'all', types: [], resourceId: null, sinceParam: 'since' };
  const send = (type: string, payload: unknown, state: ReplayState, status: string | null = 'enabled') => {
    const command = { type, payload, streamId: REPLAY, ...OWNER } as unknown as Command;
    const related = (): Snapshot | null => (status === null ? null : ({ state: { status } } as Snapshot));
    return decideInMemory(aggregate, command, state, { nowMs: NOW_MS, related });
  };
  const followUpsOf = (decision: ReturnType<typeof send>): unknown =>
    decision.accepted ? (decision.followUps ?? []) : decision.refusal.code;
  const running: ReplayState = {
    status: 'running',
    terms: { endpointId: ENDPOINT, sinceMs: NOW_MS, untilMs: null, include: 'all', types: [], resourceId: null },
    progress: { cursor: 7, upTo: 20, matched: 3, enqueued: 3, coveredUntilMs: NOW_MS },
    dueAtMs: NOW_MS,
  };
  const queue = { streamId: replayQueueIdOf(OWNER), payload: { replayId: REPLAY } };

  it('enters the queue in the commit that makes it, and leaves it in the one that ends it', () => {
    expect(followUpsOf(send('webhook_replays.create', terms, INITIAL_REPLAY))).toEqual([{ ...queue, type: 'webhook_replay_queue.enter' }]);
    for (const [type, payload] of [
      ['webhook_replays.cancel', {}],
      ['webhook_replays.fail', { reason: 'endpoint_deleted' }],
      ['webhook_replays.record_chunk', { from: 7, to: 20, upTo: 20, matched: 0, enqueued: 0, lastEventMs: null }],
    ] as const) {
      expect(followUpsOf(send(type, payload, running))).toEqual([{ ...queue, type: 'webhook_replay_queue.leave' }]);
    }
    expect(followUpsOf(send('webhook_replays.begin', {}, running))).toEqual([]);
  });

  it.each([
    ['deleted', 'resource_missing'],
    ['none', 'resource_missing'],
    [null, 'resource_missing'],
    ['disabled', 'state_conflict'],
  ])('is not for an endpoint that is %s', (status, code) => {
    expect(followUpsOf(send('webhook_replays.create', terms, INITIAL_REPLAY, status))).toBe(code);
  });

  it('has work to do while it runs, under another key for each stretch', () => {
    const taskOf = (state: ReplayState) => aggregate.taskOf?.({ head: { streamId: REPLAY }, state } as Snapshot<ReplayState>);
    expect(taskOf(running)).toEqual({ name: 'work_replay', dueAtMs: NOW_MS, key: `${REPLAY} 7` });
    expect(taskOf(INITIAL_REPLAY)).toBeNull();
  });
});
