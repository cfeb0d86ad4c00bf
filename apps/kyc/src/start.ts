import { EVENT_TOPIC } from '#contracts';
import { EventStore, eventStoreMigrations, runMigrations } from '#event-store';
import { BusServer, topicSpecs } from '#messaging';
import { observeStore, startInternalServer, type AppDeps, type RunningApp } from '#service';
import { AGGREGATES } from './aggregates';
import type { KycConfig } from './config';
import { KycModule } from './kyc.module';

/** The schema of this service in the shared database, and its name on the bus. */
const SERVICE = 'kyc';

/** Brings the tables of the kyc service up to date. Safe to run from several processes and again. */
export async function migrateKyc(databaseUrl: string): Promise<void> {
  await runMigrations({ databaseUrl, schema: SERVICE, migrations: eventStoreMigrations(SERVICE) });
}

/**
 * Starts the kyc service: it owns its command partitions and would publish its events. It owns no resource yet, so
 * every command goes to the dead letters. Expects the migrations to have run.
 */
export async function startKyc(config: KycConfig, deps: AppDeps): Promise<RunningApp> {
  const { bus, clock, random, health, logger, metrics } = deps;
  const store = new EventStore({
    schema: SERVICE,
    databaseUrl: config.databaseUrl,
    aggregates: AGGREGATES,
    publish: {},
    clock,
    random,
    logger,
    observe: observeStore(metrics, SERVICE),
  });
  health.addReadiness('kyc.database', async () => ({
    ok: store.isConnected,
    detail: store.isConnected ? 'connected' : 'a lane is not connected',
  }));
  await store.start();
  try {
    await bus.ensureTopics(topicSpecs(SERVICE));
    const server = await startInternalServer({
      module: KycModule.with(store),
      transport: new BusServer({ bus, consumer: SERVICE, ownership: store.ownership }),
      token: config.internalToken,
      host: config.host,
      port: config.internalPort,
      logger,
      health,
      metrics,
    });
    store.startRelay((messages) => bus.publish(EVENT_TOPIC.kyc, messages));
    return { url: server.url, stop: () => server.stop().finally(() => store.stop()) };
  } catch (error) {
    await store.stop();
    throw error;
  }
}
