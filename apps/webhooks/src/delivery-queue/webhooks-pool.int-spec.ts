import type { Pool } from 'pg';
import { createLogger } from '#service';
import { testDatabase, type TestDatabase } from '#testing';
import { openWebhooksPool } from './webhooks-pool';

/** Answers of many times what a socket holds. While they come, more is sent on the same connection. */
describe('a connection of the webhooks service', () => {
  const ROWS = 4_000;
  const large = `SELECT n, repeat('x', 1000) AS text FROM generate_series(1, $1::integer) n`;
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await testDatabase();
    const logger = createLogger({ service: 'webhooks', level: 'silent' });
    pool = openWebhooksPool({ databaseUrl: database.url, purpose: 'test', connectionsMax: 1, logger });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const ask = async (count = ROWS): Promise<number[]> =>
    (await pool.query<{ n: number }>({ name: 'large', text: large, values: [count] })).rows.map(({ n }) => n);
  const whole = Array.from({ length: ROWS }, (_, index) => index + 1);

  it('brings large answers whole, one after the other, and small ones between them', async () => {
    const answers = await Promise.all([ask(), ask(3), ask(), ask(0), ask()]);
    expect(answers).toEqual([whole, [1, 2, 3], whole, [], whole]);
  });

  it('keeps answers and questions together after an error in the middle of one', async () => {
    const broken = pool.query(`SELECT repeat('x', 1000), 1 / (3000 - n) FROM generate_series(1, 4000) n`);
    const after = ask();
    await expect(broken).rejects.toThrow('division by zero');
    expect(await after).toEqual(whole);
  });

  it('keeps a transaction together around a large answer', async () => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('CREATE TABLE kept AS SELECT 1 AS n');
      expect((await client.query(large, [ROWS])).rows).toHaveLength(ROWS);
      await client.query('ROLLBACK');
      expect((await client.query(`SELECT to_regclass('kept') AS kept`)).rows).toEqual([{ kept: null }]);
    } finally {
      client.release();
    }
  });

  it('does not read a table from first to last where there is an index', async () => {
    const { rows } = await pool.query<{ enable_seqscan: string }>('SHOW enable_seqscan');
    expect(rows).toEqual([{ enable_seqscan: 'off' }]);
  });
});
