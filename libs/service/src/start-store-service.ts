import { EVENT_TOPIC, type CommandService, type EventMessage, type ServiceName } from '#contracts';
import type { Projection, EventStore } from '#event-store';
import { BusServer, topicSpecs, type Subscription } from '#messaging';
import type { AppDeps, RunningApp } from './app';
import { requireDurableDatabase, type DurabilityConfig } from './durable-database';
import { followEvents, type EventFollower } from './event-follower';
import { RemotePublishedEvents } from './published-events';
import { startInternalServer, type InternalServerOptions } from './internal-server';
import type { ProcessConfig } from './config/process-config';
import { tracedPublish } from './traces/traced-publish';

/** Where services answer, as far as it is known. */
export type ServiceUrls = { readonly [TService in ServiceName]?: string };

/** A service that owns aggregates, and what is its own about it. */
export interface StoreService {
  /** Its schema, its name on the bus, and the first word of its topics. */
  name: CommandService;
  store: EventStore;
  /** Read models that it keeps up to date. */
  views?: readonly Projection[];
  /** Reactors to the events of other services. */
  followers?: readonly EventFollower[];
  /** Internal addresses of the services that are followed. Read when there is a question: some are known after our own start only. */
  urls?: ServiceUrls;
  module: InternalServerOptions['module'];
  config: Pick<ProcessConfig, 'internalToken' | 'host' | 'internalPort'> & DurabilityConfig;
}

/**
 * Starts what every service with aggregates has: commands come in on the partitions that its store holds, events go out
 * through its relay, queries and health are answered on the internal port. Expects the migrations to have run. When a
 * part does not start, the store is stopped again.
 */
export async function startStoreService(service: StoreService, deps: AppDeps): Promise<RunningApp> {
  const { name, store, views = [], module, config } = service;
  const { bus, health, logger, metrics, startDoor } = deps;
  health.addReadiness(`${name}.database`, async () => ({
    ok: store.isConnected,
    detail: store.isConnected ? 'connected' : 'a writer is not connected',
  }));
  await requireDurableDatabase(store.options.databaseUrl, config, logger);
  await store.start();
  try {
    for (const view of views) await store.startProjection(view);
    await bus.ensureTopics(topicSpecs(name));
    const server = await startInternalServer({
      module,
      published: store.published,
      commandLog: store.commandLog,
      // Consumers of events keep marks here (OrderedIntake).
      transport: new BusServer({ bus, consumer: name, ownership: store.ownership, subscribeOptions: { readsAgain: true } }),
      token: config.internalToken,
      host: config.host,
      port: config.internalPort,
      startDoor,
      logger,
      health,
      metrics,
    });
    const following = await follow(service, deps);
    startPublishing(name, store, deps);
    // Tasks first: what they found out is stored while the partitions are still held.
    const stop = async (): Promise<void> => {
      await store.stopTasks();
      await Promise.all(following.map((subscription) => subscription.stop()));
      await server.stop().finally(() => store.stop());
    };
    return { url: server.url, stop };
  } catch (error) {
    await store.stop();
    throw error;
  }
}

async function follow({ store, followers = [], urls = {}, config }: StoreService, deps: AppDeps): Promise<Subscription[]> {
  return Promise.all(
    followers.map(async (follower) => {
      const { source: service, consumer } = follower;
      const owner = new RemotePublishedEvents({ service, url: () => urls[service], token: config.internalToken });
      const subscription = await followEvents(follower, deps, { marks: store.marksOf(consumer), owner });
      // The owner first: who waits for it waits no longer.
      return { ...subscription, stop: () => owner.close().then(() => subscription.stop()) };
    }),
  );
}

/** Publishes the events of the shards that this process holds from now on. */
export function startPublishing(name: ServiceName, store: EventStore, { bus, clock, tracing }: AppDeps): void {
  const topic = EVENT_TOPIC[name];
  const publish = (messages: readonly EventMessage[]): Promise<void> => bus.publish(topic, messages);
  store.startRelay(tracing === undefined ? publish : tracedPublish(publish, { tracing, topic, system: bus.kind, clock }), bus.sendsText);
}
