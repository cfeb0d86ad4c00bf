/** The door of the gateway: what standalone, tests and the operator's commands may use. */
export { AddressListError } from './auth/address-list';
export { verifyAuditChain } from './accounts/audit-log/audit-chain.table';
export { openAccountsStore } from './accounts/accounts-store';
export {
  ACCOUNT_ACTS,
  AccountRefusedError,
  actOnAccount,
  allowApiKeyFrom,
  countKeysByPepper,
  createAccount,
  createApiKey,
  listAccounts,
  listApiKeys,
  rollApiKey,
  revokeApiKey,
  setLiveMode,
} from './accounts/operator-accounts';
export type { AccountAct, KeyStore } from './accounts/operator-accounts';
export type { AccountRow } from './accounts/account/every-account.table';
// Held against its limits by the benchmark of authentication.
export { ApiKeyGrants } from './accounts/secrets/key-grants.table';
export { AccountChanges } from './auth/account-changes';
export { Authenticator } from './auth/authenticator';
export type { KeyLimits } from './auth/authenticator';
export { Pepper } from './auth/pepper';
export { TokenAuthenticator } from './oauth/tokens/token-authenticator';
export { TokenGrants } from './oauth/tokens/token-grants.table';
export { GatewayDatabase } from './tables/gateway-database';
export { SCOPES } from './auth/scopes';
export type { Scope } from './auth/scopes';
export { GatewayConfig } from './config';
export { offerClaim } from './people/links/claim-link.table';
export { createInvitedAccount } from './people/operator/invited-account';
export { actOnUser, findUserOf, listMails, listUsers, USER_ACTS } from './people/operator/operator-users';
export type { ShownMail, ShownUser, UserAct } from './people/operator/operator-users';
export type { PeopleStore } from './people/operator/people-store';
export { newToken } from './people/users/tokens';
export { GATEWAY_SCHEMAS, migrateGateway } from './migrate-gateway';
export { startGateway } from './start-gateway';
export type { RunningGateway } from './start-gateway';
