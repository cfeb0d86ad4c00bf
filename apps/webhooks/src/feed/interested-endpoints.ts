import type { ClientBase } from 'pg';
import type { DeliveryOrdering } from '#contracts';
import { feedKeyOf } from './feed-subscribers';
import type { EndpointQueue } from '../delivery-queue/enqueue';
import type { PlacedEvent } from './feed-commits';
import { matchesEvent } from '../endpoint/matches-event';

/** An endpoint that gets events, and what it asked for. */
export interface InterestedEndpoint {
  endpointQueue: EndpointQueue;
  enabledEvents: readonly string[];
}

/**
 * Asked in the transaction of the batch: the state of an endpoint is written in its own commit, so that one that exists when
 * an event happens gets it, and one that is disabled by then does not. No cache that could say otherwise.
 */
const FIND = {
  name: 'find-interested-endpoints',
  text: `SELECT s.stream_id, s.shard, s.account_id, s.livemode, s.version, s.state->'enabledEvents' AS enabled_events,
      s.state->>'ordering' AS ordering, (s.state->>'maxInFlight')::integer AS max_in_flight,
      (s.state->>'ratePerSecond')::float8 AS rate_per_second, (s.state->>'burst')::float8 AS burst,
      (s.state#>>'{reenabled,atMs}')::float8 AS enabled_since_ms
    FROM unnest($1::text[], $2::boolean[]) AS wanted (account_id, livemode)
    JOIN webhooks.streams s ON s.account_id = wanted.account_id AND s.livemode = wanted.livemode
    WHERE s.stream_type = 'webhook_endpoint' AND s.status = 'enabled'
    ORDER BY s.stream_id`,
};

interface Row {
  stream_id: string;
  shard: number;
  account_id: string;
  livemode: boolean;
  version: number;
  enabled_events: string[];
  ordering: DeliveryOrdering;
  max_in_flight: number;
  rate_per_second: number | null;
  burst: number | null;
  enabled_since_ms: number | null;
}

/** The enabled endpoints of these accounts in these modes, by `feedKeyOf` their owner. */
export async function findEndpointsOf(client: ClientBase, events: readonly PlacedEvent[]): Promise<Map<string, InterestedEndpoint[]>> {
  const owners = [...new Map(events.map((event) => [feedKeyOf(event), event])).values()];
  const values = [owners.map(({ accountId }) => accountId), owners.map(({ livemode }) => livemode)];
  const { rows } = await client.query<Row>({ ...FIND, values });
  const found = new Map<string, InterestedEndpoint[]>();
  for (const row of rows) {
    const endpoint = endpointOf(row);
    const key = feedKeyOf(endpoint.endpointQueue);
    found.set(key, [...(found.get(key) ?? []), endpoint]);
  }
  return found;
}

/** Whether an endpoint gets an event. Events about an endpoint go to the account's other ones (docs/reference/webhooks.md). */
export function isInterested({ endpointQueue, enabledEvents }: InterestedEndpoint, { type, resourceId }: PlacedEvent): boolean {
  return endpointQueue.endpointId !== resourceId && matchesEvent(enabledEvents, type);
}

function endpointOf(row: Row): InterestedEndpoint {
  const endpointQueue: EndpointQueue = {
    endpointId: row.stream_id,
    shard: row.shard,
    accountId: row.account_id,
    livemode: row.livemode,
    endpointVersion: row.version,
    enabledSinceMs: row.enabled_since_ms,
    maxInFlight: row.max_in_flight,
    ratePerSecond: row.rate_per_second,
    burst: row.burst,
    isOrdered: row.ordering === 'resource',
  };
  return { endpointQueue, enabledEvents: row.enabled_events };
}
