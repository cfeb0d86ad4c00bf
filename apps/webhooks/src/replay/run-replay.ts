import { shardOfAccount, type Clock, type WebhookReplayCommandPayloads } from '#contracts';
import type { TaskOutcome, TaskRunner } from '#event-store';
import type { RunningReplay } from './state';
import type { ChunkOutcome, ChunkQuery } from './chunk.table';

type Outcome = {
  [TType in keyof WebhookReplayCommandPayloads]: TaskOutcome & { type: TType; payload: WebhookReplayCommandPayloads[TType] };
}[keyof WebhookReplayCommandPayloads];

interface WorkerParts {
  work: (input: ChunkQuery) => Promise<ChunkOutcome>;
  clock: Clock;
  matchedMax: number;
}

/**
 * Works through a replay, one stretch of the feed in each run. It may be killed at any line: a stretch whose report was lost
 * is asked for again and answers what came of it the first time.
 *
 * @param parts.work queues one stretch of the feed and says how far it came.
 * @param parts.matchedMax events that one replay may match.
 */
export function replayWorker({ work, clock, matchedMax }: WorkerParts): TaskRunner<RunningReplay> {
  return async ({ snapshot: { head, state } }): Promise<Outcome> => {
    const { streamId: replayId, accountId, livemode } = head;
    const { terms, progress } = state;
    const owner = { replayId, shard: shardOfAccount(accountId), accountId, livemode };
    const outcome = await work({ ...owner, terms, progress, matchedMax, nowMs: clock.nowMs() });
    if ('failure' in outcome) return { type: 'webhook_replays.fail', payload: { reason: outcome.failure } };
    return { type: 'webhook_replays.record_chunk', payload: outcome.chunk };
  };
}
