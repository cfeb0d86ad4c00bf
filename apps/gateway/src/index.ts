/** The door of the gateway: what standalone, tests and the operator's commands may use. */
import type { AppDeps } from '#service';
import type { GatewayConfig } from './config';
import type { RunningGateway } from './start-gateway';

export { AddressListError } from './auth/address-list';
export { allowApiKeyFrom, createAccount, createApiKey, listApiKeys, revokeApiKey } from './auth/api-keys';
export type { Account, CreatedApiKey, KeyRing, ListedApiKey, NewApiKey } from './auth/api-keys';
export { SCOPES } from './auth/scopes';
export type { Scope } from './auth/scopes';
export { GatewayConfig, readGatewayConfig } from './config';
export { migrateGateway } from './migrate-gateway';
export { PostgresReplyLease } from './tables/reply-lease';
export type { RunningGateway } from './start-gateway';

/** Starts the HTTP edge (start-gateway.ts), which is loaded by then: the operator's commands do without, and start sooner. */
export async function startGateway(config: GatewayConfig, deps: AppDeps): Promise<RunningGateway> {
  const edge = await import('./start-gateway.js');
  return edge.startGateway(config, deps);
}
