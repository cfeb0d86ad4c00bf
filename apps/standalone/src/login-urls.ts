import { LOGIN_ROLES, type LoginName } from '#event-store';
import type { StandaloneConfig } from './config';

/** How each service and the operator's commands reach the database, password included. */
export type LoginUrls = Record<LoginName, string>;

/** Who logs in and is a service. */
export type ServiceName = Exclude<LoginName, 'operator'>;

/** The same database, as the roles that `migrateAll` makes. */
export function loginUrlsOf(databaseUrl: string, passwords: Readonly<Record<LoginName, string>>): LoginUrls {
  const as = (name: LoginName): string => {
    const url = new URL(databaseUrl);
    url.username = LOGIN_ROLES[name];
    url.password = encodeURIComponent(passwords[name]);
    return url.toString();
  };
  return { gateway: as('gateway'), payments: as('payments'), kyc: as('kyc'), webhooks: as('webhooks'), operator: as('operator') };
}

/** As the services read them. */
export function loginEnvironment(logins: LoginUrls): Record<string, string> {
  return {
    GATEWAY_DATABASE_URL: logins.gateway,
    PAYMENTS_DATABASE_URL: logins.payments,
    KYC_DATABASE_URL: logins.kyc,
    WEBHOOKS_DATABASE_URL: logins.webhooks,
  };
}

/** Those that were given; undefined where DATABASE_URL is to serve. */
export function givenLoginUrls(config: StandaloneConfig): Partial<LoginUrls> {
  return {
    gateway: config.gatewayDatabaseUrl,
    payments: config.paymentsDatabaseUrl,
    kyc: config.kycDatabaseUrl,
    webhooks: config.webhooksDatabaseUrl,
    operator: config.operatorDatabaseUrl,
  };
}
