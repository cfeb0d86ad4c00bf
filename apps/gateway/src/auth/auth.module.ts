import { Module } from '@nestjs/common';
import { Clock } from '#contracts';
import { LOGGER, type Logger } from '#service';
import { Accounts } from '../accounts/accounts';
import { RefusedAccess } from '../accounts/audit-log/refused-access';
import { ApiKeyGrants } from '../accounts/secrets/key-grants.table';
import { KeyUses } from '../accounts/key-uses/key-uses';
import { RunningAccounts } from '../accounts/start-accounts';
import { LeakReports } from '../api-keys/leak-reports';
import { ClientSecrets } from '../client-secrets/client-secret';
import { RoutesModule } from '../http/routes.module';
import { LimitsModule } from '../limits/limits.module';
import { RequestLimits } from '../limits/request-limits';
import { SessionsModule } from '../people/sessions/sessions.module';
import { GatewayDatabase } from '../tables/gateway-database';
import { TablesModule } from '../tables/tables.module';
import { PublishableAccess } from '../publishable/publishable-access';
import { AddressDigests } from './address-digests';
import { ApiKeyGuard } from './api-key.guard';
import { Authenticator } from './authenticator';
import { Pepper } from './pepper';
import { PepperModule } from './pepper.module';

/** Who calls, and what follows from the secrets that only the gateway knows. */
@Module({
  imports: [LimitsModule, PepperModule, RoutesModule, SessionsModule, TablesModule],
  providers: [
    { provide: ApiKeyGrants, useFactory: ({ ask }: GatewayDatabase) => new ApiKeyGrants(ask), inject: [GatewayDatabase] },
    ApiKeyGuard,
    ClientSecrets,
    LeakReports,
    PublishableAccess,
    {
      provide: Accounts,
      useFactory: ({ store }: RunningAccounts, pepper: Pepper) => new Accounts(store, pepper),
      inject: [RunningAccounts, Pepper],
    },
    {
      provide: KeyUses,
      useFactory: ({ store }: RunningAccounts, clock: Clock, logger: Logger) => new KeyUses(store, clock, logger),
      inject: [RunningAccounts, Clock, LOGGER],
    },
    {
      provide: RefusedAccess,
      useFactory: ({ store }: RunningAccounts, digests: AddressDigests) => new RefusedAccess(store, digests),
      inject: [RunningAccounts, AddressDigests],
    },
    { provide: Authenticator, useFactory: createAuthenticator, inject: [ApiKeyGrants, Pepper, Clock, RequestLimits] },
  ],
  exports: [Accounts, ApiKeyGuard, ClientSecrets, LeakReports, PepperModule, RefusedAccess, RoutesModule],
})
export class AuthModule {}

function createAuthenticator(grants: ApiKeyGrants, pepper: Pepper, clock: Clock, limits: RequestLimits): Authenticator {
  return new Authenticator(grants, pepper, clock, limits);
}
