import { Module } from '@nestjs/common';
import { Clock, Random } from '#contracts';
import { LOGGER, type Logger } from '#service';
import { Accounts } from '../accounts/accounts';
import { RefusedAccess } from '../accounts/audit-log/refused-access';
import { ApiKeyGrants } from '../accounts/secrets/key-grants.table';
import { KeyUses } from '../accounts/key-uses/key-uses';
import { RunningAccounts } from '../accounts/start-accounts';
import { LeakReports } from '../api-keys/leak-reports';
import { ClientSecrets } from '../client-secrets/client-secret';
import { PublicUrl } from '../http/public-url';
import { RoutesModule } from '../http/routes.module';
import { LimitsModule } from '../limits/limits.module';
import { RequestLimits } from '../limits/request-limits';
import { ConnectionGrants } from '../oauth/clients/connection-grants';
import { OAuthClients } from '../oauth/clients/oauth-clients.table';
import { LeakedOAuthTexts } from '../oauth/leaked-oauth-texts';
import { OAuthObjects } from '../oauth/objects/oauth-objects.table';
import { ConnectedAccounts } from '../oauth/tokens/connected-accounts';
import { DpopProofs } from '../oauth/tokens/dpop-proofs';
import { TokenAuthenticator } from '../oauth/tokens/token-authenticator';
import { TokenGrants } from '../oauth/tokens/token-grants.table';
import { SessionsModule } from '../people/sessions/sessions.module';
import { GatewayDatabase } from '../tables/gateway-database';
import { TablesModule } from '../tables/tables.module';
import { PublishableAccess } from '../publishable/publishable-access';
import { AccountChanges } from './account-changes';
import { AddressDigests } from './address-digests';
import { ApiKeyGuard } from './api-key.guard';
import { Authenticator } from './authenticator';
import { Callers } from './callers';
import { Pepper } from './pepper';
import { PepperModule } from './pepper.module';

/** Who calls, and what follows from the secrets that only the gateway knows. */
@Module({
  imports: [LimitsModule, PepperModule, RoutesModule, SessionsModule, TablesModule],
  providers: [
    {
      provide: ApiKeyGrants,
      useFactory: ({ ask, askOften }: GatewayDatabase) => new ApiKeyGrants(ask, askOften),
      inject: [GatewayDatabase],
    },
    { provide: AccountChanges, useFactory: (clock: Clock) => new AccountChanges(clock), inject: [Clock] },
    ApiKeyGuard,
    ClientSecrets,
    LeakReports,
    PublishableAccess,
    {
      provide: Accounts,
      useFactory: ({ store, rules }: RunningAccounts, pepper: Pepper, changes: AccountChanges) =>
        new Accounts(store, pepper, changes, rules),
      inject: [RunningAccounts, Pepper, AccountChanges],
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
    {
      provide: OAuthObjects,
      useFactory: ({ ask }: GatewayDatabase, random: Random) => new OAuthObjects(ask, random),
      inject: [GatewayDatabase, Random],
    },
    {
      provide: OAuthClients,
      useFactory: ({ ask }: GatewayDatabase, pepper: Pepper) => new OAuthClients(ask, pepper),
      inject: [GatewayDatabase, Pepper],
    },
    {
      provide: ConnectionGrants,
      useFactory: ({ ask }: GatewayDatabase, accounts: Accounts, clock: Clock, random: Random) =>
        new ConnectionGrants(ask, accounts, clock, random),
      inject: [GatewayDatabase, Accounts, Clock, Random],
    },
    {
      provide: LeakedOAuthTexts,
      useFactory: createLeakedOAuthTexts,
      inject: [OAuthObjects, OAuthClients, ConnectionGrants, Accounts, Clock, Random],
    },
    {
      provide: Callers,
      useFactory: createCallers,
      inject: [Authenticator, OAuthObjects, GatewayDatabase, RequestLimits, PublicUrl, Clock, AccountChanges],
    },
    { provide: Authenticator, useFactory: createAuthenticator, inject: [ApiKeyGrants, Pepper, Clock, RequestLimits, AccountChanges] },
  ],
  exports: [
    ...[Accounts, ApiKeyGuard, ClientSecrets, ConnectionGrants, LeakReports, OAuthClients, OAuthObjects],
    ...[PepperModule, RefusedAccess, RoutesModule],
  ],
})
export class AuthModule {}

function createAuthenticator(...parts: [ApiKeyGrants, Pepper, Clock, RequestLimits, AccountChanges]): Authenticator {
  return new Authenticator(...parts);
}

function createLeakedOAuthTexts(
  ...[objects, clients, grants, accounts, clock, random]: [OAuthObjects, OAuthClients, ConnectionGrants, Accounts, Clock, Random]
): LeakedOAuthTexts {
  return new LeakedOAuthTexts({ objects, clients, grants, accounts, clock, random });
}

function createCallers(
  ...[keys, objects, { ask, askOften }, limits, publicUrl, clock, changes]: [
    Authenticator,
    OAuthObjects,
    GatewayDatabase,
    RequestLimits,
    PublicUrl,
    Clock,
    AccountChanges,
  ]
): Callers {
  const tokens = new TokenAuthenticator(new TokenGrants(askOften), clock, limits, changes);
  return new Callers(keys, tokens, new DpopProofs(objects, publicUrl, clock), new ConnectedAccounts(ask, clock, changes));
}
