import type { Pool, PoolClient } from 'pg';
import type { Random, RecordReplayChunkPayload, ReplayFailure } from '#contracts';
import { newId } from '#contracts';
import type { ReplayProgress, ReplayTerms } from './state';
import { enqueue, type QueuedDelivery } from '../delivery-queue/enqueue';
import { lockEndpoint, type LockedEndpoint } from '../delivery-queue/lock-endpoint';
import { lookedFromMs, newestPosition, positionBefore, selectForReplay, type SelectedEvent } from './selection.table';
import { eventTypesMatching, matchesEvent } from '../endpoint/matches-event';

/** Events looked at in one stretch: a transaction of some tens of milliseconds. */
const LOOKED_MAX = 2_000;
/** Rows of one statement. */
const ENQUEUED_MAX = 500;
/** How long it is known what came of a stretch; a report takes seconds, and replays reach back 90 days at most. */
const KEPT_DAYS = 90;

/** The next stretch of a replay, as its state names it. */
export interface ChunkQuery {
  replayId: string;
  shard: number;
  accountId: string;
  livemode: boolean;
  terms: ReplayTerms;
  progress: ReplayProgress;
  /** Events that this replay may match in all. */
  matchedMax: number;
  /** Milliseconds since the epoch. */
  nowMs: number;
}

/** What came of it. */
export type ChunkOutcome = { chunk: RecordReplayChunkPayload } | { failure: ReplayFailure };

/** Another process has worked through this stretch and reported it: the state that named it is old. */
class StaleChunkError extends Error {
  override readonly name = 'StaleChunkError';
}

/**
 * The endpoint was disabled and is enabled again, and what was open then is still being cancelled. It would look as if it were on
 * its way, and be lost.
 */
class StillCancellingError extends Error {
  override readonly name = 'StillCancellingError';
}

/**
 * Works through the next stretch of a replay: selects, enqueues, and remembers what came of it, in one transaction. The same
 * stretch asked for again gives the same outcome and enqueues nothing, in any process, as long as its report is not stored.
 *
 * @throws StaleChunkError the replay has come farther, or StillCancellingError. Nothing was done.
 */
export async function workChunk(pool: Pool, random: Random, input: ChunkQuery): Promise<ChunkOutcome> {
  const client = await pool.connect();
  try {
    const reach = await reachOf(client, input);
    await client.query('BEGIN');
    const outcome = await workWithin(client, random, input, reach);
    await client.query('failure' in outcome ? 'ROLLBACK' : 'COMMIT');
    client.release();
    return outcome;
  } catch (error) {
    // A session in an unknown state is not used again.
    client.release(true);
    throw error;
  }
}

/** Where the stretch begins and where the replay ends. */
interface Reach {
  after: number;
  upTo: number;
}

async function reachOf(client: PoolClient, { shard, accountId, livemode, terms, progress }: ChunkQuery): Promise<Reach> {
  if (progress.upTo !== null) return { after: progress.cursor, upTo: progress.upTo };
  const upTo = await newestPosition(client, shard);
  return { after: await positionBefore(client, { accountId, livemode }, lookedFromMs(terms), upTo), upTo };
}

async function workWithin(client: PoolClient, random: Random, input: ChunkQuery, reach: Reach): Promise<ChunkOutcome> {
  const done = await findOutcome(client, input);
  if (done !== null) return { chunk: done };
  const endpoint = await lockEndpoint(client, { ...input, endpointId: input.terms.endpointId });
  if (endpoint === null) return { failure: 'endpoint_deleted' };
  if (endpoint.status === 'disabled') return { failure: 'endpoint_disabled' };
  const { rowCount } = await client.query({
    ...STILL_CANCELLING,
    values: [input.terms.endpointId, endpoint.endpointQueue.endpointVersion],
  });
  if (rowCount === 1) throw new StillCancellingError(`deliveries to ${input.terms.endpointId} are still being cancelled`);
  const selection = await selectForReplay(client, selectionOf(input, endpoint, reach));
  const capacity = input.matchedMax - input.progress.matched;
  const events = selection.events.slice(0, capacity);
  const last = events.at(-1);
  const isCutShort = events.length < selection.events.length && last !== undefined;
  const chunk: RecordReplayChunkPayload = {
    from: input.progress.cursor,
    to: isCutShort ? last.position : selection.to,
    upTo: reach.upTo,
    matched: events.length,
    enqueued: await enqueueAll(client, random, { input, endpoint, events }),
    lastEventMs: isCutShort ? last.happenedAtMs : selection.lastEventMs,
  };
  await keepOutcome(client, input.replayId, chunk);
  return { chunk };
}

function selectionOf({ accountId, livemode, terms }: ChunkQuery, endpoint: LockedEndpoint, { after, upTo }: Reach) {
  const wanted = eventTypesMatching(endpoint.enabledEvents);
  const types = terms.types.length === 0 ? wanted : wanted.filter((type) => matchesEvent(terms.types, type));
  const { endpointId, include, resourceId, sinceMs, untilMs } = terms;
  return { accountId, livemode, endpointId, include, types, resourceId, sinceMs, untilMs, after, upTo, limit: LOOKED_MAX };
}

/** @returns how many deliveries are new. */
async function enqueueAll(
  client: PoolClient,
  random: Random,
  { input, endpoint, events }: { input: ChunkQuery; endpoint: LockedEndpoint; events: readonly SelectedEvent[] },
): Promise<number> {
  const { shard, nowMs, replayId, terms } = input;
  let enqueued = 0;
  for (let start = 0; start < events.length; start += ENQUEUED_MAX) {
    const deliveries = events.slice(start, start + ENQUEUED_MAX).map((event): QueuedDelivery => ({
      deliveryId: newId('webhookDelivery', shard, nowMs, random),
      endpointId: terms.endpointId,
      feedPosition: String(event.position),
      eventId: event.eventId,
      eventType: event.type,
      resourceId: event.resourceId,
      sequence: event.sequence,
      class: 2,
      trigger: 'replay',
      replayId,
      testClockId: event.testClockId,
    }));
    const open = await enqueue(client, { deliveries, endpointQueues: [endpoint.endpointQueue], nowMs });
    enqueued += open.filter(({ isNew }) => isNew).length;
  }
  return enqueued;
}

/** A queue that does not know the present version may have to be cleared yet. */
const STILL_CANCELLING = {
  name: 'replay-still-cancelling',
  text: 'SELECT FROM webhooks.endpoint_queues WHERE endpoint_id = $1 AND (cancel_before IS NOT NULL OR endpoint_version < $2)',
};
const BEGIN_PROGRESS = {
  name: 'replay-begin-progress',
  text: `INSERT INTO webhooks.replay_progress (replay_id, from_position, to_position, up_to, matched, enqueued)
    VALUES ($1, -1, 0, 0, 0, 0) ON CONFLICT (replay_id) DO NOTHING`,
};
/** Locked to the end of the transaction: two processes never work through the same stretch at once. */
const READ_PROGRESS = {
  name: 'replay-read-progress',
  text: `SELECT from_position, to_position, up_to, matched, enqueued, last_event_ms FROM webhooks.replay_progress
    WHERE replay_id = $1 FOR UPDATE`,
};
const KEEP_PROGRESS = {
  name: 'replay-keep-progress',
  text: `WITH old AS (DELETE FROM webhooks.replay_progress WHERE updated_at < now() - interval '${KEPT_DAYS} days' AND replay_id <> $1)
    UPDATE webhooks.replay_progress SET from_position = $2, to_position = $3, up_to = $4, matched = $5, enqueued = $6, last_event_ms = $7,
      updated_at = now() WHERE replay_id = $1`,
};

interface ProgressRow {
  from_position: string;
  to_position: string;
  up_to: string;
  matched: number;
  enqueued: number;
  last_event_ms: string | null;
}

/** What came of this stretch when it was worked through before; null when it was not. */
async function findOutcome(client: PoolClient, { replayId, progress }: ChunkQuery): Promise<RecordReplayChunkPayload | null> {
  await client.query({ ...BEGIN_PROGRESS, values: [replayId] });
  const { rows } = await client.query<ProgressRow>({ ...READ_PROGRESS, values: [replayId] });
  const row = rows[0];
  if (row !== undefined && Number(row.from_position) === progress.cursor) {
    const { matched, enqueued, last_event_ms: lastEventMs } = row;
    const place = { from: progress.cursor, to: Number(row.to_position), upTo: Number(row.up_to) };
    return { ...place, matched, enqueued, lastEventMs: lastEventMs === null ? null : Number(lastEventMs) };
  }
  if (row === undefined || Number(row.to_position) !== progress.cursor) throw new StaleChunkError(`${replayId} at ${progress.cursor}`);
  return null;
}

async function keepOutcome(client: PoolClient, replayId: string, chunk: RecordReplayChunkPayload): Promise<void> {
  const { from, to, upTo, matched, enqueued, lastEventMs } = chunk;
  await client.query({ ...KEEP_PROGRESS, values: [replayId, from, to, upTo, matched, enqueued, lastEventMs] });
}
