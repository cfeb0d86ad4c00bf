import type { Pool } from 'pg';
import { shardOfAccount, unavailabilityOf, type EventMessage } from '#contracts';
import type { FanOut } from '../src/feed/fan-out';
import { idOf } from './event-messages';

/** The row of an enabled endpoint: only events of accounts that have one have an effect. */
export async function makeEndpoint(pool: Pool, accountId: string): Promise<void> {
  await pool.query(
    `INSERT INTO webhooks.streams (shard, stream_id, stream_type, account_id, livemode, version, sequence, last_position, status, state,
       state_schema, created_at, updated_at) VALUES ($1, $2, 'webhook_endpoint', $3, false, 1, 1, 1, 'enabled', '{}', 1, 0, 0)`,
    [shardOfAccount(accountId), idOf('we', 1, accountId), accountId],
  );
}

/** As the bus does: what another instance got in the way of is brought again. */
export async function untilTaken(instance: FanOut, source: string, messages: readonly EventMessage[]): Promise<void> {
  for (;;) {
    try {
      const { gapAt } = await instance.take(source, messages);
      if (gapAt === null) return;
    } catch (error) {
      if (unavailabilityOf(error) === undefined) throw error;
    }
  }
}
