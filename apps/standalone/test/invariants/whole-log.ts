import type pg from 'pg';
import { verifyChain } from '#event-store';

const LOGS = ['payments', 'kyc', 'webhooks', 'accounts'];

/** Positions are dense in each shard, versions in each stream, and no event was rewritten (I7). */
export async function expectWholeLog(pool: pg.Pool, databaseUrl: string): Promise<void> {
  for (const schema of LOGS) {
    await expect(verifyChain({ databaseUrl, schema })).resolves.toMatchObject({ intact: true });
    const { rows: shards } = await pool.query(
      `SELECT shard FROM ${schema}.events GROUP BY shard HAVING count(*) <> max(position) OR min(position) <> 1`,
    );
    const { rows: streams } = await pool.query(
      `SELECT stream_id FROM ${schema}.events GROUP BY stream_id
       HAVING count(*) <> max(version) OR min(version) <> 1 OR count(DISTINCT version) <> count(*)`,
    );
    expect({ schema, shards, streams }).toEqual({ schema, shards: [], streams: [] });
  }
}
