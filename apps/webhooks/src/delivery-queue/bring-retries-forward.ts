import type { PoolClient } from 'pg';
import type { PublicEvent, TestClockResource } from '#contracts';
import type { BodyPlace, EventBodies } from '../feed/event-bodies';
import type { PlacedEvent } from '../feed/feed-commits';

/** The end of an advance of a clock in whose time retries wait as well. */
interface Advanced {
  clockId: string;
  advanceId: string;
  /** Where the clock stands now, Unix seconds. */
  nowAt: number;
}

const ENDS: ReadonlySet<string> = new Set(['test_clock.ready', 'test_clock.failed']);

/** The advances with `webhook_retries: clock` that end with these events, in order. */
export function advancesIn(events: readonly PlacedEvent[]): Advanced[] {
  return events.flatMap(({ type, resourceId: clockId, correlationId: advanceId, body }) => {
    if (!ENDS.has(type)) return [];
    const { webhook_retries: retries, now_at: nowAt } = clockOf(body);
    return retries === 'clock' ? [{ clockId, advanceId, nowAt }] : [];
  });
}

function clockOf(body: string): Partial<TestClockResource> & { now_at: number } {
  return (JSON.parse(body) as PublicEvent<TestClockResource>).data.object;
}

/** In the order in which they are locked everywhere. What enqueues in the same transaction then locks none out of turn. */
const LOCK_QUEUES = {
  name: 'forward-lock-queues',
  text: 'SELECT FROM webhooks.endpoint_queues WHERE endpoint_id = ANY ($1::text[]) ORDER BY endpoint_id FOR UPDATE',
};

/** Locks the queues whose retries may be brought forward; before anything is enqueued. */
export async function lockQueues(client: PoolClient, endpointIds: readonly string[]): Promise<void> {
  await client.query({ ...LOCK_QUEUES, values: [endpointIds] });
}

const FIND_BEGIN = {
  name: 'forward-find-begin',
  text: `SELECT pack, body_at FROM webhooks.feed_events
    WHERE resource_id = $1 AND correlation_id = $2 AND type = 'test_clock.advancing' ORDER BY position DESC LIMIT 1`,
};
/** One in hand is left alone: its retry waits from its end on. So is one that was never sent: it waits for no delay. */
const BRING_FORWARD = {
  name: 'forward-bring',
  text: `WITH brought AS (
      UPDATE webhooks.deliveries d SET
        next_attempt_at = greatest(to_timestamp($3::float8 / 1000), d.next_attempt_at - make_interval(secs => $2::float8))
      WHERE d.test_clock_id = $1 AND d.endpoint_id = ANY ($4::text[]) AND d.state = 'ready' AND d.lease_token IS NULL
        AND d.attempt_no > 0 AND d.next_attempt_at > to_timestamp($3::float8 / 1000)
      RETURNING d.endpoint_id, d.next_attempt_at
    )
    UPDATE webhooks.endpoint_queues l SET next_due_at = least(l.next_due_at, greatest(b.due_at, l.open_until))
    FROM (SELECT endpoint_id, min(next_attempt_at) AS due_at FROM brought GROUP BY endpoint_id) b WHERE l.endpoint_id = b.endpoint_id`,
};
const ANNOUNCE = { name: 'forward-announce', text: `SELECT pg_notify('webhooks_due', '')` };

/**
 * What waits for a retry comes as much earlier as the clock of its event has moved: the time of the clock counts towards the
 * delay beside real time. In the transaction that takes the end of the advance, so that each advance counts once.
 *
 * @param terms.endpointIds whose queues are locked already.
 */
export async function bringRetriesForward(
  client: PoolClient,
  advances: readonly Advanced[],
  { bodies, endpointIds, nowMs }: { bodies: Pick<EventBodies, 'read'>; endpointIds: readonly string[]; nowMs: number },
): Promise<void> {
  for (const { clockId, advanceId, nowAt } of advances) {
    const { rows } = await client.query<BodyPlace>({ ...FIND_BEGIN, values: [clockId, advanceId] });
    const [begin] = await bodies.read(client, rows);
    if (begin === undefined || begin === null) continue;
    const { rowCount } = await client.query({
      ...BRING_FORWARD,
      values: [clockId, nowAt - clockOf(begin).now_at, nowMs, endpointIds],
    });
    if (rowCount !== 0) await client.query(ANNOUNCE);
  }
}
