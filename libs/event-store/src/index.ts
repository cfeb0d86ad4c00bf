export * from './aggregate';
export * from './consumer';
export * from './errors';
export { EventStore } from './event-store';
export type { EventStoreOptions, FailpointName, StoreLogger, StoreObserver } from './options';
export type { KeyedOutcome } from './reads';
export type { PublishMessages } from './relay/relay';
export { eventStoreMigrations } from './schema/migrations';
export { runMigrations, type MigrationOptions } from './schema/run-migrations';
