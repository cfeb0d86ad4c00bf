import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { COMMAND_TOPIC } from '#contracts';
import type { Clock, Command, Reply } from '#contracts';
import { createInProcessBus } from '#messaging';
import type { Bus, CommandHandler } from '#messaging';
import { Health, Metrics, SystemClock, SystemRandom, createLogger, loadConfig } from '#service';
import type { RunningApp } from '#service';
import { TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS, testDatabase, testPersonalData } from '#testing';
import { createAccount, createApiKey } from '../src/accounts/operator-accounts';
import type { KeyStore } from '../src/accounts/operator-accounts';
import { GatewayConfig } from '../src/config';
import { migrateGateway } from '../src/migrate-gateway';
import { startGateway } from '../src/start-gateway';
import { ApiClient } from './api-client';

/** A real gateway over real Postgres and the real in-process bus; what stands behind the bus is the test's to say. */
export interface GatewayUnderTest {
  url: string;
  client: ApiClient;
  keyStore: KeyStore;
  bus: Bus;
  health: Health;
  accountId: string;
  testKey: string;
  /** What the person at the terminal was shown. */
  terminal: string[];
  /** Every command that reached the other end of the bus. */
  commands: Command[];
  /** What the other end answers; accepts everything until a test says otherwise. */
  answer: CommandHandler;
  /** The payment of an id as its service would render it; undefined, as for every id until a test says otherwise: none. */
  found: (id: string) => Found | Promise<Found>;
  stop(): Promise<void>;
  /** The gateway alone; `stop` ends what it stands on as well. */
  stopProcess(): Promise<void>;
}

type Found = string | undefined;

export interface UnderTestOptions {
  environment?: Record<string, string>;
  /** How long the bus waits for an answer, in milliseconds. */
  commandWaitMs?: number;
  /** One that stands still keeps a rate limit from filling up again, however slow the machine is. */
  clock?: Clock;
  /** The URL of a way to this database that the test can cut. */
  wayTo?: (databaseUrl: string) => Promise<string>;
}

const PEPPER = 'development-only-pepper';
const EVERY_PARTITION = {
  tryTake: async () => ({ nextOffset: null }),
  release: async () => undefined,
  liveInstances: async () => 1,
  settled: () => undefined,
  onLost: () => () => undefined,
};

export async function startGatewayUnderTest(options: UnderTestOptions = {}): Promise<GatewayUnderTest> {
  const database = await testDatabase('gateway', migrateGateway);
  const clock = options.clock ?? new SystemClock();
  const random = new SystemRandom(clock);
  const logger = createLogger({ service: 'gateway', level: 'silent' });
  const keyStore: KeyStore = { databaseUrl: database.url, pepper: PEPPER, clock, random };
  const account = await createAccount(keyStore, { name: 'Under test' });
  const { key: testKey } = await createApiKey(keyStore, { accountId: account.id, kind: 'secret', livemode: false });
  const bus = createInProcessBus({ clock, logger, commandWaitMs: options.commandWaitMs ?? 2_000 });
  await bus.start();
  // What follows the logs of the services asks before the gateway is there.
  const started: { gateway?: GatewayUnderTest } = {};
  const payments = await startPaymentsWith((id) => started.gateway?.found(id));
  const config = loadConfig(GatewayConfig, {
    DATABASE_URL: (await options.wayTo?.(database.url)) ?? database.url,
    INTERNAL_TOKEN: 'development-only-token',
    API_KEY_PEPPER: PEPPER,
    PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS,
    PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY,
    PAYMENTS_URL: payments.url,
    KYC_URL: payments.url,
    WEBHOOKS_URL: payments.url,
    PORT: '0',
    // It shares its process with the test, whose own work is no reason to turn requests away.
    EVENT_LOOP_LAG_MAX_MS: '60000',
    HEAP_USED_MAX_PERCENT: '100',
    ...options.environment,
  });
  const health = new Health();
  const personalData = testPersonalData(database.url, { clock, random });
  const stopParts = async (): Promise<void> => {
    await bus.stop();
    payments.stop();
    await personalData.close();
    await database.drop();
  };
  const terminal: string[] = [];
  const show = (line: string): number => terminal.push(line);
  const deps = { bus, logger, clock, random, health, metrics: new Metrics(), personalData, terminal: show };
  const app: RunningApp = await startGateway(config, deps).catch(async (error: unknown) => {
    await stopParts();
    throw error;
  });
  health.markStarted();
  const commands: Command[] = [];
  const gateway: GatewayUnderTest = {
    url: app.url,
    client: await ApiClient.connect(app.url, documentedBy(options.environment)),
    keyStore,
    bus,
    health,
    accountId: account.id,
    testKey,
    terminal,
    commands,
    answer: async (command) => accepted(command),
    found: () => undefined,
    stopProcess: () => app.stop(),
    stop: async () => {
      await app.stop();
      await stopParts();
    },
  };
  started.gateway = gateway;
  await bus.consumeCommands(COMMAND_TOPIC.payments, (command) => (commands.push(command), gateway.answer(command)), EVERY_PARTITION);
  return gateway;
}

/** An accepted command whose body is no payment: for tests that do not look at the body. */
export function accepted(command: Command, changes: Partial<Reply> = {}): Reply {
  const { commandId, streamId } = command;
  return { commandId, streamId, status: 201, body: null, refusal: null, replayed: false, position: '1', ...changes };
}

/** What of its environment adds routes to a gateway. */
function documentedBy({ METRICS_ON_PUBLIC_PORT, SECRET_SCANNING }: Record<string, string> = {}): object {
  return { METRICS_ON_PUBLIC_PORT, SECRET_SCANNING };
}

/** What the audit log and the notices of the gateway ask by themselves, whatever a test is about. */
const FOLLOWED = /^\/internal\/(?:done_|published-)/;

/** A payments service that knows what a test says it knows. */
async function startPaymentsWith(find: GatewayUnderTest['found']): Promise<{ url: string; stop(): void }> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '' } = request;
    const found = FOLLOWED.test(url) ? undefined : await find(url.split('/').at(-1) ?? '');
    response.statusCode = request.url === '/health/serving' || found !== undefined ? 200 : 404;
    response
      .setHeader('content-type', 'application/json')
      .setHeader('feed-position', '7')
      .setHeader('event-position', '7')
      .end(found ?? '{"code":"resource_missing"}');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}
