import type { ClientBase, Pool } from 'pg';

/** What inserted events have in common. */
interface InsertedEvents {
  accountId: string;
  livemode: boolean;
  shard: number;
  body: string;
}

/** Puts captured payments into the feed without a message, for what only reads it. */
export async function insertEvents(
  connection: Pick<ClientBase, 'query'> | Pool,
  { accountId, livemode, shard, body }: InsertedEvents,
  places: readonly { position: string | number | bigint; eventId: string }[],
): Promise<void> {
  const owner = [accountId, livemode, shard];
  await connection.query('INSERT INTO webhooks.feeds (account_id, livemode, shard) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', owner);
  await connection.query(
    `INSERT INTO webhooks.event_types (type, resource_type) VALUES ('payment.captured', 'payment') ON CONFLICT DO NOTHING`,
  );
  await connection.query(
    `WITH pack AS (INSERT INTO webhooks.event_bodies (pack, bodies) VALUES (gen_random_uuid(), convert_to($1, 'UTF8')) RETURNING pack)
     INSERT INTO webhooks.feed_entries (feed, type, body_at, position, occurred_at, pack, correlation_id, sequence, event_id, resource_id)
     SELECT f.feed, t.number, 0, e.position, 0, p.pack, gen_random_uuid(), 1, e.event_id, 'pay_1'
     FROM pack p, webhooks.feeds f, webhooks.event_types t, unnest($2::bigint[], $3::text[]) AS e (position, event_id)
     WHERE f.account_id = $4 AND f.livemode = $5 AND t.type = 'payment.captured'`,
    [body, places.map(({ position }) => String(position)), places.map(({ eventId }) => eventId), accountId, livemode],
  );
}
