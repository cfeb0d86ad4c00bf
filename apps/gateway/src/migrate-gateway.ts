import { runMigrations } from '#event-store';
import { migratePersonalData } from '#personal-data';
import { GATEWAY_MIGRATIONS } from './tables/migrations';

/**
 * Brings the gateway's tables, roles and rights up to date. Restartable, and safe when several processes do it at once.
 *
 * @param loginUrls see `MigrationOptions.loginUrls`.
 */
export async function migrateGateway(databaseUrl: string, loginUrls?: readonly (string | undefined)[]): Promise<void> {
  await runMigrations({ databaseUrl, loginUrls, schema: 'gateway', migrations: GATEWAY_MIGRATIONS });
  await migratePersonalData(databaseUrl);
}
