import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#embedded';
import { askDatabase, startHundi, type HundiProcess } from '#testing';
import { lasting } from './cluster';
import { EventReceiver } from './event-receiver';
import { expectCleanRefusals } from './invariants/availability';
import { unique, sampleOf } from './invariants/evidence';
import { evidenceOf, expectInvariants } from './invariants/expect-invariants';
import { buildNextRelease, NEXT_MIGRATION } from './next-release';
import { runProgram } from './run-program';
import { startSteadyLoad, type Outcome } from './steady-load';

const COMPARED = 40;

interface ShownAnswer {
  status: number;
  body: object;
}

/** This release and the next one take turns on the data of one folder, while merchants pay (F23). */
describe('a change of release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-release-'));
  const next = join(folder, 'next');
  const dataDir = join(folder, 'data');
  let port: string;
  let hundi: HundiProcess;
  let receiver: EventReceiver;
  const paid: Outcome[] = [];

  beforeAll(async () => {
    chmodSync(folder, 0o755); // the user that runs Postgres must pass through
    buildNextRelease(next);
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
  /** @returns the answers about some of the payments, by path. */
  const whilePaying = async (): Promise<Map<string, ShownAnswer>> => {
    const load = startSteadyLoad({ baseUrls: [hundi.baseUrl], apiKeys: [hundi.testKey], withRefunds: true });
    await lasting(1);
    const outcomes = await load.stop();
    paid.push(...outcomes);
    expectCleanRefusals(load.refusals);
    const payments = unique(sampleOf(outcomes, COMPARED).map(({ paymentId }) => `/v1/payments/${paymentId}`));
    const answers = new Map<string, ShownAnswer>();
    for (const path of payments.flatMap((payment) => [payment, `${payment}?as_of=1`, `${payment}/events`, `${payment}/refunds`])) {
      answers.set(path, await show(path));
    }
    return answers;
  };
  const show = async (path: string): Promise<ShownAnswer> => {
    const response = await fetch(`${hundi.baseUrl}${path}`, { headers: { authorization: `Bearer ${hundi.testKey}` } });
    return { status: response.status, body: (await response.json()) as object };
  };
  const expectShown = async (answers: ReadonlyMap<string, ShownAnswer>): Promise<void> => {
    for (const [path, before] of answers) expect([path, await show(path)]).toMatchObject([path, before]);
  };
  const databaseUrl = (): string => (JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { databaseUrl: string }).databaseUrl;
  let shownByThis: Map<string, ShownAnswer>;
  let shownByNext: Map<string, ShownAnswer>;

  it('begins with this release, which is killed', async () => {
    await start();
    await receiver.register(hundi.baseUrl, hundi.testKey, '/0');
    shownByThis = await whilePaying();
    await hundi.end('SIGKILL');
  }, 60_000);

  it('(59) refuses no request while the next release migrates the schemas under it', async () => {
    await start();
    const load = startSteadyLoad({ baseUrls: [hundi.baseUrl], apiKeys: [hundi.testKey], withRefunds: true });
    const migrate = (): Promise<string> => runProgram('migrate.js', [], { DATABASE_URL: databaseUrl() }, next);
    expect([await migrate(), await migrate()]).toEqual(['Every schema is up to date.\n', 'Every schema is up to date.\n']);
    await lasting(1);
    paid.push(...(await load.stop()));
    expect(load.refusals).toEqual([]);
    const names = await askDatabase<{ name: string }>(databaseUrl(), 'SELECT name FROM payments.migrations ORDER BY timestamp');
    expect(names.map(({ name }) => name)).toEqual(['CreatePayments1795405060000', NEXT_MIGRATION]);
    await hundi.end('SIGKILL');
  }, 60_000);

  it('brings the next release, which shows all that this one showed, and goes on paying', async () => {
    await start(next);
    await expectShown(shownByThis);
    shownByNext = await whilePaying();
    const versions = `SELECT DISTINCT schema_version AS version FROM payments.events WHERE type = 'payment.created' ORDER BY 1`;
    expect(await askDatabase(databaseUrl(), versions)).toEqual([{ version: 2 }, { version: 3 }]);
    await hundi.end('SIGKILL');
  }, 60_000);

  it('can be taken back: this release shows what the next one has stored, and goes on paying', async () => {
    await start();
    await expectShown(shownByNext);
    await whilePaying();
    await hundi.end('SIGTERM');
  }, 60_000);

  it('ends with the next release, and nothing is lost, invented, doubled or reported wrongly', async () => {
    await start(next);
    await whilePaying();
    await expectInvariants(evidenceOf(hundi, { paid, receiver }));
    expect(await runProgram('operator/verify-chain.js', [], { HUNDI_DATA_DIR: dataDir }, next)).toMatch(/^OK payments: .+\nOK kyc: /);
  }, 90_000);
});
