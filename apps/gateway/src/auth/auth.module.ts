import { Module } from '@nestjs/common';
import { Clock } from '#contracts';
import { LOGGER, type Logger } from '#service';
import { ClientSecrets } from '../client-secrets/client-secret';
import { GatewayConfig } from '../config';
import { ServedRoutes } from '../http/served-routes';
import { LimitsModule } from '../limits/limits.module';
import { RequestLimits } from '../limits/request-limits';
import { findApiKeyGrant } from '../tables/api-keys.table';
import { GatewayPool } from '../tables/gateway-pool';
import { AddressDigests } from './address-digests';
import { ApiKeyGuard } from './api-key.guard';
import { Authenticator } from './authenticator';
import { Pepper } from './pepper';

/** Who calls, and what follows from the secrets that only the gateway knows. */
@Module({
  imports: [LimitsModule],
  providers: [
    AddressDigests,
    ApiKeyGuard,
    ClientSecrets,
    ServedRoutes,
    { provide: Authenticator, useFactory: createAuthenticator, inject: [GatewayPool, Pepper, Clock, RequestLimits] },
    { provide: GatewayPool, useFactory: openPool, inject: [GatewayConfig, LOGGER] },
    { provide: Pepper, useFactory: ({ apiKeyPepper }: GatewayConfig) => new Pepper(apiKeyPepper), inject: [GatewayConfig] },
  ],
  exports: [AddressDigests, ApiKeyGuard, ClientSecrets, GatewayPool, Pepper, ServedRoutes],
})
export class AuthModule {}

function createAuthenticator(pool: GatewayPool, pepper: Pepper, clock: Clock, limits: RequestLimits): Authenticator {
  return new Authenticator((keyId) => findApiKeyGrant(pool, keyId), pepper, clock, limits);
}

function openPool({ databaseUrl }: GatewayConfig, logger: Logger): GatewayPool {
  return new GatewayPool(databaseUrl, ({ message }) => logger.warn({ detail: message }, 'database connection lost'));
}
