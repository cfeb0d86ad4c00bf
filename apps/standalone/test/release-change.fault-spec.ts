import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#embedded';
import { startHundi, type HundiProcess } from '#testing';
import { lasting } from './cluster';
import { EventReceiver } from './event-receiver';
import { expectCleanRefusals } from './invariants/availability';
import { unique, sampleOf } from './invariants/evidence';
import { evidenceOf, expectInvariants } from './invariants/expect-invariants';
import { buildPastRelease, hasPastRelease } from './past-release';
import { runProgram } from './run-program';
import { startSteadyLoad, type Outcome } from './steady-load';

const COMPARED = 40;

interface Shown {
  status: number;
  body: object;
}

/** The release before this one and this one take turns on the data of one folder, while merchants pay (F23). */
(hasPastRelease() ? describe : describe.skip)('a change of release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-release-'));
  const past = join(folder, 'past');
  const dataDir = join(folder, 'data');
  let port: string;
  let hundi: HundiProcess;
  let receiver: EventReceiver;
  const paid: Outcome[] = [];
  /** What the past release showed, by path. */
  const shown = new Map<string, Shown>();

  beforeAll(async () => {
    chmodSync(folder, 0o755); // the user that runs Postgres must pass through
    buildPastRelease(past);
    receiver = await EventReceiver.open();
    port = String(await findFreePort());
  }, 240_000);
  afterAll(async () => {
    await hundi?.stopAndRemove();
    await receiver?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (checkout?: string): Promise<void> => {
    const environment = { RATE_LIMIT_ENABLED: 'false', EVENT_LOOP_LAG_MAX_MS: '60000', LOG_LEVEL: 'fatal', PORT: port };
    hundi = await startHundi({ mode: 'embedded', environment, checkout, dataDir });
  };
  const whilePaying = async (): Promise<void> => {
    const load = startSteadyLoad({ baseUrls: [hundi.baseUrl], apiKeys: [hundi.testKey], withRefunds: true });
    await lasting(1);
    paid.push(...(await load.stop()));
    expectCleanRefusals(load.refusals);
  };
  const show = async (path: string): Promise<Shown> => {
    const response = await fetch(`${hundi.baseUrl}${path}`, { headers: { authorization: `Bearer ${hundi.testKey}` } });
    return { status: response.status, body: (await response.json()) as object };
  };

  it('begins with the past release, which is killed', async () => {
    await start(past);
    await receiver.register(hundi.baseUrl, hundi.testKey, '/0');
    await whilePaying();
    const payments = unique(sampleOf(paid, COMPARED).map(({ paymentId }) => `/v1/payments/${paymentId}`));
    for (const path of payments.flatMap((payment) => [payment, `${payment}?as_of=1`, `${payment}/events`, `${payment}/refunds`])) {
      shown.set(path, await show(path));
    }
    await hundi.end('SIGKILL');
  }, 60_000);

  it('(59) refuses no request while the schemas are brought up to date under it', async () => {
    await start(past);
    const { databaseUrl } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { databaseUrl: string };
    const load = startSteadyLoad({ baseUrls: [hundi.baseUrl], apiKeys: [hundi.testKey], withRefunds: true });
    const migrate = (): Promise<string> => runProgram('migrate', [], { DATABASE_URL: databaseUrl });
    expect([await migrate(), await migrate()]).toEqual(['Every schema is up to date.\n', 'Every schema is up to date.\n']);
    await lasting(1);
    paid.push(...(await load.stop()));
    expect(load.refusals).toEqual([]);
    await hundi.end('SIGKILL');
  }, 60_000);

  it('brings this release, which shows all that the past one showed, and goes on paying', async () => {
    await start();
    for (const [path, before] of shown) expect([path, await show(path)]).toMatchObject([path, before]);
    await whilePaying();
    await hundi.end('SIGKILL');
  }, 60_000);

  it('can be taken back: the past release goes on paying on what this one has stored', async () => {
    await start(past);
    await whilePaying();
    await hundi.end('SIGTERM');
  }, 60_000);

  it('ends with this release, and nothing is lost, invented, doubled or reported wrongly', async () => {
    await start();
    await whilePaying();
    await expectInvariants(evidenceOf(hundi, { paid, receiver }));
  }, 90_000);
});
