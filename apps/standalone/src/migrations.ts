import { migrateGateway } from '../../gateway/src/index';
import { migrateKyc } from '../../kyc/src/index';
import { migratePayments } from '../../payments/src/index';
import { migrateWebhooks } from '../../webhooks/src/index';

/** Bring every service's schema up to date. Each runs under a lock of its own and may be started again at any point. */
export async function migrateAll(databaseUrl: string): Promise<void> {
  for (const migrate of [migrateGateway, migratePayments, migrateKyc, migrateWebhooks]) await migrate(databaseUrl);
}
