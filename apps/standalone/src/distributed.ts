import { join } from 'node:path';
import { findFreePort, findKafka, type FoundKafka } from '#embedded';
import { SystemClock, SystemRandom, createLogger, type Logger } from '#service';
import { environmentWith, publicDefaults, type StandaloneConfig } from './config';
import type { HundiFolder, DemoAccount } from './hundi-folder';
import { ensureDemoAccount } from './demo-account';
import { startFolderPostgres } from './folder-postgres';
import { migrateAll } from './migrations';
import type { PublicAddress } from './public-address';
import { secretEnvironment, secretsOf } from './secrets';
import { SupervisedService } from './supervised-service';

/** Hundi as on a cluster, on one machine: a broker, a Postgres, and four processes. */
export interface DistributedHundi {
  baseUrl: string;
  account: DemoAccount;
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
  postgresLine: string;
  stop(): Promise<void>;
}

type ServiceName = 'payments' | 'kyc' | 'webhooks' | 'gateway';

/** Start everything on a prepared folder. When a part does not start, the others are ended again. */
export async function startDistributed(config: StandaloneConfig, folder: HundiFolder, address: PublicAddress): Promise<DistributedHundi> {
  const logger = createLogger({ service: 'hundi', level: config.logLevel, pretty: config.logPretty });
  const servers = await startServers(config, folder);
  const services: SupervisedService[] = [];
  const stopServers = async (): Promise<void> => {
    for (const service of services) service.killNow();
    await servers.stop();
  };
  try {
    const isReturning = folder.findDemoAccount() !== undefined;
    const account = await prepareDatabase(config, folder, servers.databaseUrl);
    const { stop, gatewayInternalUrl } = await startServices({ config, folder, address, servers, logger, services });
    const baseUrl = address.url;
    const { databaseUrl, kafka } = servers;
    folder.writeRunFile({ pid: process.pid, mode: 'kafka', baseUrl, databaseUrl, gatewayInternalUrl, brokers: kafka.brokers });
    return { baseUrl, account, isReturning, servers: [`Kafka ${kafka.brokers}`, servers.postgresLine], logger, stop, stopServers };
  } catch (error) {
    await stopServers();
    throw error;
  }
}

async function startServers(config: StandaloneConfig, folder: HundiFolder): Promise<Servers> {
  const postgres = config.databaseUrl ? undefined : await startFolderPostgres(folder);
  try {
    const kafka = await findKafka({ dataDir: folder.kafka, log: (line) => console.log(line) });
    const stop = async (): Promise<void> => void (await Promise.all([kafka.stop(), postgres?.stop()]));
    const postgresLine = postgres ? `Postgres   127.0.0.1:${postgres.port} (embedded)` : 'Postgres   of DATABASE_URL';
    return { kafka, databaseUrl: postgres?.url ?? config.databaseUrl ?? '', postgresLine, stop };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

async function prepareDatabase(config: StandaloneConfig, folder: HundiFolder, databaseUrl: string): Promise<DemoAccount> {
  await migrateAll(databaseUrl);
  const clock = new SystemClock();
  return ensureDemoAccount(folder, {
    databaseUrl,
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
  const internalPorts = await freePorts(['payments', 'kyc', 'webhooks', 'gateway']);
  const addresses = {
    PAYMENTS_URL: addressOf(internalPorts.payments),
    KYC_URL: addressOf(internalPorts.kyc),
    WEBHOOKS_URL: addressOf(internalPorts.webhooks),
  };
  const make = (name: ServiceName, own: Record<string, string>): SupervisedService => {
    const internalPort = internalPorts[name];
    const decided = { ...sharedEnvironment(start), INTERNAL_PORT: String(internalPort), ...own };
    const environment = environmentWith(decided, publicDefaults(address.url));
    const readyUrl = `${addressOf(internalPort)}/health/ready`;
    const service = new SupervisedService({ name, entry: entryOf(name), environment, readyUrl, logger: start.logger });
    services.push(service);
    return service;
  };
  const owners = [make('payments', {}), make('kyc', {}), make('webhooks', addresses)];
  const gateway = make('gateway', { ...addresses, HOST: address.host, PORT: String(address.port) });
  // All at once: the gateway is ready only when the payments service answers it.
  await Promise.all(services.map((service) => service.start()));
  const stop = async (): Promise<void> => {
    await gateway.stop();
    await Promise.all(owners.map((service) => service.stop()));
  };
  return { stop, gatewayInternalUrl: addressOf(internalPorts.gateway) };
}

function sharedEnvironment({ config, folder, servers }: ServiceStart): Record<string, string> {
  const secrets = secretsOf({ config, folder });
  return {
    DATABASE_URL: servers.databaseUrl,
    KAFKA_BROKERS: servers.kafka.brokers,
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
