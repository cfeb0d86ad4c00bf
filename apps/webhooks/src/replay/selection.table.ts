import type { ClientBase } from 'pg';
import type { ReplayScope } from '#contracts';
import { feedOf, typesIn } from '../feed/feed-conditions';
import type { FeedOwner } from '../feed/feed-subscribers';

/** What a stretch of the feed is searched for. */
export interface SelectionQuery {
  accountId: string;
  livemode: boolean;
  endpointId: string;
  include: ReplayScope;
  /** Exact event types. */
  types: readonly string[];
  resourceId: string | null;
  /** Happened at or after, and before; ms since the epoch. */
  sinceMs: number;
  untilMs: number | null;
  /** Positions above `after` up to `upTo`. */
  after: number;
  upTo: number;
  /** Events looked at, at most. */
  limit: number;
}

/** An event that is to be brought again. */
export interface SelectedEvent {
  position: number;
  eventId: string;
  type: string;
  resourceId: string;
  sequence: number;
  /** In real time. */
  happenedAtMs: number;
  /** Null in real time. */
  testClockId: string | null;
}

export interface Selection {
  events: SelectedEvent[];
  /** Up to where everything was looked at. */
  to: number;
  /** When the last event that was looked at happened; null when there was none. */
  lastEventMs: number | null;
}

/** What became of the event the last time it was brought. It ended after it was taken, which leaves most partitions out. */
const LAST = `LEFT JOIN LATERAL (SELECT d.final_state, d.reason, d.ended_at FROM webhooks.deliveries_done d
  WHERE d.event_id = l.event_id AND d.endpoint_id = $8 AND d.ended_at >= l.taken_at - interval '5 minutes'
  ORDER BY d.ended_at DESC LIMIT 1) last ON true`;

/** Clocks of Postgres and of the services differ, and events are taken after they happened. */
const SKEW_MS = 300_000;
/**
 * How long a delivery may have been open when its endpoint was disabled: 80 hours of attempts, and in order behind another one
 * that took as long.
 */
const OPEN_MS_MAX = 7 * 86_400_000;

/**
 * Windows are of real time. What happened on a test clock has the time of that clock, which may be years away: it counts by when
 * it was taken.
 */
const HAPPENED_AT = `CASE WHEN e.test_clock_id IS NULL THEN e.occurred_at ELSE (extract(epoch FROM e.taken_at) * 1000)::bigint END`;
const HAPPENED = 'l.happened_at >= $6';
/**
 * Disabling ended its delivery within the window, whenever the event happened: else a replay since the endpoint was
 * disabled, as enabling suggests, would lose for good what was being tried again then. The 410 that disabled the endpoint is
 * recorded a moment before.
 */
const WAS_LOST = `(last.final_state = 'cancelled' AND last.reason = 'endpoint_disabled' AND last.ended_at >= to_timestamp($6::float8 / 1000)
  OR last.final_state = 'exhausted' AND last.reason = 'gone' AND last.ended_at >= to_timestamp(($6::float8 - ${SKEW_MS}) / 1000))`;
const NEVER_HAD_ONE = `(last.final_state IS NULL AND NOT EXISTS (
  SELECT FROM webhooks.deliveries o WHERE o.event_id = l.event_id AND o.endpoint_id = $8))`;

/** `include` of a replay (docs/reference/webhooks.md, Resends, replays and pings). */
const IS_WANTED: Readonly<Record<ReplayScope, { join: string; condition: string }>> = {
  all: { join: '', condition: HAPPENED },
  failed: { join: LAST, condition: `${HAPPENED} AND last.final_state IN ('exhausted', 'expired')` },
  missed: { join: LAST, condition: `(${WAS_LOST} OR ${HAPPENED} AND ${NEVER_HAD_ONE})` },
};

/** From when on a replay looks at events, ms since the epoch: those that were lost happened before. */
export function lookedFromMs({ include, sinceMs }: Pick<SelectionQuery, 'include' | 'sinceMs'>): number {
  return include === 'missed' ? sinceMs - OPEN_MS_MAX : sinceMs;
}

/**
 * The account's next events; which of them are wanted; and, whatever those are, how far it looked. What happened to the
 * endpoint itself goes to others, as in the fan-out.
 */
const selectionOf = (include: ReplayScope, isOfOneObject: boolean): { name: string; text: string } => ({
  name: `replay-selection-${include}-${isOfOneObject}`,
  text: `WITH looked AS MATERIALIZED (
    SELECT e.position, e.event_id, e.type, e.resource_id, e.sequence, ${HAPPENED_AT} AS happened_at, e.taken_at, e.test_clock_id
    FROM webhooks.feed_entries e
    WHERE e.feed = ${feedOf('$1', '$2')} AND e.position > $3 AND e.position <= $4
      AND ${isOfOneObject ? 'e.resource_id = $10' : '$10::text IS NULL'}
    ORDER BY e.position LIMIT $5
  ), wanted AS (
    SELECT l.* FROM looked l ${IS_WANTED[include].join}
    WHERE ($7::bigint IS NULL OR l.happened_at < $7) AND l.type = ANY (${typesIn('$9::text[]')})
      AND l.resource_id <> $8 AND ${IS_WANTED[include].condition}
  )
  SELECT s.looked, s.last_position, s.last_ms, w.position, w.event_id,
    (SELECT t.type FROM webhooks.event_types t WHERE t.number = w.type) AS type, w.resource_id, w.sequence, w.happened_at, w.test_clock_id
  FROM (SELECT count(*)::int AS looked, max(position)::text AS last_position,
      (array_agg(happened_at ORDER BY position DESC))[1]::text AS last_ms FROM looked) s
  LEFT JOIN wanted w ON true ORDER BY w.position`,
});

interface Row {
  looked: number;
  last_position: string | null;
  last_ms: string | null;
  position: string | null;
  event_id: string;
  type: string;
  resource_id: string;
  sequence: number;
  happened_at: string;
  test_clock_id: string | null;
}

/** Looks at the next events of an account and finds those that a replay brings again. */
export async function selectForReplay(client: ClientBase, input: SelectionQuery): Promise<Selection> {
  const { accountId, livemode, after, upTo, limit, sinceMs, untilMs, endpointId, types, resourceId } = input;
  const { rows } = await client.query<Row>({
    ...selectionOf(input.include, resourceId !== null),
    values: [accountId, livemode, after, upTo, limit, sinceMs, untilMs, endpointId, [...types], resourceId],
  });
  const [first] = rows;
  if (first === undefined) throw new Error('a selection without a summary');
  const isCutOff = first.looked === limit;
  return {
    events: rows.flatMap(selectedIn),
    to: isCutOff ? Number(first.last_position) : upTo,
    lastEventMs: first.last_ms === null ? null : Number(first.last_ms),
  };
}

/** The row of the summary alone holds no event. */
function selectedIn(row: Row): SelectedEvent[] {
  if (row.position === null) return [];
  const { event_id: eventId, type, resource_id: resourceId, sequence, test_clock_id: testClockId } = row;
  return [{ position: Number(row.position), eventId, type, resourceId, sequence, happenedAtMs: Number(row.happened_at), testClockId }];
}

/**
 * The newest position of a shard. Waits for transactions that add events to it at this moment: they read the endpoints before the
 * question was asked, so what they take is still a replay's to bring; what comes later meets the endpoint as it is now.
 */
export async function newestPosition(client: ClientBase, shard: number): Promise<number> {
  const text = 'SELECT position FROM webhooks.feed_positions WHERE shard = $1 FOR SHARE';
  const { rows } = await client.query<{ position: string }>({ name: 'replay-newest-position', text, values: [shard] });
  return Number(rows[0]?.position ?? 0);
}

/**
 * A position from which on nothing can be missing that happened since an instant, found by halving: positions rise with the
 * time at which events were taken, and no event is taken before it happens.
 */
export async function positionBefore(client: ClientBase, owner: FeedOwner, sinceMs: number, upTo: number): Promise<number> {
  let [low, high] = [0, upTo];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const takenAtMs = await takenFrom(client, owner, middle);
    if (takenAtMs === null || takenAtMs >= sinceMs - SKEW_MS) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low - 1);
}

/** When the first event of an account at or after a position was taken. */
async function takenFrom(client: ClientBase, { accountId, livemode }: FeedOwner, position: number): Promise<number | null> {
  const text = `SELECT (extract(epoch FROM taken_at) * 1000)::bigint AS taken_ms FROM webhooks.feed_entries
    WHERE feed = ${feedOf('$1', '$2')} AND position >= $3 ORDER BY position LIMIT 1`;
  const { rows } = await client.query<{ taken_ms: string }>({ name: 'replay-taken-from', text, values: [accountId, livemode, position] });
  return rows[0] === undefined ? null : Number(rows[0].taken_ms);
}
