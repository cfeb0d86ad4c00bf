import { ALL_SHARDS } from '#contracts';
import { Client } from 'pg';
import { contentHash, GENESIS } from '../schema/canonical';
import { quoteSchema } from '../schema/names';

const PAGE_MAX = 5_000;

export interface ChainInput {
  databaseUrl: string;
  schema: string;
}

/** The first thing wrong with a log, or how much of it was found intact. */
export type ChainVerdict =
  { intact: true; events: number } | { intact: false; shard: number; position: bigint; eventId: string | null; reason: string };

interface PageRow {
  count: number;
  last_position: string | null;
  last_hash: Buffer | null;
  broken_position: string | null;
  broken_event_id: string | null;
  broken_reason: string | null;
}

/**
 * Recomputes the hash chain of a log from its stored columns and names the first row that was changed, removed or put
 * in. Reads in pages beside live traffic. Its strength is that of the last hash known elsewhere: who can rewrite every
 * row from one point on can also make a new chain, so keep heads outside the database (docs: audit).
 */
export async function verifyChain(input: ChainInput): Promise<ChainVerdict> {
  const client = new Client({ connectionString: input.databaseUrl, application_name: `hundi ${input.schema} verify-chain` });
  await client.connect();
  try {
    let events = 0;
    for (const shard of ALL_SHARDS) {
      const verdict = await verifyShard(client, quoteSchema(input.schema), shard);
      if (!verdict.intact) return verdict;
      events += verdict.events;
    }
    return { intact: true, events };
  } finally {
    await client.end();
  }
}

async function verifyShard(client: Client, schema: string, shard: number): Promise<ChainVerdict> {
  let position = 0n;
  let hash: Buffer | null = null;
  for (;;) {
    const page: PageRow | undefined = await readPage(client, pageQuery(schema), [shard, position.toString(), hash, PAGE_MAX]);
    if (page?.broken_position && page.broken_reason) {
      return { intact: false, shard, position: BigInt(page.broken_position), eventId: page.broken_event_id, reason: page.broken_reason };
    }
    if (!page?.last_position) break;
    position = BigInt(page.last_position);
    hash = page.last_hash;
  }
  return (await findMissing(client, schema, shard, position)) ?? { intact: true, events: Number(position) };
}

async function readPage(client: Client, text: string, values: unknown[]): Promise<PageRow | undefined> {
  return (await client.query<PageRow>(text, values)).rows[0];
}

/** One page: every row is held against the stored hash of the row before it; by induction the chain holds. */
function pageQuery(schema: string): string {
  return `
WITH page AS (
  SELECT e.*, row_number() OVER w AS number, lag(e.hash, 1, coalesce($3::bytea, ${GENESIS})) OVER w AS previous
  FROM (SELECT * FROM ${schema}.events x WHERE x.shard = $1 AND x.position > $2 ORDER BY x.position LIMIT $4) e
  WINDOW w AS (ORDER BY e.position)
), checked AS (
  SELECT p.position, p.event_id, p.hash, CASE
    WHEN p.position <> $2::bigint + p.number THEN 'a row is missing before this one'
    WHEN p.hash <> sha256(p.previous || ${contentHash('p')}) THEN 'the row is not what was written'
  END AS reason FROM page p
), broken AS (SELECT * FROM checked WHERE reason IS NOT NULL ORDER BY position LIMIT 1),
last AS (SELECT * FROM checked ORDER BY position DESC LIMIT 1)
SELECT (SELECT count(*)::int FROM checked) AS count, last.position AS last_position, last.hash AS last_hash,
  broken.position AS broken_position, broken.event_id AS broken_event_id, broken.reason AS broken_reason
FROM (SELECT) one LEFT JOIN last ON true LEFT JOIN broken ON true`;
}

/** What a chain alone cannot show: rows cut off at its end, and streams whose versions have a hole. */
async function findMissing(client: Client, schema: string, shard: number, head: bigint): Promise<ChainVerdict | undefined> {
  const tail = await client.query<{ position: string }>(
    `SELECT max(position)::text AS position FROM (
       SELECT max(last_position) AS position FROM ${schema}.streams WHERE shard = $1
       UNION ALL SELECT position FROM ${schema}.relay_cursors WHERE shard = $1
     ) known HAVING max(position) > (SELECT coalesce(max(position), 0) FROM ${schema}.events WHERE shard = $1)`,
    [shard],
  );
  if (tail.rows[0]) return { intact: false, shard, position: head + 1n, eventId: null, reason: 'rows are missing at the end of the log' };
  const holes = await client.query<{ stream_id: string; position: string }>(
    `SELECT stream_id, min(position)::text AS position FROM ${schema}.events WHERE shard = $1 AND position <= $2
     GROUP BY stream_id HAVING count(*) <> max(version) OR min(version) <> 1 LIMIT 1`,
    [shard, head.toString()],
  );
  const hole = holes.rows[0];
  if (!hole) return undefined;
  return {
    intact: false,
    shard,
    position: BigInt(hole.position),
    eventId: null,
    reason: `the versions of stream ${hole.stream_id} have a hole`,
  };
}
