import { eventStoreMigrations, runMigrations } from '#event-store';
import { askDatabase, eventually, testDatabase, type TestDatabase } from '#testing';
import { SCHEMA } from './counter-store';

export { askDatabase as ask } from '#testing';
export * from './counter-store';

/** A database with an empty event store of counters. */
export function counterDatabase(): Promise<TestDatabase> {
  return testDatabase('event_store', async (databaseUrl) => {
    await runMigrations({ databaseUrl, schema: SCHEMA, migrations: eventStoreMigrations(SCHEMA) });
  });
}

/** Until a session waits for a lock in this database: other suites have theirs on the same server. */
export function untilSessionWaits(databaseUrl: string): Promise<void> {
  const waiting = 'SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()';
  return eventually(async () => expect(await askDatabase(databaseUrl, waiting)).not.toHaveLength(0));
}
