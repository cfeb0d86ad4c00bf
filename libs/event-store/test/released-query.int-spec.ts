import { Client, Pool } from 'pg';
import { eventually, testDatabase, type TestDatabase } from '#testing';
import { ReleasedQuery, runQuery } from '../src/released-query';

const DOUBLED = { name: 'doubled', text: 'SELECT $1::int * 2 AS doubled' };

describe('a query that lets go of what it was given', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await testDatabase('released_query');
    // One connection, so that each query meets what the one before left behind.
    pool = new Pool({ connectionString: database.url, max: 1 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  /** What of it is still there. */
  const heldBy = (query: ReleasedQuery): unknown[] => {
    const { values, callback, _result: result, _results: results } = query as unknown as Record<string, unknown>;
    return [values, callback, result, results];
  };

  it('answers the rows, prepared or not, and holds neither them nor its values', async () => {
    for (const config of [DOUBLED, DOUBLED, { text: DOUBLED.text }]) {
      const query = new ReleasedQuery(config, [21]);
      const { rows, rowCount } = await runQuery<{ doubled: number }>(pool, query);
      expect([rows, rowCount]).toEqual([[{ doubled: 42 }], 1]);
      expect(heldBy(query)).toEqual([null, null, null, null]);
    }
  });

  it('fails with what the database says, and the next one is answered', async () => {
    await expect(runQuery(pool, new ReleasedQuery(DOUBLED, ['no number']))).rejects.toMatchObject({ code: '22P02' });
    expect((await runQuery(pool, new ReleasedQuery(DOUBLED, [1]))).rows).toEqual([{ doubled: 2 }]);
  });

  it('is given up after its time; its late answer disturbs no query after it on the same connection', async () => {
    const client = new Client({ connectionString: database.url, query_timeout: 100 });
    await client.connect();
    const lock = (): ReleasedQuery => new ReleasedQuery({ text: 'SELECT pg_advisory_lock(1)' }, []);
    await runQuery(pool, lock());
    await expect(runQuery(client, lock())).rejects.toThrow('Query read timeout');
    await runQuery(pool, new ReleasedQuery({ text: 'SELECT pg_advisory_unlock(1)' }, []));
    await eventually(async () => {
      const { rows } = await runQuery(client, new ReleasedQuery(DOUBLED, [1]));
      expect(rows).toEqual([{ doubled: 2 }]);
    });
    await client.end();
  });
});
