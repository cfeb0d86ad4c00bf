import pg from 'pg';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHundi, eventually, type HundiMode, type HundiProcess } from '#testing';
import { lasting } from './cluster';
import { FolderServer } from './folder-server';
import { runProgram } from './run-program';
import { startSteadyLoad, type Outcome } from './steady-load';

jest.setTimeout(240_000);

/** What a caller waits for an answer at most: four seconds for its key, eight for the outcome, and a moment. */
const ANSWER_WITHIN_MS = 12_500;
/** From the moment when Postgres takes connections again until payments are as quick as before. */
const WELL_AGAIN_AFTER_SECONDS = 5;
/** Beside other suites on the same cores. */
const QUICK_MS = 5_000;

/** Spec/quality.md F6 and F7: the database goes away under load, and what was acknowledged is there, once. */
describe.each<HundiMode>(['embedded', 'kafka'])('a Hundi whose Postgres goes away, %s', (mode) => {
  let hundi: HundiProcess;
  let postgres: FolderServer;
  let pool: pg.Pool;
  const paid: Outcome[] = [];

  beforeAll(async () => {
    hundi = await startHundi({ mode, environment: { RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'fatal' } });
    postgres = new FolderServer(hundi.dataDir);
    const { databaseUrl } = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as { databaseUrl: string };
    pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    pool.on('error', () => undefined);
  });
  afterAll(async () => {
    await pool.end();
    await hundi.stopAndRemove();
    await postgres.stop();
  });

  const statusOf = async (path: string): Promise<number> => (await fetch(`${hundi.baseUrl}${path}`)).status;

  /** Pay all the while; every payment is settled by repeating its key, and every answer until then says when to come again. */
  const whilePaying = async (fault: { begins: () => Promise<void> | void; lastsSeconds: number; ends: () => Promise<void> | void }) => {
    const load = startSteadyLoad({ baseUrls: [hundi.baseUrl], apiKeys: [hundi.testKey] });
    await lasting(2);
    await fault.begins();
    await eventually(async () => expect(await statusOf('/health/ready')).toBe(503));
    expect(await statusOf('/health/live')).toBe(200);
    await lasting(fault.lastsSeconds);
    await fault.ends();
    await lasting(WELL_AGAIN_AFTER_SECONDS);
    const after = startSteadyLoad({ baseUrls: [hundi.baseUrl], apiKeys: [hundi.testKey] });
    await lasting(2);
    const outcomes = [await load.stop(), await after.stop()];
    expect(load.refusals.length).toBeGreaterThan(0);
    const odd = load.refusals.filter(({ status, retryAfter, tookMs }) => status !== 503 || !retryAfter || tookMs > ANSWER_WITHIN_MS);
    expect(odd).toEqual([]);
    expect(after.refusals).toEqual([]);
    expect(outcomes[1]?.filter(({ latencyMs }) => latencyMs > QUICK_MS)).toEqual([]);
    expect(await statusOf('/health/ready')).toBe(200);
    paid.push(...outcomes.flat());
  };

  /** Each payment that was answered is stored once, as it was asked for, and no other. */
  const expectPaidOnce = async (): Promise<void> => {
    expect(paid.filter(({ status }) => status !== 201)).toEqual([]);
    const { rows } = await pool.query<{ text: string }>(
      `SELECT concat_ws(' ', s.stream_id, s.state->'terms'->'metadata'->>'order', s.state->'terms'->>'amount', s.state->'terms'->>'currency',
         (SELECT count(*) FROM payments.events e WHERE e.stream_id = s.stream_id AND e.type = 'payment.captured')) AS text
       FROM payments.streams s WHERE s.stream_type = 'payment'`,
    );
    const stored = new Set(rows.map(({ text }) => text));
    const answered = new Set(paid.map(({ paymentId, key }) => `${paymentId} ${key} 50000 INR 1`));
    const missingIn = (found: Set<string>, wanted: Set<string>): string[] => [...wanted].filter((text) => !found.has(text));
    expect({ lost: missingIn(stored, answered), invented: missingIn(answered, stored) }).toEqual({ lost: [], invented: [] });
  };

  /** Every event of every payment reached the webhooks service, once. */
  const expectToldOnce = async (): Promise<void> => {
    await eventually(async () => {
      const { rows } = await pool.query<{ told: number; events: number }>(
        `SELECT count(*)::int AS told, count(DISTINCT event_id)::int AS events FROM webhooks.feed_events WHERE type = 'payment.captured'`,
      );
      expect(rows).toEqual([{ told: paid.length, events: paid.length }]);
    });
  };

  const expectWhole = async (): Promise<void> => {
    await expectPaidOnce();
    await expectToldOnce();
    const { rows } = await pool.query(
      'SELECT shard FROM payments.events GROUP BY shard HAVING count(*) <> max(position) OR min(position) <> 1',
    );
    expect(rows).toEqual([]);
    expect(runProgram('operator/verify-chain.js', [], { HUNDI_DATA_DIR: hundi.dataDir })).toMatch(/^OK payments.*\nOK kyc.*\nOK webhooks/);
    const compared = runProgram('operator/rebuild-view.js', ['payments', 'payments_list', '--compare'], { HUNDI_DATA_DIR: hundi.dataDir });
    expect(compared).toContain(': 0 rows differed');
  };

  // Postgres's immediate shutdown, which tells its clients; and none at all, which does not.
  const signal = mode === 'embedded' ? 'SIGQUIT' : 'SIGKILL';
  it(`loses nothing and doubles nothing when it ends by ${signal} and is started again`, async () => {
    const { port } = postgres;
    await whilePaying({ begins: () => postgres.end(signal), lastsSeconds: 2, ends: () => postgres.startAgain(port) });
    await expectWhole();
  });

  // Longer than any query waits.
  it('loses nothing and doubles nothing when all of it is frozen for 13 s', async () => {
    await whilePaying({ begins: () => postgres.signalAll('SIGSTOP'), lastsSeconds: 13, ends: () => postgres.signalAll('SIGCONT') });
    await expectWhole();
  });
});
