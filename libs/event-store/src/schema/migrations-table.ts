import type { ClientBase } from 'pg';
import { quoteSchema } from './names';
import { FINGERPRINT_SETTING } from './sql-migration';

/** The table in which TypeORM keeps the applied migrations. */
export const MIGRATIONS_TABLE = 'migrations';

/** A row of the table of migrations. */
export interface AppliedMigration {
  name: string;
  /** Null in a table without the column, which a build from before fingerprints made. */
  fingerprint: string | null;
}

/** A service has no right on the table: it calls the function, which runs with the rights of the owner (`OWNER_FUNCTIONS`). */
export function migrationsTableStatement(schema: string): string {
  const quoted = quoteSchema(schema);
  return `
CREATE TABLE ${quoted}.${MIGRATIONS_TABLE} (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  timestamp bigint NOT NULL,
  name text NOT NULL,
  fingerprint text NOT NULL DEFAULT current_setting('${FINGERPRINT_SETTING}')
);
CREATE FUNCTION ${quoted}.applied_migrations() RETURNS TABLE (name text, fingerprint text) STABLE LANGUAGE sql
  AS 'SELECT m.name, m.fingerprint FROM ${quoted}.${MIGRATIONS_TABLE} m'`;
}

/** Reads the applied migrations as the owner of the schema. @returns undefined for a schema without the table. */
export async function findAppliedMigrations(client: ClientBase, schema: string): Promise<AppliedMigration[] | undefined> {
  const table = `${quoteSchema(schema)}.${MIGRATIONS_TABLE}`;
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [table]);
  if (!rows[0]?.exists) return undefined;
  const applied = await client.query<AppliedMigration>(`SELECT m.name, to_jsonb(m) ->> 'fingerprint' AS fingerprint FROM ${table} m`);
  return applied.rows;
}
