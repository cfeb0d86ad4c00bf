import { eventStoreMigrations, runMigrations } from '#event-store';
import { testDatabase, type TestDatabase } from '#testing';
import { SCHEMA } from './counter-store';

export { askDatabase as ask } from '#testing';
export * from './counter-store';

/** A database with an empty event store of counters. */
export function counterDatabase(): Promise<TestDatabase> {
  return testDatabase('event_store', async (databaseUrl) => {
    await runMigrations({ databaseUrl, schema: SCHEMA, migrations: eventStoreMigrations(SCHEMA) });
  });
}
