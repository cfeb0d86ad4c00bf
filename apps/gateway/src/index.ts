/** The door of the gateway: what standalone, tests and the operator's commands may use. */
import type { startGateway } from './start-gateway';

export { AddressListError } from './auth/address-list';
export { allowApiKeyFrom, createAccount, createApiKey, listApiKeys, revokeApiKey } from './auth/api-keys';
export type { KeyStore } from './auth/api-keys';
export { SCOPES } from './auth/scopes';
export type { Scope } from './auth/scopes';
export { GatewayConfig } from './config';
export { migrateGateway } from './migrate-gateway';
export type { RunningGateway } from './start-gateway';

/**
 * Loads the HTTP edge, half a second of work for an idle machine: the operator's commands do without it, and start sooner. To be called
 * before any session of Postgres is opened that ends when its process is silent.
 */
export async function loadHttpEdge(): Promise<{ startGateway: typeof startGateway }> {
  return import('./start-gateway.js');
}
