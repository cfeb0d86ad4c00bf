import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { eventually, startHundi, type HundiProcess } from '#testing';

jest.setTimeout(120_000);

const WRITES = 40;
const SHARDS = 64;

describe('a Hundi in whose database another session holds every lock of payments (F7)', () => {
  let hundi: HundiProcess;
  let database: pg.Client;
  beforeAll(async () => {
    hundi = await startHundi({ mode: 'embedded', environment: { RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'fatal' } });
    const { databaseUrl } = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as { databaseUrl: string };
    database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await hundi.stopAndRemove();
  });

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${hundi.baseUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${hundi.testKey}`, 'content-type': 'application/json', ...init.headers },
    });
  const post = (path: string, body: object, key: string): Promise<Response> =>
    ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'idempotency-key': key } });
  const register = (key: string): Promise<Response> =>
    post('/v1/webhook_endpoints', { url: `https://example.com/${key}`, enabled_events: ['*'] }, key);
  /** The number of the lock stands in the function that appends. */
  const holdEveryLock = async (): Promise<void> => {
    const { rows } = await database.query<{ source: string }>(
      `SELECT prosrc AS source FROM pg_proc WHERE pronamespace = 'payments'::regnamespace AND proname = 'append'`,
    );
    const lockClass = /pg_advisory_xact_lock\((-?\d+)/.exec(rows[0]?.source ?? '')?.[1];
    await database.query(`SELECT pg_advisory_lock($1, shard) FROM generate_series(0, ${SHARDS - 1}) shard`, [Number(lockClass)]);
  };

  it('shows payments by id as quickly as ever, whatever is written with a key elsewhere, and says 503 to those writes', async () => {
    const paid = await post('/v1/payments', { amount: 50_000, currency: 'INR', payment_method: 'upi' }, 'pay-1');
    const { id } = (await paid.json()) as { id: string };
    await holdEveryLock();
    const writes = Promise.all(Array.from({ length: WRITES }, (_, number) => register(`held-${number}`)));
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await eventually(async () => expect((await database.query(waiting)).rowCount).toBe(2));
    for (let read = 0; read < 10; read++) {
      const startedAtMs = performance.now();
      expect((await ask(`/v1/payments/${id}`)).status).toBe(200);
      expect(performance.now() - startedAtMs).toBeLessThan(1_000);
    }
    for (const answer of await writes) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await answer.json()).toMatchObject({ error: { code: 'service_unavailable' } });
    }
    await database.query('SELECT pg_advisory_unlock_all()');
    await eventually(async () => expect((await register('free-again')).status).toBe(201));
  });
});
