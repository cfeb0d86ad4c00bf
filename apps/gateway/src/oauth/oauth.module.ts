import { Module } from '@nestjs/common';
import { Clock, Random } from '#contracts';
import { LOGGER, type Logger } from '#service';
import { Accounts } from '../accounts/accounts';
import { AddressDigests } from '../auth/address-digests';
import { AuthModule } from '../auth/auth.module';
import { GatewayConfig } from '../config';
import { PublicUrl } from '../http/public-url';
import { PeopleModule } from '../people/people.module';
import { TablesModule } from '../tables/tables.module';
import { ConnectionGrants } from './clients/connection-grants';
import { LostConnections } from './clients/lost-connections';
import { OAuthClients } from './clients/oauth-clients.table';
import { Consenter } from './consent/consenter';
import { Consents } from './consent/consents';
import { ExpiredObjects } from './objects/expired-objects';
import { OAuthObjects } from './objects/oauth-objects.table';
import type { IssuedToken } from './oauth-parts';
import { OAuthProvider } from './oauth-provider';
import { oauthKeysOf } from './signing-keys';

/** OAuth 2.0: how apps get tokens to act for accounts that consent. */
@Module({
  imports: [AuthModule, PeopleModule, TablesModule],
  providers: [
    {
      provide: OAuthProvider,
      useFactory: createProvider,
      inject: [OAuthObjects, OAuthClients, ConnectionGrants, Accounts, AddressDigests, GatewayConfig, PublicUrl, Clock, Random, LOGGER],
    },
    {
      provide: Consents,
      useFactory: (oauth: OAuthProvider, consenter: Consenter, addresses: AddressDigests) => new Consents(oauth, consenter, addresses),
      inject: [OAuthProvider, Consenter, AddressDigests],
    },
    {
      provide: LostConnections,
      useFactory: (grants: ConnectionGrants, logger: Logger) => new LostConnections(grants, logger),
      inject: [ConnectionGrants, LOGGER],
    },
    {
      provide: ExpiredObjects,
      useFactory: (objects: OAuthObjects, logger: Logger) => new ExpiredObjects(objects, logger),
      inject: [OAuthObjects, LOGGER],
    },
  ],
  exports: [OAuthProvider, Consents],
})
export class OAuthModule {}

function createProvider(
  ...[objects, clients, grants, accounts, addresses, config, publicUrl, clock, random, logger]: [
    ...[OAuthObjects, OAuthClients, ConnectionGrants, Accounts, AddressDigests, GatewayConfig, PublicUrl, Clock, Random, Logger],
  ]
): OAuthProvider {
  const onFault = ({ name, message }: Error): void => logger.error({ error: `${name}: ${message}` }, 'OAuth request failed');
  const keys = oauthKeysOf(config);
  const auditToken = ({ appId, appName, accountId, livemode, scopes, origin }: IssuedToken): Promise<void> =>
    accounts.appendAudit(accountId, {
      ...{ commandId: random.uuid(), livemode, atMs: clock.nowMs(), action: 'apps.issue_token' },
      actor: { type: 'app', id: appId, name: appName },
      resource: { type: 'app', id: appId },
      ...{ outcome: 'done', code: null },
      address: origin && addresses.of(accountId, origin.address),
      requestId: origin?.requestId ?? null,
      changes: JSON.stringify({ scopes: [null, scopes] }),
    });
  const issuer = (): string => publicUrl.toString();
  return new OAuthProvider({ objects, clients, grants, keys, clock, random, issuer, onFault, auditToken, origins: new WeakMap() });
}
