import { EventStore, eventStoreMigrations, rebuildView, runMigrations, type Accept } from '#event-store';
import { listProjection } from '#listing';
import { topicSpecs } from '#messaging';
import { migratePersonalData } from '#personal-data';
import { destinationRulesOf, observeStore, startStoreService, type AppDeps, type RunningApp } from '#service';
import { endpointKeyDestroyer } from './commands/destroy-key';
import { DESTROY_ENDPOINT_KEY, endpointAggregate } from './commands/endpoint.aggregate';
import { registryAggregate } from './commands/registry.aggregate';
import type { WebhooksConfig } from './config';
import { createCourier, readSigningKey, type Courier } from './courier';
import { createDispatcher, type RunningDispatcher } from './dispatcher/start-dispatcher';
import { openEventOwners, type OwnerUrls } from './events/event-owners';
import { createEventRoom, type EventRoom } from './events/event-room';
import { WEBHOOKS_MIGRATIONS } from './migrations';
import { publishEndpoint } from './publish-endpoint';
import { createReplayRoom, REPLAY_VIEWS, replayAggregates } from './replay-room';
import { endpointsList } from './views/endpoints.list';
import { queueDeliveries } from './views/queue-deliveries';
import { WebhooksModule } from './webhooks.module';

/** The schema of this service in the shared database, its name on the bus, and the name under which its positions are kept. */
const SERVICE = 'webhooks';

/** Read models that follow the log. */
const VIEWS = [listProjection(endpointsList), ...REPLAY_VIEWS];

/** Brings the tables of the webhooks service up to date. Safe to run from several processes and again. */
export async function migrateWebhooks(databaseUrl: string): Promise<void> {
  await runMigrations({ databaseUrl, schema: SERVICE, migrations: [...eventStoreMigrations(SERVICE), ...WEBHOOKS_MIGRATIONS] });
  await migratePersonalData(databaseUrl);
}

/**
 * Starts the webhooks service: commands for endpoints in, their events out, and the public events of every service taken
 * into the feed, each once. Expects the migrations to have run.
 *
 * @param urls where the services answer whose events it takes; of the configuration unless given.
 */
export async function startWebhooks(config: WebhooksConfig, deps: AppDeps, urls: OwnerUrls = ownerUrlsOf(config)): Promise<RunningApp> {
  const { bus, clock, health, personalData } = deps;
  const store = createStore(config, deps);
  const events = eventRoomOf(store, config, deps, urls);
  health.addReadiness('webhooks.intake', async () => {
    await events.ping();
    return { ok: true, detail: 'answers' };
  });
  store.runTasks({ [DESTROY_ENDPOINT_KEY]: endpointKeyDestroyer(personalData) });
  const courier = createCourier({
    ...deps,
    rules: destinationRulesOf(config),
    egressProxyUrl: config.webhooksEgressProxyUrl,
  });
  const replays = createReplayRoom({ config, deps, store, courier });
  store.runTasks(replays.tasks);
  const dispatcher = dispatcherOf(store, courier, config, deps);
  const module = WebhooksModule.with({ store, clock, more: [...events.providers, ...replays.providers] });
  const close = async (): Promise<void> => void (await Promise.all([events.close(), replays.close()]));
  try {
    // Its own topics are made by the service's start; these must be there to be listened to, whoever starts first.
    await bus.ensureTopics([...topicSpecs('payments'), ...topicSpecs('kyc')]);
    const app = await startStoreService({ name: SERVICE, store, module, config, views: [...VIEWS, dispatcher.projection] }, deps);
    events.start();
    if (config.webhooksDispatcherEnabled) dispatcher.start();
    // The dispatcher first: what it found out is stored while the store still answers.
    const stop = async (): Promise<void> => {
      events.hangUp();
      await dispatcher.stop();
      await app.stop().finally(close);
    };
    return { url: app.url, stop };
  } catch (error) {
    await dispatcher.stop();
    await close();
    throw error;
  }
}

function eventRoomOf(store: EventStore, { databaseUrl, internalToken: token }: WebhooksConfig, deps: AppDeps, urls: OwnerUrls): EventRoom {
  const owners = openEventOwners({ own: store.published, urls, token });
  return createEventRoom({ databaseUrl, consumer: SERVICE, effect: queueDeliveries(deps), owners }, deps);
}

function ownerUrlsOf({ paymentsUrl: payments, kycUrl: kyc }: WebhooksConfig): OwnerUrls {
  return { ...(payments !== undefined && { payments }), ...(kyc !== undefined && { kyc }) };
}

function dispatcherOf(store: EventStore, courier: Courier, config: WebhooksConfig, deps: AppDeps): RunningDispatcher {
  const { databaseUrl, webhooksMaxInFlight: maxInFlight } = config;
  return createDispatcher({ databaseUrl, maxInFlight, store, courier, readKey: readSigningKey }, deps);
}

/**
 * Builds one of the views anew beside the live one, while services go on.
 *
 * @param wanted `accept` decides on the number of differing rows; it may keep the live one.
 * @throws UnknownViewError naming those there are.
 */
export function rebuildWebhooksView(wanted: { name: string; accept?: Accept }, config: WebhooksConfig, deps: AppDeps): Promise<number> {
  return rebuildView(createStore(config, deps), VIEWS, wanted);
}

function createStore(config: WebhooksConfig, { clock, random, logger, metrics }: AppDeps): EventStore {
  return new EventStore({
    schema: SERVICE,
    databaseUrl: config.databaseUrl,
    aggregates: [endpointAggregate(), registryAggregate(), ...replayAggregates(config)],
    publish: { webhook_endpoint: publishEndpoint },
    clock,
    random,
    logger,
    observe: observeStore(metrics, SERVICE),
  });
}
