import { eventStoreMigrations, runMigrations } from '#event-store';
import { testDatabase, type TestDatabase } from '#testing';
import { Client } from 'pg';
import { SCHEMA } from './counter-store';

export * from './counter-store';

/** A database with an empty event store of counters. */
export function counterDatabase(): Promise<TestDatabase> {
  return testDatabase('event_store', async (databaseUrl) => {
    await runMigrations({ databaseUrl, schema: SCHEMA, migrations: eventStoreMigrations(SCHEMA) });
  });
}

/** Asks the database directly, past the store. */
export async function ask<TRow extends object>(databaseUrl: string, text: string, values: unknown[] = []): Promise<TRow[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<TRow>(text, values)).rows;
  } finally {
    await client.end();
  }
}
