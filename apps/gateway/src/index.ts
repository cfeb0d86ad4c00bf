/** The door of the gateway: what standalone, tests and the operator's commands may use. */
export { AddressListError } from './auth/address-list';
export { verifyAuditChain } from './accounts/audit-log/audit-chain.table';
export { openAccountsStore } from './accounts/accounts-store';
export {
  AccountRefusedError,
  allowApiKeyFrom,
  countKeysByPepper,
  createAccount,
  createApiKey,
  listApiKeys,
  rollApiKey,
  revokeApiKey,
  setLiveMode,
} from './accounts/operator-accounts';
export type { KeyStore } from './accounts/operator-accounts';
export { SCOPES } from './auth/scopes';
export type { Scope } from './auth/scopes';
export { GatewayConfig } from './config';
export { offerClaim } from './people/links/claim-link.table';
export { newToken } from './people/users/tokens';
export { migrateGateway } from './migrate-gateway';
export { startGateway } from './start-gateway';
export type { RunningGateway } from './start-gateway';
