import pg from 'pg';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHundi, eventually, type HundiMode, type HundiProcess } from '#testing';
import { lasting } from './cluster';
import { EventReceiver } from './event-receiver';
import { FolderServer } from './folder-server';
import { expectCleanRefusals } from './invariants/availability';
import { evidenceOf, expectInvariants } from './invariants/expect-invariants';
import { expectStoredOnce } from './invariants/stored-payments';
import { startSteadyLoad, type Outcome } from './steady-load';

jest.setTimeout(240_000);

/** From the moment when Postgres takes connections again until payments are as quick as before. */
const WELL_AGAIN_AFTER_SECONDS = 5;
/** Beside other suites on the same cores. */
const QUICK_MS = 5_000;

/** docs/reference/guarantees.md, F6 and F7: the database goes away under load, and what was acknowledged is there, once. */
describe.each<HundiMode>(['embedded', 'kafka'])('a Hundi whose Postgres goes away, %s', (mode) => {
  let hundi: HundiProcess;
  let postgres: FolderServer;
  let pool: pg.Pool;
  let receiver: EventReceiver;
  const paid: Outcome[] = [];

  beforeAll(async () => {
    receiver = await EventReceiver.open();
    hundi = await startHundi({ mode, environment: { RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'fatal' } });
    postgres = new FolderServer(hundi.dataDir);
    const { databaseUrl } = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as { databaseUrl: string };
    pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    pool.on('error', () => undefined);
    await receiver.register(hundi.baseUrl, hundi.testKey, '/0');
  });
  afterAll(async () => {
    await pool.end();
    await hundi.stopAndRemove();
    await postgres.stop();
    await receiver.close();
  });

  const statusOf = async (path: string): Promise<number> => (await fetch(`${hundi.baseUrl}${path}`)).status;

  /** Pay all the while; every payment is settled by repeating its key, and every answer until then says when to come again. */
  const whilePaying = async (fault: { begins: () => Promise<void> | void; lastsSeconds: number; ends: () => Promise<void> | void }) => {
    const load = startSteadyLoad({ baseUrls: [hundi.baseUrl], apiKeys: [hundi.testKey], withRefunds: true });
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
    expectCleanRefusals(load.refusals);
    expect(load.refusals.filter(({ status }) => status !== 503)).toEqual([]);
    expect(after.refusals).toEqual([]);
    expect(outcomes[1]?.filter(({ latencyMs }) => latencyMs > QUICK_MS)).toEqual([]);
    expect(await statusOf('/health/ready')).toBe(200);
    paid.push(...outcomes.flat());
  };

  /** Every event of every payment reached the webhooks service, once. */
  const expectReportedOnce = async (): Promise<void> => {
    await eventually(async () => {
      const { rows } = await pool.query<{ reported: number; events: number }>(
        `SELECT count(*)::int AS reported, count(DISTINCT event_id)::int AS events FROM webhooks.feed_events WHERE type = 'payment.captured'`,
      );
      expect(rows).toEqual([{ reported: paid.length, events: paid.length }]);
    });
  };

  // Postgres's immediate shutdown, which tells its clients; and none at all, which does not.
  const signal = mode === 'embedded' ? 'SIGQUIT' : 'SIGKILL';
  it(`loses nothing and doubles nothing when it ends by ${signal} and is started again`, async () => {
    const { port } = postgres;
    await whilePaying({ begins: () => postgres.end(signal), lastsSeconds: 2, ends: () => postgres.startAgain(port) });
    await expectStoredOnce(pool, paid);
    await expectReportedOnce();
  });

  // Longer than any query waits.
  it('loses nothing and doubles nothing when all of it is frozen for 13 s', async () => {
    await whilePaying({ begins: () => postgres.signalAll('SIGSTOP'), lastsSeconds: 13, ends: () => postgres.signalAll('SIGCONT') });
    await expectReportedOnce();
    await expectInvariants(evidenceOf(hundi, { paid, receiver }));
  });
});
