import { EventStore, eventStoreMigrations, runMigrations } from '#event-store';
import { observeStore, startStoreService, type AppDeps, type RunningApp } from '#service';
import { AGGREGATES } from './aggregates';
import type { KycConfig } from './config';
import { KycModule } from './kyc.module';
import { KYC_MIGRATIONS } from './migrations/create-vault';

/** The schema of this service in the shared database, and its name on the bus. */
const SERVICE = 'kyc';

/** Brings the tables of the kyc service up to date. Safe to run from several processes and again. */
export async function migrateKyc(databaseUrl: string): Promise<void> {
  await runMigrations({ databaseUrl, schema: SERVICE, migrations: [...eventStoreMigrations(SERVICE), ...KYC_MIGRATIONS] });
}

/**
 * Starts the kyc service: it owns its command partitions and would publish its events. It owns no resource yet, so
 * every command goes to the dead letters. Expects the migrations to have run.
 */
export async function startKyc(config: KycConfig, deps: AppDeps): Promise<RunningApp> {
  const { clock, random, logger, metrics } = deps;
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
  return startStoreService({ name: SERVICE, store, module: KycModule.with(store), config }, deps);
}
