import { runMigrations } from '#event-store';
import { migratePersonalData } from '#personal-data';
import { GATEWAY_MIGRATIONS } from './tables/migrations';

/** Brings the gateway's tables up to date. Restartable, and safe when several processes do it at once. */
export async function migrateGateway(databaseUrl: string): Promise<void> {
  await runMigrations({ databaseUrl, schema: 'gateway', migrations: GATEWAY_MIGRATIONS });
  await migratePersonalData(databaseUrl);
}
