import { eventStoreMigration, runMigrations } from '#event-store';
import { askDatabase, eventually, testDatabase, type TestDatabase } from '#testing';
import { SCHEMA } from './counter-store';

export { askDatabase as ask } from '#testing';
export * from './counter-store';

/** A database with an empty event store of counters. */
export function counterDatabase(): Promise<TestDatabase> {
  return testDatabase('event_store', async (databaseUrl) => {
    await runMigrations({ databaseUrl, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA)] });
  });
}

/** Sessions of this database that wait for a lock now, with its type: other suites have theirs on the same server. */
export function waitingSessions(databaseUrl: string): Promise<{ locktype: string }[]> {
  const waiting = 'SELECT locktype FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()';
  return askDatabase(databaseUrl, waiting);
}

export function untilSessionWaits(databaseUrl: string): Promise<void> {
  return eventually(async () => expect(await waitingSessions(databaseUrl)).not.toHaveLength(0));
}
