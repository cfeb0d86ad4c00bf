import { join } from 'node:path';
import { findFreePort, findKafka, type FoundKafka } from '#embedded';
import { SystemClock, SystemRandom, createLogger, kafkaSecurityOf, type Logger } from '#service';
import { environmentWith, publicDefaults, type StandaloneConfig } from './config';
import type { HundiFolder, DemoAccount } from './data-directory';
import { findOrMakeDemoAccount } from './demo-account';
import { startFolderPostgres } from './folder-postgres';
import { givenLoginUrls, loginUrlsOf, type LoginUrls, type ServiceName } from './login-urls';
import { awaitGivenDatabase, migrateAll } from './migrations';
import type { PublicAddress } from './public-address';
import { secretEnvironment, secretsOf } from './secrets';
import { SupervisedService } from './supervised-service';

/** Hundi as on a cluster, on one machine: a broker, a Postgres, and four processes. */
export interface DistributedHundi {
  baseUrl: string;
  /** None in production. */
  account: DemoAccount | undefined;
  isReturning: boolean;
  /** One line for each server, for the welcome. */
  servers: string[];
  logger: Logger;
  /** Ends the four services: the gateway first. */
  stop(): Promise<void>;
  /** Ends what is left: services that did not end in time, the broker, Postgres. */
  stopServers(): Promise<void>;
}

interface Servers {
  kafka: FoundKafka;
  databaseUrl: string;
  logins: LoginUrls;
  postgresLine: string;
  stop(): Promise<void>;
}

/**
 * Start everything on a prepared folder. When a part does not start, the others are ended again.
 *
 * @param interrupted rejects when the start is not wanted any more.
 */
export async function startDistributed(
  config: StandaloneConfig,
  folder: HundiFolder,
  address: PublicAddress,
  interrupted: Promise<never>,
): Promise<DistributedHundi> {
  const logger = createLogger({ service: 'hundi', level: config.logLevel, pretty: config.logPretty });
  const servers = await startServers(config, folder);
  const services: SupervisedService[] = [];
  const stopServers = async (): Promise<void> => {
    for (const service of services) service.killNow();
    await servers.stop();
  };
  try {
    const isReturning = folder.findDemoAccount() !== undefined;
    await Promise.race([interrupted, Promise.resolve()]);
    const account = await Promise.race([interrupted, prepareDatabase(config, folder, servers)]);
    const starting = startServices({ config, folder, address, servers, logger, services });
    const { stop, gatewayInternalUrl } = await Promise.race([interrupted, starting]);
    const baseUrl = address.url;
    const { databaseUrl, logins, kafka } = servers;
    const databases = { databaseUrl, operatorDatabaseUrl: logins.operator };
    folder.writeRunFile({ pid: process.pid, mode: 'kafka', baseUrl, ...databases, gatewayInternalUrl, brokers: kafka.brokers });
    return { baseUrl, account, isReturning, servers: [`Kafka ${kafka.brokers}`, servers.postgresLine], logger, stop, stopServers };
  } catch (error) {
    await stopServers();
    throw error;
  }
}

async function startServers(config: StandaloneConfig, folder: HundiFolder): Promise<Servers> {
  const postgres = config.databaseUrl ? undefined : await startFolderPostgres(folder);
  try {
    const given = { brokers: config.kafkaBrokers?.join(','), security: kafkaSecurityOf(config) };
    const kafka = await findKafka({ dataDir: folder.kafka, ...given, log: (line) => console.log(line) });
    const stop = async (): Promise<void> => void (await Promise.all([kafka.stop(), postgres?.stop()]));
    const postgresLine = postgres ? `Postgres   127.0.0.1:${postgres.port} (embedded)` : 'Postgres   of DATABASE_URL';
    const databaseUrl = postgres?.url ?? config.databaseUrl ?? '';
    const logins = postgres ? loginUrlsOf(databaseUrl, folder.secrets().databasePasswords) : loginsElsewhere(config, databaseUrl);
    return { kafka, databaseUrl, logins, postgresLine, stop };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

/** In a database that was given, a role that was not given is its user. */
function loginsElsewhere(config: StandaloneConfig, databaseUrl: string): LoginUrls {
  const all = { gateway: databaseUrl, payments: databaseUrl, kyc: databaseUrl, webhooks: databaseUrl, operator: databaseUrl };
  const given = Object.entries(givenLoginUrls(config)).filter(([, url]) => url !== undefined);
  return { ...all, ...Object.fromEntries(given) };
}

async function prepareDatabase(
  config: StandaloneConfig,
  folder: HundiFolder,
  { databaseUrl, logins }: Servers,
): Promise<DemoAccount | undefined> {
  await awaitGivenDatabase(config, databaseUrl);
  await migrateAll(databaseUrl, logins);
  const clock = new SystemClock();
  return findOrMakeDemoAccount(config.nodeEnv, folder, {
    databaseUrl: logins.operator,
    pepper: secretsOf({ config, folder }).apiKeyPepper,
    clock,
    random: new SystemRandom(clock),
  });
}

interface ServiceStart {
  config: StandaloneConfig;
  folder: HundiFolder;
  address: PublicAddress;
  servers: Servers;
  logger: Logger;
  /** Filled while they start, so that a failure can end them. */
  services: SupervisedService[];
}

/** @returns how to stop them, and where the gateway takes what operators decide. */
async function startServices(start: ServiceStart): Promise<{ stop: () => Promise<void>; gatewayInternalUrl: string }> {
  const { address, services } = start;
  const { shutdownGraceMs } = start.config;
  const internalPorts = await freePorts(['payments', 'kyc', 'webhooks', 'gateway']);
  const addresses = {
    PAYMENTS_URL: addressOf(internalPorts.payments),
    KYC_URL: addressOf(internalPorts.kyc),
    WEBHOOKS_URL: addressOf(internalPorts.webhooks),
  };
  const make = (name: ServiceName, own: Record<string, string>): SupervisedService => {
    const internalPort = internalPorts[name];
    const decided = { ...sharedEnvironment(start), DATABASE_URL: start.servers.logins[name], INTERNAL_PORT: String(internalPort), ...own };
    const environment = environmentWith(decided, publicDefaults(address));
    const readyUrl = `${addressOf(internalPort)}/health/ready`;
    const service = new SupervisedService({ name, entry: entryOf(name), environment, readyUrl, logger: start.logger, shutdownGraceMs });
    services.push(service);
    return service;
  };
  const gatewayInternalUrl = addressOf(internalPorts.gateway);
  const webhooks = make('webhooks', { ...addresses, GATEWAY_INTERNAL_URL: gatewayInternalUrl });
  const owners = [make('payments', addresses), make('kyc', addresses), webhooks];
  const gateway = make('gateway', { ...addresses, HOST: address.host, PORT: String(address.port) });
  // All at once: the gateway is ready only when the payments service answers it.
  await Promise.all(services.map((service) => service.start()));
  const stop = async (): Promise<void> => {
    await gateway.stop();
    await Promise.all(owners.map((service) => service.stop()));
  };
  return { stop, gatewayInternalUrl };
}

function sharedEnvironment({ config, folder, servers }: ServiceStart): Record<string, string> {
  const secrets = secretsOf({ config, folder });
  return {
    KAFKA_BROKERS: servers.kafka.brokers,
    // A broker that was started here is alone and listens on this machine only.
    ...(config.kafkaBrokers === undefined && { KAFKA_TRUSTED_NETWORK: 'true', KAFKA_REPLICATION: '1' }),
    ...secretEnvironment(secrets),
    HOST: '127.0.0.1',
    LOG_LEVEL: config.logLevel,
    LOG_PRETTY: String(config.logPretty),
  };
}

async function freePorts(names: readonly ServiceName[]): Promise<Record<ServiceName, number>> {
  const ports = await Promise.all(names.map(async (name) => [name, await findFreePort()] as const));
  return Object.fromEntries(ports) as Record<ServiceName, number>;
}

function entryOf(name: ServiceName): string {
  return join(__dirname, '..', '..', name, 'src', 'main.js');
}

function addressOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
