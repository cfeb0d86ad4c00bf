import { runMigrations, SqlMigration, type SchemaVersion } from '#event-store';

class CreateDataKeys1795222800000 extends SqlMigration {
  readonly name = 'CreateDataKeys1795222800000';
  readonly statements = [
    `CREATE TABLE vault.data_keys (
      account_id text NOT NULL,
      subject text NOT NULL,
      key_id text NOT NULL,
      wrapped_key bytea,
      created_at timestamptz NOT NULL,
      destroyed_at timestamptz,
      PRIMARY KEY (account_id, subject),
      CHECK ((wrapped_key IS NULL) = (destroyed_at IS NOT NULL))
    )`,
    'CREATE INDEX data_keys_by_key ON vault.data_keys (key_id, account_id, subject) WHERE destroyed_at IS NULL',
  ];
}

/** The schema of the data keys. */
export const PERSONAL_DATA_SCHEMA: SchemaVersion = { schema: 'vault', migrations: [CreateDataKeys1795222800000] };

/** Brings the table of data keys up to date. Every service that seals or unseals runs it; together is safe. */
export async function migratePersonalData(databaseUrl: string): Promise<void> {
  await runMigrations({ databaseUrl, ...PERSONAL_DATA_SCHEMA });
}
