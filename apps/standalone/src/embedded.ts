import type { EmbeddedPostgres } from '#embedded';
import { loadAllModules } from '#event-store';
import { NearObjects } from '#listing';
import { createInProcessBus, type Bus } from '#messaging';
import {
  Health,
  Metrics,
  SystemClock,
  SystemRandom,
  createLogger,
  firstTokenOf,
  loadConfig,
  observeBus,
  openTraces,
  withOwnDatabaseUrl,
  type AppDeps,
  type Logger,
} from '#service';
import { GatewayConfig, startGateway, type RunningGateway } from '../../gateway/src/index';
import { KycConfig, startKyc } from '../../kyc/src/index';
import { PaymentsConfig, startPayments } from '../../payments/src/index';
import { WebhooksConfig, startWebhooks } from '../../webhooks/src/index';
import { environmentWith, publicDefaults, type StandaloneConfig } from './config';
import type { HundiFolder, DemoAccount, Secrets } from './data-directory';
import { findOrMakeDemoAccount } from './demo-account';
import { EventStream } from './event-stream';
import { startFolderPostgres } from './folder-postgres';
import { loginEnvironment, loginUrlsOf, type LoginUrls, type ServiceName } from './login-urls';
import { migrateAll } from './migrations';
import type { PublicAddress } from './public-address';
import { secretEnvironment, secretsOf } from './secrets';
import { openServicePersonalData, type ServicePersonalData } from './service-personal-data';

/** Hundi in one process: real Postgres, the four apps, one bus inside the process. */
export interface EmbeddedHundi {
  baseUrl: string;
  /** None in production. */
  account: DemoAccount | undefined;
  isReturning: boolean;
  postgres: EmbeddedPostgres;
  logger: Logger;
  health: Health;
  /** Ends the apps and the bus. Postgres goes last, by `stopPostgres`. */
  stop(): Promise<void>;
  stopPostgres(): Promise<void>;
}

/** An earlier process lets its partitions go when its sessions end: at once, or after three seconds when it froze. */
const OWNS_ALL_WITHIN_MS = 15_000;

type Stoppable = { stop(): Promise<void> };
type SharedDeps = Omit<AppDeps, 'personalData'> & { personalData: ServicePersonalData };

/**
 * Start everything on a prepared folder. When a part does not start, those before it are stopped again.
 *
 * @param interrupted rejects when the start is not wanted any more.
 */
export async function startEmbedded(
  config: StandaloneConfig,
  folder: HundiFolder,
  address: PublicAddress,
  interrupted: Promise<never>,
): Promise<EmbeddedHundi> {
  const logger = createLogger({ service: 'hundi', level: config.logLevel, pretty: config.logPretty });
  // Nothing else runs while modules load: Postgres has to be under way before that. Without it the first store loads them.
  const postgres = await startFolderPostgres(folder, loadAllModules);
  const started: Stoppable[] = [postgres];
  try {
    await Promise.race([interrupted, Promise.resolve()]);
    return await Promise.race([interrupted, startOn(postgres, { config, folder, address, logger, started })]);
  } catch (error) {
    for (const part of started.reverse()) await part.stop().catch(() => undefined);
    throw error;
  }
}

interface Start {
  config: StandaloneConfig;
  folder: HundiFolder;
  address: PublicAddress;
  logger: Logger;
  /** What runs already, in the order it was started. */
  started: Stoppable[];
}

async function startOn(postgres: EmbeddedPostgres, start: Start): Promise<EmbeddedHundi> {
  const { folder, logger, config } = start;
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  const secrets = secretsOf(start);
  const isReturning = folder.findDemoAccount() !== undefined;
  const logins = loginUrlsOf(postgres.url, secrets.databasePasswords);
  await migrateAll(postgres.url, logins);
  const keyStore = { databaseUrl: logins.operator, pepper: secrets.apiKeyPepper, clock, random };
  const account = await findOrMakeDemoAccount(config.nodeEnv, folder, keyStore);
  const metrics = new Metrics();
  let everybodyListens = (): void => undefined;
  const listening = new Promise<void>((resolve) => (everybodyListens = resolve));
  const bus = createInProcessBus({ clock, logger, observer: observeBus(metrics), listening, ownsAllWithinMs: OWNS_ALL_WITHIN_MS });
  await bus.start();
  start.started.push(bus);
  const { personalDataKeyAgeMs } = config;
  const personalData = openServicePersonalData(logins, { ...secrets, personalDataKeyAgeMs }, { clock, random, logger, metrics });
  start.started.push(personalData);
  const terminal = (line: string): void => console.log(line);
  const own = { health: new Health(), nearObjects: new NearObjects(), terminal };
  const deps: SharedDeps = { bus, logger, clock, random, metrics, personalData, ...own };
  // Before the services, so that it ends after them: it hears what they say to the last.
  const token = firstTokenOf(secrets.internalToken);
  const stream = await startEventStream(bus, token, start.started);
  // Services subscribe to each other: no message is delivered before all have started, and waits end when a start fails.
  const apps = await startApps(deps, environmentOf(start, logins, secrets), start.started).finally(() => everybodyListens());
  deps.health.markStarted();
  const baseUrl = apps.gateway.url;
  const databases = { databaseUrl: postgres.url, operatorDatabaseUrl: logins.operator };
  const { internalUrl: gatewayInternalUrl } = apps.gateway;
  folder.writeRunFile({ pid: process.pid, mode: 'embedded', baseUrl, ...databases, gatewayInternalUrl, eventsUrl: stream, token });
  const stop = (): Promise<void> => stopApps(start.started.slice(1));
  return { baseUrl, account, isReturning, postgres, logger, health: deps.health, stop, stopPostgres: () => postgres.stop() };
}

/**
 * Stopping goes the other way round than starting. The gateway comes last, so that no request is admitted before the services answer.
 */
async function startApps(
  deps: SharedDeps,
  environment: Record<string, string>,
  started: Stoppable[],
): Promise<{ gateway: RunningGateway }> {
  const keep = <TApp extends Stoppable>(app: TApp): TApp => {
    started.push(app);
    return app;
  };
  const webhooksConfig = loadConfig(WebhooksConfig, withOwnDatabaseUrl(environment, 'WEBHOOKS_DATABASE_URL'));
  const traces = await openTraces(webhooksConfig, deps);
  if (traces) keep(traces);
  const named = (service: ServiceName): AppDeps => ({
    ...deps,
    personalData: deps.personalData.of(service),
    logger: deps.logger.child({ service }),
    tracing: traces?.of(service),
  });
  // Filled as they start. No message is delivered before that, so none is missed.
  const owners: { payments?: string; kyc?: string; accounts?: string } = {};
  const webhooks = keep(await startWebhooks(webhooksConfig, named('webhooks'), owners));
  const kyc = keep(await startKyc(loadConfig(KycConfig, withOwnDatabaseUrl(environment, 'KYC_DATABASE_URL')), named('kyc'), owners));
  const payments = keep(
    await startPayments(loadConfig(PaymentsConfig, withOwnDatabaseUrl(environment, 'PAYMENTS_DATABASE_URL')), named('payments'), owners),
  );
  Object.assign(owners, { payments: payments.url, kyc: kyc.url });
  const addresses = { PAYMENTS_URL: payments.url, KYC_URL: kyc.url, WEBHOOKS_URL: webhooks.url };
  const publicSide = { HOST: environment.PUBLIC_HOST ?? '127.0.0.1' };
  const gatewayEnvironment = withOwnDatabaseUrl({ ...environment, ...addresses, ...publicSide }, 'GATEWAY_DATABASE_URL');
  const gateway = keep(await startGateway(loadConfig(GatewayConfig, gatewayEnvironment), named('gateway')));
  owners.accounts = gateway.internalUrl;
  return { gateway };
}

async function startEventStream(bus: Bus, token: string, started: Stoppable[]): Promise<string> {
  const stream = new EventStream(bus, token);
  const address = await stream.start();
  started.push(stream);
  return address;
}

/** Last in, first out: the gateway stops taking requests before the services under it end, and the bus goes last. */
async function stopApps(parts: readonly Stoppable[]): Promise<void> {
  for (const part of parts.toReversed()) await part.stop();
}

/** Internal ports are chosen free, on the loopback interface only. */
function environmentOf({ config, address }: Start, logins: LoginUrls, secrets: Secrets): Record<string, string> {
  const decided = {
    ...loginEnvironment(logins),
    ...secretEnvironment(secrets),
    HOST: '127.0.0.1',
    PUBLIC_HOST: address.host,
    INTERNAL_PORT: '0',
    PORT: String(address.port),
    LOG_LEVEL: config.logLevel,
  };
  return environmentWith(decided, publicDefaults(address));
}
