import { newAccountId, newId, shardOfAccount } from '#contracts';
import type { ApiKeyKind, ApiKeyResource, NewApiKeyPayload, RollApiKeyPayload } from '#contracts';
import { AddressList } from '../auth/address-list';
import type { Scope } from '../auth/scopes';
import { countPeppers, findKey, keysOfAccount, type PepperCount } from './api-key/operator-keys.table';
import { askOn, withOperatorClient } from '#event-store';
import { findAccounts, type AccountRow, type AccountsQuery } from './account/every-account.table';
import { newKey, usualNameOf, type NewKey } from '../api-keys/new-key';
import { order, type KeyStore, type Order } from './operator-order';

export { AccountRefusedError, type KeyStore } from './operator-order';

export interface NewApiKey {
  accountId: string;
  kind: ApiKeyKind;
  livemode: boolean;
  /** 1 to 100 characters; named by its kind when left out. */
  name?: string;
  /** Only for restricted keys, which may do nothing else; must be empty for the other kinds. */
  scopes?: readonly Scope[];
  /** Addresses and CIDR ranges it may be used from; anywhere when left out or empty. */
  allowedAddresses?: readonly string[];
  /** Milliseconds since the epoch after which the key is refused, at least an hour ahead; never when left out. */
  expiresAtMs?: number;
}

/** The only moment at which the key itself is known. */
export interface CreatedApiKey {
  id: string;
  key: string;
}

/** @param account name of 1 to 100 characters; live keys work unless `isLiveEnabled` is false. */
export async function createAccount(keyStore: KeyStore, account: { name: string; isLiveEnabled?: boolean }): Promise<{ id: string }> {
  const id = newAccountId(keyStore.clock.nowMs(), keyStore.random);
  const payload = { name: account.name, liveEnabled: account.isLiveEnabled ?? true };
  await order(keyStore, { type: 'accounts.create', streamId: id, accountId: id, livemode: true, payload });
  return { id };
}

/** What an operator decides about a whole account, and can take back. */
export const ACCOUNT_ACTS = ['enable_live', 'disable_live', 'suspend', 'resume'] as const;
export type AccountAct = (typeof ACCOUNT_ACTS)[number];

/**
 * Lets live keys of an account act or not, or refuses every key, token and session of it; everywhere within five seconds. What is so
 * already changes nothing.
 *
 * @param note why, 1 to 500 characters; kept with the event and in the audit log of the account. @throws AccountRefusedError.
 */
export async function actOnAccount(keyStore: KeyStore, accountId: string, { act, note }: { act: AccountAct; note: string }): Promise<void> {
  await order(keyStore, { type: `accounts.${act}`, streamId: accountId, accountId, livemode: true, payload: { operator: { note } } });
}

/** Lets live keys of an account act, or not. See `actOnAccount`. */
export function setLiveMode(
  keyStore: KeyStore,
  accountId: string,
  { isEnabled, note }: { isEnabled: boolean; note: string },
): Promise<void> {
  return actOnAccount(keyStore, accountId, { act: isEnabled ? 'enable_live' : 'disable_live', note });
}

/** Refuses every key, token and session of an account. See `actOnAccount`. */
export function suspendAccount(keyStore: KeyStore, accountId: string, note: string): Promise<void> {
  return actOnAccount(keyStore, accountId, { act: 'suspend', note });
}

/** Makes a key and returns it once; only its digest is stored. @throws AddressListError; AccountRefusedError. */
export async function createApiKey(keyStore: KeyStore, wanted: NewApiKey): Promise<CreatedApiKey> {
  const { accountId, kind, livemode, scopes = [], expiresAtMs } = wanted;
  if (kind !== 'restricted' && scopes.length > 0) throw new Error('only restricted keys carry scopes');
  const { id, text, secret, shown } = newKeyOf(keyStore, wanted);
  const payload: NewApiKeyPayload = {
    ...{ kind, name: wanted.name ?? usualNameOf(kind), scopes, ...shown },
    allowedAddresses: checkedAddresses(wanted.allowedAddresses ?? []),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  };
  await order(keyStore, { type: 'api_keys.create', streamId: id, accountId, livemode, payload }, { made: { ownerId: id, secret } });
  return { id, key: text };
}

/**
 * Makes a key that takes the place of one, which goes on working for a while.
 *
 * @param overlapSeconds 0 to 604800. @returns undefined when there is no such key. @throws AccountRefusedError of a key that has ended
 *   or was rolled.
 */
export async function rollApiKey(keyStore: KeyStore, keyId: string, overlapSeconds: number): Promise<CreatedApiKey | undefined> {
  const rolled = await findKey(keyStore.databaseUrl, keyId);
  if (rolled === null) return undefined;
  const { kind, ...owner } = rolled;
  const { id, text, secret, shown } = newKeyOf(keyStore, rolled);
  const payload: RollApiKeyPayload = { newKeyId: id, ...shown, overlapSeconds };
  await order(keyStore, { type: 'api_keys.roll', streamId: keyId, ...owner, payload }, { made: { ownerId: id, secret } });
  return { id, key: text };
}

function newKeyOf({ clock, random }: KeyStore, { accountId, kind, livemode }: Pick<NewApiKey, 'accountId' | 'kind' | 'livemode'>): NewKey {
  return newKey(newId('apiKey', shardOfAccount(accountId), clock.nowMs(), random), { kind, livemode, random });
}

/** Effective in every process within five seconds. False when there is no such key. */
export function revokeApiKey(keyStore: KeyStore, keyId: string): Promise<boolean> {
  return orderForKey(keyStore, keyId, { type: 'api_keys.revoke', payload: { reason: 'operator' } });
}

/**
 * Says where a key may be used from now on; anywhere when the list is empty. Effective in every process within five seconds.
 *
 * @returns false when there is no such key. @throws AddressListError; AccountRefusedError of a key that has ended.
 */
export function allowApiKeyFrom(keyStore: KeyStore, keyId: string, addresses: readonly string[]): Promise<boolean> {
  return orderForKey(keyStore, keyId, { type: 'api_keys.update', payload: { allowedAddresses: checkedAddresses(addresses) } });
}

/** The newest first. */
export function listAccounts({ databaseUrl }: Pick<KeyStore, 'databaseUrl'>, query: AccountsQuery): Promise<AccountRow[]> {
  return withOperatorClient(databaseUrl, (client) => findAccounts(askOn(client), query));
}

/** Newest first. */
export async function listApiKeys({ databaseUrl }: KeyStore, accountId: string): Promise<ApiKeyResource[]> {
  return keysOfAccount(databaseUrl, accountId);
}

/** How many keys that have not ended are digested under each version of the pepper: one without any may be taken away. */
export function countKeysByPepper({ databaseUrl }: KeyStore): Promise<PepperCount[]> {
  return countPeppers(databaseUrl);
}

function checkedAddresses(addresses: readonly string[]): string[] {
  // What the gateway could not read would lock the key out.
  void new AddressList(addresses);
  return [...addresses];
}

async function orderForKey(keyStore: KeyStore, keyId: string, wanted: Pick<Order, 'type' | 'payload'>): Promise<boolean> {
  const found = await findKey(keyStore.databaseUrl, keyId);
  if (found === null) return false;
  const { kind: _kind, ...owner } = found;
  await order(keyStore, { ...wanted, streamId: keyId, ...owner });
  return true;
}
