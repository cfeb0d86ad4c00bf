import { runMigrations } from '#event-store';
import { migratePersonalData, PERSONAL_DATA_SCHEMA } from '#personal-data';
import { ACCOUNTS } from './accounts/accounts-store';
import { CreateAccounts1795405060000 } from './accounts/migrations/create-accounts';
import { ACCOUNTS_VIEWS } from './accounts/start-accounts';
import { CreateGateway1795405060000 } from './tables/migrations/create-gateway';

const TABLES = { schema: 'gateway', migrations: [CreateGateway1795405060000] };
const ACCOUNTS_STORE = { schema: ACCOUNTS, migrations: [CreateAccounts1795405060000] };

/** The schemas of the database that a process of this version needs. */
export const GATEWAY_SCHEMAS = [TABLES, ACCOUNTS_STORE, PERSONAL_DATA_SCHEMA];

/**
 * Brings the gateway's tables, roles and rights up to date. It can be restarted, and several processes may do it at once.
 *
 * @param loginUrls see `MigrationOptions.loginUrls`.
 */
export async function migrateGateway(databaseUrl: string, loginUrls?: readonly (string | undefined)[]): Promise<void> {
  await runMigrations({ databaseUrl, loginUrls, ...TABLES });
  await runMigrations({ databaseUrl, loginUrls, ...ACCOUNTS_STORE, views: ACCOUNTS_VIEWS });
  await migratePersonalData(databaseUrl);
}
