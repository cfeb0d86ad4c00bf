import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Clock } from '#contracts';
import { findFreePort, startEmbeddedKafka, type EmbeddedKafka } from '#embedded';
import { SystemClock, SystemRandom } from '#service';
import { TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS, eventually, programEnvironment, testDatabase } from '#testing';
import { createAccount, createApiKey } from '../../gateway/src/index';
import { migrateAll } from '../src/migrations';
import type { MovedClock } from './moved-clock';

/** Patience for a busy machine: on a quiet one it takes three. */
const READY_WITHIN_MS = 90_000;
const ROOT = resolve(__dirname, '../../..');
const PEPPER = 'pepper-of-the-two-process-suite';
/** Enough that each of two processes serves some: an account has one shard, hence one partition. */
const ACCOUNTS = 24;
/** Longer ago than a key has to last at least. */
const LONG_MS = 86_400_000;
const TOKEN = 'token-of-the-two-process-suite';

/** One app in a process of its own. Signals go to that process by its id. */
export interface ClusterProcess {
  readonly url: string;
  readonly pid: number;
  /** Its exit code or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  signal(name: NodeJS.Signals): void;
  /** Send a signal and wait for the end. */
  end(name: NodeJS.Signals): Promise<void>;
  /** Command partitions this process holds, as its metrics say. */
  heldPartitions(): Promise<number>;
  /** The sum of a metric over its labels. */
  metric(name: string): Promise<number>;
  /** What it has logged so far, of one that was given a LOG_LEVEL of its own; others log to the terminal. */
  log(): string;
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
  /** The first one: it answers the queries of gateways. */
  payments: ClusterProcess;
  startPayments(setup?: Setup): Promise<ClusterProcess>;
  /** At the address that gateways know, unless the setup names another one. */
  startWebhooks(setup?: Setup): Promise<ClusterProcess>;
  /** At the address that all others know. */
  startKyc(setup?: Setup): Promise<ClusterProcess>;
  /** Another one; on the port of one that has ended, on request. */
  startGateway(setup?: Setup & { port?: number }): Promise<ClusterGateway>;
  /** For the programs of the operator. */
  environment: Record<string, string>;
  /** A test key of one more account. */
  makeStranger(): Promise<string>;
  stop(): Promise<void>;
}

/** How one process differs from the others. */
export interface Setup {
  /** `step at hit 5`, of die-at.cjs. */
  dieAt?: string;
  /** The same; the process stops there until it gets SIGCONT. */
  freezeAt?: string;
  /** Its internal address. */
  internalPort?: number;
  /** Another way to the database. */
  databaseUrl?: string;
  /** Another wall clock than that of the machine. */
  clock?: MovedClock;
  /** Options of Node. */
  nodeOptions?: string;
  /** The rates of accounts hold, as they do by default. */
  withRateLimits?: boolean;
}

type Settings = Record<string, string>;

/** The settings of every process and of the operator's programs. */
export function settingsOf(databaseUrl: string, brokers: string): Settings {
  return {
    DATABASE_URL: databaseUrl,
    KAFKA_BROKERS: brokers,
    INTERNAL_TOKEN: TOKEN,
    API_KEY_PEPPER: PEPPER,
    PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS,
    PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY,
  };
}

/**
 * A broker and a database of its own, one gateway, and as many payments and webhooks processes as a test starts.
 *
 * @param setup of every process that says nothing else.
 */
export async function startCluster(setup: Setup = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-cluster-'));
  chmodSync(folder, 0o755);
  const [kafka, database] = await Promise.all([
    startEmbeddedKafka({ dataDir: join(folder, 'kafka') }),
    testDatabase('cluster', (databaseUrl) => migrateAll(databaseUrl)),
  ]);
  const settings = { ...settingsOf(database.url, kafka.brokers), ...specialsOf(setup) };
  const processes: ClusterProcess[] = [];
  const start = async (app: string, environment: Record<string, string> = {}): Promise<ClusterProcess> => {
    const started = await startProcess(app, settings, environment);
    processes.push(started);
    return started;
  };
  const [paymentsPort, webhooksPort, kycPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const gatewayPort = await findFreePort();
  const [PAYMENTS_URL, KYC_URL] = [`http://127.0.0.1:${paymentsPort}`, `http://127.0.0.1:${kycPort}`];
  const publishers = { PAYMENTS_URL, KYC_URL, GATEWAY_INTERNAL_URL: `http://127.0.0.1:${gatewayPort}` };
  const addresses = { ...publishers, WEBHOOKS_URL: `http://127.0.0.1:${webhooksPort}` };
  const startGateway = async (setup: Setup & { port?: number } = {}): Promise<ClusterGateway> => {
    const own = setup.port ?? (await findFreePort());
    const RATE_LIMIT_ENABLED = String(setup.withRateLimits === true);
    const started = await start('gateway', { ...addresses, PORT: String(own), RATE_LIMIT_ENABLED, ...specialsOf(setup) });
    return { ...started, baseUrl: `http://127.0.0.1:${own}` };
  };
  const [payments, gateway, apiKeys] = await Promise.all([
    // It answers queries for as long as the suite runs, unless another one is started at its address.
    start('payments', { ...publishers, INTERNAL_PORT: String(paymentsPort) }),
    // It answers who has lost events of accounts.
    startGateway({ ...setup, internalPort: gatewayPort }),
    makeKeys(database.url),
  ]);
  return {
    kafka,
    databaseUrl: database.url,
    gateway,
    apiKeys,
    payments,
    startPayments: (setup = {}) => start('payments', { ...publishers, ...specialsOf(setup) }),
    startWebhooks: (setup = {}) => start('webhooks', { ...publishers, INTERNAL_PORT: String(webhooksPort), ...specialsOf(setup) }),
    startKyc: (setup = {}) => start('kyc', { ...publishers, INTERNAL_PORT: String(kycPort), ...specialsOf(setup) }),
    startGateway,
    environment: { ...settings, HUNDI_DATA_DIR: join(folder, 'operator') },
    makeStranger: () => makeKey(database.url, 'Stranger'),
    async stop() {
      await Promise.all(processes.map((process) => process.end('SIGKILL')));
      await kafka.kill();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeKeys(databaseUrl: string): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < ACCOUNTS) keys.push(await makeKey(databaseUrl, `Account ${keys.length}`));
  return keys;
}

/** Of an account of its own. @param expiresAtMs may be soon: it is made as if that were long ahead. */
export async function makeKey(databaseUrl: string, name: string, expiresAtMs?: number): Promise<string> {
  const system = new SystemClock();
  const clock: Clock = { nowMs: () => system.nowMs() - (expiresAtMs === undefined ? 0 : LONG_MS), monotonicMs: () => system.monotonicMs() };
  const keyStore = { databaseUrl, pepper: PEPPER, clock, random: new SystemRandom(clock) };
  const account = await createAccount(keyStore, { name });
  return (await createApiKey(keyStore, { accountId: account.id, kind: 'secret', livemode: false, expiresAtMs })).key;
}

/** Let a fault last. This is how long something is broken, not a wait for something to happen. */
export function lasting(seconds: number): Promise<void> {
  // eslint-disable-next-line no-restricted-syntax -- the length of the fault is the test's input
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function specialsOf({ dieAt, freezeAt, clock, nodeOptions, internalPort, databaseUrl }: Setup): Settings {
  return {
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...(nodeOptions !== undefined && { NODE_OPTIONS: nodeOptions }),
    ...(dieAt !== undefined && dieAtEnvironment(dieAt)),
    ...(freezeAt !== undefined && { ...dieAtEnvironment(freezeAt), HUNDI_TEST_SIGNAL: 'SIGSTOP' }),
    ...(internalPort !== undefined && { INTERNAL_PORT: String(internalPort) }),
    ...clock?.environment,
  };
}

/** @param step `step at hit 5`, of die-at.cjs. */
export function dieAtEnvironment(step: string): Settings {
  return { NODE_OPTIONS: `--require ${join(__dirname, 'die-at.cjs')}`, HUNDI_TEST_DIE_AT: step };
}

/** Start an app and wait until it is ready. @param own further settings than those that every app has. @param checkout another built one. */
export async function startProcess(app: string, settings: Settings, own: Record<string, string>, checkout = ROOT): Promise<ClusterProcess> {
  const internalPort = own.INTERNAL_PORT ?? String(await findFreePort());
  const env = programEnvironment({
    ...settings,
    HOST: '127.0.0.1',
    WEBHOOKS_TEST_TARGET_ALLOWLIST: '127.0.0.1',
    INTERNAL_PORT: internalPort,
    LOG_LEVEL: process.env.HUNDI_TEST_LOG_LEVEL ?? 'fatal',
    ...own,
  });
  const child = spawn(process.execPath, ['--disable-warning=TimeoutNegativeWarning', join(checkout, 'dist/apps', app, 'src/main.js')], {
    env,
    // One that is made to end badly says so at length.
    stdio: ['ignore', own.LOG_LEVEL === undefined ? 'inherit' : 'pipe', own.NODE_OPTIONS === undefined ? 'inherit' : 'ignore'],
  });
  let log = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (log += chunk));
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const url = `http://127.0.0.1:${internalPort}`;
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await eventually(() => (isGone() ? undefined : assertReady(url)), { withinMs: READY_WITHIN_MS, everyMs: 50 }).catch(
    async (error: unknown) => {
      await endChild(child, 'SIGKILL');
      throw error;
    },
  );
  // One that is to die may do so before it is ready: at once it is given what an earlier one has left.
  if (isGone() && own.HUNDI_TEST_DIE_AT === undefined) throw new Error(`${app} ended before it was ready: ${await ended}`);
  return {
    url,
    pid: child.pid ?? 0,
    ended,
    signal: (name) => void child.kill(name),
    end: (name) => endChild(child, name),
    heldPartitions: () => readMetric(url, 'hundi_store_partitions_held'),
    metric: (name) => readMetric(url, name),
    log: () => log,
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
