import { eventStoreMigration, runMigrations } from '#event-store';
import { migratePersonalData, PERSONAL_DATA_SCHEMA } from '#personal-data';
import { createLogger, Metrics, SystemClock, SystemRandom } from '#service';
import { ACCOUNTS, openAccountsStore } from './accounts/accounts-store';
import { importFormerTables } from './accounts/former-tables/import-former-tables';
import { ACCOUNTS_MIGRATIONS } from './accounts/migrations';
import { ACCOUNTS_VIEWS } from './accounts/start-accounts';
import { GATEWAY_MIGRATIONS } from './tables/migrations';

const TABLES = { schema: 'gateway', migrations: GATEWAY_MIGRATIONS };
const ACCOUNTS_STORE = { schema: ACCOUNTS, migrations: [eventStoreMigration(ACCOUNTS), ...ACCOUNTS_MIGRATIONS] };

/** The schemas of the database that a process of this version needs. */
export const GATEWAY_SCHEMAS = [TABLES, ACCOUNTS_STORE, PERSONAL_DATA_SCHEMA];

/**
 * Brings the gateway's tables, roles and rights up to date, and takes accounts and keys of the release before into the log. Restartable,
 * and safe when several processes do it at once.
 *
 * @param loginUrls see `MigrationOptions.loginUrls`.
 */
export async function migrateGateway(databaseUrl: string, loginUrls?: readonly (string | undefined)[]): Promise<void> {
  await runMigrations({ databaseUrl, loginUrls, ...TABLES });
  await runMigrations({ databaseUrl, loginUrls, ...ACCOUNTS_STORE, views: ACCOUNTS_VIEWS });
  await migratePersonalData(databaseUrl);
  await importAccounts(databaseUrl);
}

async function importAccounts(databaseUrl: string): Promise<void> {
  const clock = new SystemClock();
  const logger = createLogger({ service: 'gateway', level: 'warn' });
  const store = openAccountsStore(databaseUrl, { clock, random: new SystemRandom(clock), logger, metrics: new Metrics() });
  try {
    await importFormerTables(store, databaseUrl, clock);
  } finally {
    await store.stop();
  }
}
