import { shardOfAccount } from '#contracts';
import type { EventStore, Owner } from '#event-store';

const DAY_MS = 86_400_000;
/** An account knows its keys, so that none of another one is looked at. */
const IDLE = {
  name: 'hundi_idle_keys',
  text: `SELECT k.stream_id AS id FROM accounts.streams a CROSS JOIN json_object_keys(a.state -> 'keys') AS held (id)
    JOIN accounts.streams k ON k.shard = a.shard AND k.stream_id = held.id AND k.status = 'active' AND k.livemode = $3
    LEFT JOIN accounts.key_uses u ON u.key_id = k.stream_id
    WHERE a.shard = $1 AND a.stream_id = $2 AND k.created_at <= $4
      AND (u.last_used_at IS NULL OR u.last_used_at <= to_timestamp($4::float8 / 1000))`,
};

/** The keys of an account and mode that have not ended, are as old as that, and were not used for so many days. */
export async function idleKeyIds(store: EventStore, { accountId, livemode }: Owner, days: number): Promise<string[]> {
  const beforeMs = store.options.clock.nowMs() - days * DAY_MS;
  const rows = await store.acrossAccounts<{ id: string }>(IDLE, [shardOfAccount(accountId), accountId, livemode, beforeMs]);
  return rows.map(({ id }) => id);
}
