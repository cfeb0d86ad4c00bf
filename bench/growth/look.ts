import type { Client } from 'pg';

/** Ids of payments of the main account, drawn by chance. */
export interface Drawn {
  /** Of the first tenth of its payments in the log. */
  early: string[];
  /** Of the last tenth. */
  late: string[];
  /** Of the first tenth, without refunds so far. */
  refunded: string[];
  /** The one that most of the list is newer than. */
  deepId: string;
}

const DRAWN = 2_000;
/** The payments of the account that has most, in the part of the log between two shares. */
const DRAW_IDS = `
WITH main AS (SELECT account_id, shard FROM bench.streams GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1),
  head AS (SELECT max(e.position) AS position FROM payments.events e JOIN main m ON m.shard = e.shard)
SELECT s.stream_id AS id FROM payments.streams s JOIN main m USING (shard, account_id) CROSS JOIN head h
WHERE s.stream_type = 'payment' AND s.last_position > h.position * $1::float8 AND s.last_position <= h.position * $2::float8 AND s.version <= $3
ORDER BY random() LIMIT $4`;
/** The hundredth of the oldest. */
const DEEP_ID = `
WITH main AS (SELECT account_id FROM bench.streams GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
SELECT l.id FROM payments.payments_list l JOIN main m USING (account_id) WHERE NOT l.livemode ORDER BY l.created_at_ms, l.id OFFSET 100 LIMIT 1`;
const ANY_VERSION = 1_000;
const CAPTURED = 3;

/** Draws the payments that are read. */
export async function drawIds(database: Client): Promise<Drawn> {
  const draw = async (from: number, to: number, version: number): Promise<string[]> => {
    const { rows } = await database.query<{ id: string }>(DRAW_IDS, [from, to, version, DRAWN]);
    return rows.map(({ id }) => id);
  };
  const { rows } = await database.query<{ id: string }>(DEEP_ID);
  return {
    early: await draw(0, 0.1, ANY_VERSION),
    late: await draw(0.9, 1, ANY_VERSION),
    refunded: await draw(0, 0.1, CAPTURED),
    deepId: rows[0]?.id ?? '',
  };
}

const BYTES = `
SELECT sum(pg_total_relation_size(c.oid))::float8 / (SELECT count(*) FROM payments.streams WHERE stream_type = 'payment') AS bytes
FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace IN ('payments'::regnamespace, 'webhooks'::regnamespace)`;

/** Bytes of all tables of payments and webhooks with their indexes, by payments. */
export async function bytesOf(database: Client): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(BYTES);
  return rows[0]?.bytes ?? Number.NaN;
}
