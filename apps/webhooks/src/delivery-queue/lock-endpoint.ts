import type { ClientBase } from 'pg';
import type { LiveEndpoint } from '../endpoint/state';
import type { EndpointQueue } from './enqueue';

/** An endpoint that does not change before the end of the transaction. */
export interface LockedEndpoint {
  status: 'enabled' | 'disabled';
  enabledEvents: readonly string[];
  /** What its queue keeps to. */
  endpointQueue: EndpointQueue;
}

const LOCK_ENDPOINT = {
  name: 'lock-endpoint',
  text: `SELECT version, status, state FROM webhooks.streams
    WHERE shard = $1 AND stream_id = $2 AND account_id = $3 AND livemode = $4 AND stream_type = 'webhook_endpoint' FOR SHARE`,
};

/**
 * The endpoint of deliveries that are about to be enqueued, locked: a transaction that disables it waits until they are in the queue,
 * and so finds and cancels them.
 *
 * @returns null when the account has no such endpoint in this mode, or it is deleted.
 */
export async function lockEndpoint(
  client: ClientBase,
  { shard, endpointId, accountId, livemode }: Pick<EndpointQueue, 'shard' | 'endpointId' | 'accountId' | 'livemode'>,
): Promise<LockedEndpoint | null> {
  const values = [shard, endpointId, accountId, livemode];
  const { rows } = await client.query<{ version: number; status: string; state: LiveEndpoint }>({ ...LOCK_ENDPOINT, values });
  const row = rows[0];
  if (row === undefined || (row.status !== 'enabled' && row.status !== 'disabled')) return null;
  const { maxInFlight, ratePerSecond, burst, ordering, enabledEvents, reenabled } = row.state;
  const place = { endpointId, shard, accountId, livemode, endpointVersion: row.version, enabledSinceMs: reenabled?.atMs ?? null };
  return {
    status: row.status,
    enabledEvents,
    endpointQueue: { ...place, maxInFlight, ratePerSecond, burst, isOrdered: ordering === 'resource' },
  };
}
