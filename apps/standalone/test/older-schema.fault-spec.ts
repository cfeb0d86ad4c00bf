import { findFreePort, startEmbeddedKafka, type EmbeddedKafka } from '#embedded';
import { runMigrations } from '#event-store';
import { askDatabase, eventually, testDatabase, type TestDatabase } from '#testing';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateGateway } from '../../gateway/src/index';
import { migrateKyc } from '../../kyc/src/index';
import { migratePayments } from '../../payments/src/index';
import { migrateWebhooks, WEBHOOKS_SCHEMAS } from '../../webhooks/src/index';
import { settingsOf, startProcess, type ClusterProcess } from './cluster';

jest.setTimeout(180_000);

const WITHIN = { withinMs: 60_000, everyMs: 100 };
const [STORE] = WEBHOOKS_SCHEMAS;
const LACKS = /The schema webhooks is older than this version: it lacks the migration CreateWebhooks1795962600000/;

/** The last migration of the webhooks service has not run. */
describe('a service on an older schema', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-older-schema-'));
  let kafka: EmbeddedKafka;
  let database: TestDatabase;
  let webhooks: ClusterProcess | undefined;
  beforeAll(async () => {
    chmodSync(folder, 0o755);
    [kafka, database] = await Promise.all([startEmbeddedKafka({ dataDir: join(folder, 'kafka') }), testDatabase()]);
    for (const migrate of [migrateGateway, migratePayments, migrateKyc]) await migrate(database.url);
    if (STORE) await runMigrations({ databaseUrl: database.url, ...STORE, migrations: STORE.migrations.slice(0, -1) });
  });
  afterAll(async () => {
    await webhooks?.end('SIGKILL');
    await kafka?.kill();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('neither serves nor is ready, and says what to run; migrated, the same process serves', async () => {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const ask = async (path: string): Promise<unknown> => {
      const answer = await fetch(url + path);
      return { status: answer.status, body: await answer.json() };
    };
    const publishers = { PAYMENTS_URL: url, KYC_URL: url, GATEWAY_INTERNAL_URL: url };
    const starting = startProcess('webhooks', settingsOf(database.url, kafka.brokers), { ...publishers, INTERNAL_PORT: String(port) });
    const detail = expect.stringMatching(LACKS) as string;
    await eventually(
      async () => expect(await ask('/health/serving')).toEqual({ status: 503, body: { status: 'unavailable', detail } }),
      WITHIN,
    );
    expect(await ask('/health/ready')).toMatchObject({ status: 503, body: { checks: { lifecycle: { ok: false, detail } } } });
    await migrateWebhooks(database.url);
    webhooks = await starting;
    expect(await ask('/health/serving')).toMatchObject({ status: 200 });
    // As after a database was put in its place that an older version has made.
    await askDatabase(database.url, `DELETE FROM webhooks.migrations WHERE name = 'CreateWebhooks1795962600000'`);
    const asked = expect.stringMatching(new RegExp(`${LACKS.source}.*"npm run migrate"`)) as string;
    expect(await ask('/health/ready')).toMatchObject({
      status: 503,
      body: { checks: { 'webhooks.schemas': { ok: false, detail: asked } } },
    });
    expect(await ask('/health/serving')).toMatchObject({ status: 200 });
  });
});
