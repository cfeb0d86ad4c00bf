import { withoutNulls } from '#contracts';
import { EventStore, rebuildView, runMigrations, type Accept } from '#event-store';
import { listProjection } from '#listing';
import { eventTopicSpecs } from '#messaging';
import { migratePersonalData, PERSONAL_DATA_SCHEMA } from '#personal-data';
import {
  destinationRulesOf,
  keyDestroyer,
  observeStore,
  startStoreService,
  SystemClock,
  type AppDeps,
  type RunningApp,
  type StoreDeps,
} from '#service';
import { DESTROY_ENDPOINT_KEY, defineEndpoint } from './endpoint/aggregate';
import { defineEndpointRegistry } from './endpoint-registry/aggregate';
import type { WebhooksConfig } from './config';
import { createWebhookSender, readSigningKey } from './webhook-sender';
import { createDispatcher, type DispatcherOptions, type RunningDispatcher } from './dispatcher/start-dispatcher';
import { EventBodies } from './feed/event-bodies';
import { openEventOwners, type OwnerUrls } from './feed/event-owners';
import type { FeedOptions } from './feed/feed.module';
import { CreateWebhooks1795962600000 } from './migrations/create-webhooks';
import { REPLAY_VIEWS, replayAggregates, Replays } from './replay/replay.module';
import { endpointsList } from './endpoint/list';
import { endpointQueuesProjection } from './delivery-queue/endpoint-queues';
import { queueDeliveries } from './delivery-queue/queue-deliveries';
import { WebhooksModule } from './webhooks.module';

/** The schema of this service in the shared database, its name on the bus, and the name under which its positions are kept. */
const SERVICE = 'webhooks';

/** Read models that follow the log. */
const VIEWS = [listProjection(endpointsList), ...REPLAY_VIEWS];

const STORE = { schema: SERVICE, migrations: [CreateWebhooks1795962600000] };

/** The schemas of the database that a process of this version needs. */
export const WEBHOOKS_SCHEMAS = [STORE, PERSONAL_DATA_SCHEMA];

/**
 * Brings the tables, roles and rights of the webhooks service up to date. Safe to run from several processes and again.
 *
 * @param loginUrls see `MigrationOptions.loginUrls`.
 */
export async function migrateWebhooks(databaseUrl: string, loginUrls?: readonly (string | undefined)[]): Promise<void> {
  await runMigrations({
    databaseUrl,
    loginUrls,
    ...STORE,
    views: [...VIEWS, endpointQueuesProjection(new SystemClock())],
  });
  await migratePersonalData(databaseUrl);
}

/**
 * Starts the webhooks service: commands for endpoints in, their events out, and the public events of every service taken
 * into the feed, each once. Expects the migrations to have run.
 *
 * @param urls where the services answer whose events it takes; of the configuration unless given.
 */
export async function startWebhooks(config: WebhooksConfig, deps: AppDeps, urls: OwnerUrls = ownerUrlsOf(config)): Promise<RunningApp> {
  const { bus, personalData } = deps;
  const store = openWebhooksStore(config, deps);
  // Leases and due times are compared by every worker: they follow one clock, that of the database.
  const queueDeps = { ...deps, clock: store.databaseClock };
  store.runTasks({ [DESTROY_ENDPOINT_KEY]: keyDestroyer(personalData, 'webhook_endpoints.record_key_destroyed') });
  const webhookSender = createWebhookSender({
    ...queueDeps,
    rules: destinationRulesOf(config),
    egressProxyUrl: config.webhooksEgressProxyUrl,
  });
  const bodies = new EventBodies();
  const replays = new Replays({ config, deps: queueDeps, store, webhookSender, bodies });
  store.runTasks(replays.tasks);
  const dispatcher = dispatcherOf({ store, webhookSender, bodies }, config, queueDeps);
  const module = WebhooksModule.with({ store, deps, feed: feedOptions({ store, bodies, urls }, config, queueDeps), replays });
  try {
    // Its own topics are made by the service's start; these must exist before they are subscribed to, in any order of starts.
    await bus.ensureTopics((['payments', 'kyc', 'accounts'] as const).flatMap(eventTopicSpecs));
    const app = await startStoreService({ name: SERVICE, store, module, config, views: [...VIEWS, dispatcher.projection] }, deps);
    if (config.webhooksDispatcherEnabled) dispatcher.start();
    // The dispatcher first: what it found out is stored while the store still answers.
    const stop = (): Promise<void> => dispatcher.stop().then(() => app.stop());
    return { url: app.url, stop };
  } catch (error) {
    await dispatcher.stop();
    throw error;
  }
}

function feedOptions(
  { store, bodies, urls }: { store: EventStore; bodies: EventBodies; urls: OwnerUrls },
  { databaseUrl, internalToken: token }: WebhooksConfig,
  queueDeps: Pick<AppDeps, 'clock' | 'random'>,
): FeedOptions {
  const owners = openEventOwners({ own: store.published, urls, token });
  return { databaseUrl, consumer: SERVICE, effect: queueDeliveries({ ...queueDeps, bodies }), owners, bodies };
}

function ownerUrlsOf({ paymentsUrl: payments, kycUrl: kyc, gatewayInternalUrl: accounts }: WebhooksConfig): OwnerUrls {
  return withoutNulls({ payments, kyc, accounts });
}

function dispatcherOf(
  parts: Pick<DispatcherOptions, 'store' | 'webhookSender' | 'bodies'>,
  config: WebhooksConfig,
  deps: AppDeps,
): RunningDispatcher {
  const { databaseUrl, webhooksMaxInFlight: maxInFlight } = config;
  return createDispatcher({ ...parts, databaseUrl, maxInFlight, readKey: readSigningKey }, deps);
}

/**
 * Builds one of the views anew beside the live one, while services go on.
 *
 * @param wanted `accept` decides on the number of differing rows; it may keep the live one.
 * @throws UnknownViewError naming those there are.
 */
export function rebuildWebhooksView(wanted: { name: string; accept?: Accept }, config: WebhooksConfig, deps: AppDeps): Promise<number> {
  return rebuildView(openWebhooksStore(config, deps), VIEWS, wanted);
}

/** The event store of this service, not started: to look into its log, or to make anew what follows from it. */
export function openWebhooksStore(config: WebhooksConfig, { clock, random, logger, metrics }: StoreDeps): EventStore {
  return new EventStore({
    schema: SERVICE,
    databaseUrl: config.databaseUrl,
    aggregates: [defineEndpoint(), defineEndpointRegistry(), ...replayAggregates(config)],
    clock,
    random,
    logger,
    observe: observeStore(metrics, SERVICE),
  });
}
