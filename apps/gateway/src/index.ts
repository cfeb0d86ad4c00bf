/** The door of the gateway: what standalone, tests and the operator's commands may use. */
export { AddressListError } from './auth/address-list';
export { allowApiKeyFrom, createAccount, createApiKey, listApiKeys, revokeApiKey } from './auth/api-keys';
export type { KeyStore } from './auth/api-keys';
export { SCOPES } from './auth/scopes';
export type { Scope } from './auth/scopes';
export { GatewayConfig } from './config';
export { migrateGateway } from './migrate-gateway';
export { startGateway } from './start-gateway';
export type { RunningGateway } from './start-gateway';
