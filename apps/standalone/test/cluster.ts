import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort, startEmbeddedKafka, type EmbeddedKafka } from '#embedded';
import { SystemClock, SystemRandom } from '#service';
import { TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS, eventually, programEnvironment, testDatabase } from '#testing';
import { createAccount, createApiKey } from '../../gateway/src/index';
import { migrateAll } from '../src/migrations';

const DIST = resolve(__dirname, '../../../dist/apps');
const PEPPER = 'pepper-of-the-two-process-suite';
/** Enough that each of two processes serves some: an account has one shard, hence one partition. */
const ACCOUNTS = 24;
const TOKEN = 'token-of-the-two-process-suite';

/** One app in a process of its own. Signals go to that process by its id. */
export interface ClusterProcess {
  readonly url: string;
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** Send a signal and wait for the end. */
  end(name: NodeJS.Signals): Promise<void>;
  /** Command partitions this process holds, as its metrics say. */
  heldPartitions(): Promise<number>;
  /** The sum of a metric over its labels. */
  metric(name: string): Promise<number>;
}

/** A gateway, with the address that merchants use. */
export interface ClusterGateway extends ClusterProcess {
  readonly baseUrl: string;
}

export interface Cluster {
  kafka: EmbeddedKafka;
  databaseUrl: string;
  gateway: ClusterGateway;
  /** Of as many accounts, whose shards lie in partitions of every process. */
  apiKeys: string[];
  startPayments(): Promise<ClusterProcess>;
  /** Always at the same address: the gateway knows it, also while there is none. */
  startWebhooks(): Promise<ClusterProcess>;
  /** Another one, on the port of one that has ended when told. */
  startGateway(port?: number): Promise<ClusterGateway>;
  stop(): Promise<void>;
}

interface Settings {
  databaseUrl: string;
  brokers: string;
}

/** A broker and a database of its own, one gateway, and as many payments and webhooks processes as a test starts. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-cluster-'));
  chmodSync(folder, 0o755);
  const kafka = await startEmbeddedKafka({ dataDir: join(folder, 'kafka') });
  const database = await testDatabase();
  await migrateAll(database.url);
  const settings: Settings = { databaseUrl: database.url, brokers: kafka.brokers };
  const processes: ClusterProcess[] = [];
  const start = async (app: string, environment: Record<string, string> = {}): Promise<ClusterProcess> => {
    const started = await startProcess(app, settings, environment);
    processes.push(started);
    return started;
  };
  const first = await start('payments');
  const webhooksPort = await findFreePort();
  // The first payments process answers queries for as long as the suite runs: it is never the one that is ended.
  const publishers = { PAYMENTS_URL: first.url, KYC_URL: first.url };
  const addresses = { ...publishers, WEBHOOKS_URL: `http://127.0.0.1:${webhooksPort}` };
  const startGateway = async (port?: number): Promise<ClusterGateway> => {
    const own = port ?? (await findFreePort());
    const started = await start('gateway', { ...addresses, PORT: String(own), RATE_LIMIT_ENABLED: 'false' });
    return { ...started, baseUrl: `http://127.0.0.1:${own}` };
  };
  const gateway = await startGateway();
  const apiKeys = await makeKeys(database.url);
  return {
    kafka,
    databaseUrl: database.url,
    gateway,
    apiKeys,
    startPayments: () => start('payments'),
    startWebhooks: () => start('webhooks', { ...publishers, INTERNAL_PORT: String(webhooksPort) }),
    startGateway,
    async stop() {
      await Promise.all(processes.map((process) => process.end('SIGKILL')));
      await kafka.kill();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeKeys(databaseUrl: string): Promise<string[]> {
  const clock = new SystemClock();
  const ring = { databaseUrl, pepper: PEPPER, clock, random: new SystemRandom(clock) };
  const keys: string[] = [];
  while (keys.length < ACCOUNTS) {
    const account = await createAccount(ring, { name: `Account ${keys.length}` });
    keys.push((await createApiKey(ring, { accountId: account.id, kind: 'sk', livemode: false })).key);
  }
  return keys;
}

/** Let a fault last. This is how long something is broken, not a wait for something to happen. */
export function lasting(seconds: number): Promise<void> {
  // eslint-disable-next-line no-restricted-syntax -- the length of the fault is the test's input
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

async function startProcess(app: string, settings: Settings, own: Record<string, string>): Promise<ClusterProcess> {
  const internalPort = own.INTERNAL_PORT ?? String(await findFreePort());
  const env = programEnvironment({
    DATABASE_URL: settings.databaseUrl,
    KAFKA_BROKERS: settings.brokers,
    INTERNAL_TOKEN: TOKEN,
    API_KEY_PEPPER: PEPPER,
    PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS,
    PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY,
    HOST: '127.0.0.1',
    WEBHOOKS_TEST_TARGET_ALLOWLIST: '127.0.0.1',
    INTERNAL_PORT: internalPort,
    LOG_LEVEL: process.env.HUNDI_TEST_LOG_LEVEL ?? 'fatal',
    ...own,
  });
  const child = spawn(process.execPath, ['--disable-warning=TimeoutNegativeWarning', join(DIST, app, 'src/main.js')], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${internalPort}`;
  await eventually(() => assertReady(url), { withinMs: 30_000, everyMs: 50 }).catch(async (error: unknown) => {
    await endChild(child, 'SIGKILL');
    throw error;
  });
  return {
    url,
    pid: child.pid ?? 0,
    signal: (name) => void child.kill(name),
    end: (name) => endChild(child, name),
    heldPartitions: () => readMetric(url, 'hundi_store_partitions_held'),
    metric: (name) => readMetric(url, name),
  };
}

async function assertReady(url: string): Promise<void> {
  const { status } = await fetch(`${url}/health/ready`);
  if (status !== 200) throw new Error(`${url} is not ready: ${status}`);
}

async function endChild(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(name);
  await ended;
}

async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'));
  if (lines.length === 0) throw new Error(`${url} has no metric ${name}`);
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
