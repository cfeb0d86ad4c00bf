import { findFreePort, startEmbeddedKafka, type EmbeddedKafka } from '#embedded';
import { askDatabase, eventually, testDatabase, type TestDatabase } from '#testing';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateAll } from '../src/migrations';
import { settingsOf, startProcess, type ClusterProcess } from './cluster';
import { buildNextRelease, NEXT_MIGRATION } from './next-release';
import { runProgram } from './run-program';

jest.setTimeout(180_000);

const WITHIN = { withinMs: 60_000, everyMs: 100 };
const LACKS = new RegExp(`The schema payments is older than this version: it lacks the migration ${NEXT_MIGRATION}`);

/** The migration of the next release has not run. */
describe('a service on an older schema', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-older-schema-'));
  const next = join(folder, 'next');
  let kafka: EmbeddedKafka;
  let database: TestDatabase;
  let payments: ClusterProcess | undefined;
  beforeAll(async () => {
    chmodSync(folder, 0o755);
    buildNextRelease(next);
    [kafka, database] = await Promise.all([
      startEmbeddedKafka({ dataDir: join(folder, 'kafka') }),
      testDatabase('all_schemas', (databaseUrl) => migrateAll(databaseUrl)),
    ]);
  });
  afterAll(async () => {
    await payments?.end('SIGKILL');
    await kafka?.kill();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('neither serves nor is ready, and names the command; migrated, the same process serves', async () => {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const ask = async (path: string): Promise<unknown> => {
      const answer = await fetch(url + path);
      return { status: answer.status, body: await answer.json() };
    };
    const publishers = { PAYMENTS_URL: url, KYC_URL: url, GATEWAY_INTERNAL_URL: url };
    const settings = settingsOf(database.url, kafka.brokers);
    const starting = startProcess('payments', settings, { ...publishers, INTERNAL_PORT: String(port) }, next);
    const detail = expect.stringMatching(LACKS) as string;
    await eventually(
      async () => expect(await ask('/health/serving')).toEqual({ status: 503, body: { status: 'unavailable', detail } }),
      WITHIN,
    );
    expect(await ask('/health/ready')).toMatchObject({ status: 503, body: { checks: { lifecycle: { ok: false, detail } } } });
    await runProgram('migrate.js', [], { DATABASE_URL: database.url }, next);
    payments = await starting;
    expect(await ask('/health/serving')).toMatchObject({ status: 200 });
    // The state after its database was replaced by one that this release made.
    await askDatabase(database.url, `DELETE FROM payments.migrations WHERE name = '${NEXT_MIGRATION}'`);
    const advice = expect.stringMatching(new RegExp(`${LACKS.source}.*"npm run migrate"`)) as string;
    expect(await ask('/health/ready')).toMatchObject({
      status: 503,
      body: { checks: { 'payments.schemas': { ok: false, detail: advice } } },
    });
    expect(await ask('/health/serving')).toMatchObject({ status: 200 });
  });
});
