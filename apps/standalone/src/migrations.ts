import { awaitDatabase } from '#event-store';
import { migrateGateway } from '../../gateway/src/index';
import { migrateKyc } from '../../kyc/src/index';
import { migratePayments } from '../../payments/src/index';
import { migrateWebhooks } from '../../webhooks/src/index';
import type { StandaloneConfig } from './config';
import type { LoginUrls } from './login-urls';

/**
 * Bring every service's schema, roles and rights up to date. Each runs under a lock of its own and may be started again at any point.
 *
 * @param logins the roles of these can log in afterwards.
 */
export async function migrateAll(databaseUrl: string, logins: Partial<LoginUrls> = {}): Promise<void> {
  await migrateGateway(databaseUrl, [logins.gateway, logins.operator]);
  await migratePayments(databaseUrl, [logins.payments]);
  await migrateKyc(databaseUrl, [logins.kyc]);
  await migrateWebhooks(databaseUrl, [logins.webhooks]);
}

/** Waits for a Postgres that was given and says so on the terminal; a login that is refused is said at once. @throws DatabaseUnusableError. */
export function awaitGivenDatabase({ startWaitMs: limitMs }: StandaloneConfig, databaseUrl: string): Promise<void> {
  return awaitDatabase({
    databaseUrl,
    limitMs,
    onWaiting: ({ sentence, advice }, pauseMs) => console.error(`${sentence}. ${advice} Trying again in ${pauseMs} ms.`),
  });
}
