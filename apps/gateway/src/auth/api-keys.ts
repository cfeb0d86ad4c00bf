import { newId } from '#contracts';
import type { Clock, Random } from '#contracts';
import { insertAccount } from '../tables/accounts.table';
import type { Account } from '../tables/accounts.table';
import { insertApiKeyRow, listApiKeyRows, markApiKeyRevoked, setApiKeyAddresses } from '../tables/api-keys.table';
import { withGatewayPool } from '../tables/gateway-pool';
import { AddressList } from './address-list';
import { formatApiKey, newSecret } from './api-key-format';
import type { ApiKeyKind } from './api-key-format';
import { Pepper } from './pepper';
import type { Scope } from './scopes';

export type { Account } from '../tables/accounts.table';

/** Where accounts and keys are kept, and the ports they are made with. For operators: command line, first start, tests. */
export interface ApiKeyCache {
  /** Postgres URL of the gateway's schema. */
  databaseUrl: string;
  /** As in API_KEY_PEPPER. */
  pepper: string;
  clock: Clock;
  random: Random;
}

export interface NewApiKey {
  accountId: string;
  kind: ApiKeyKind;
  livemode: boolean;
  /** Only for restricted keys, which may do nothing else; must be empty for the other kinds. */
  scopes?: readonly Scope[];
  /** Addresses and CIDR ranges it may be used from; anywhere when left out or empty. */
  allowedAddresses?: readonly string[];
  /** Milliseconds since the epoch after which the key is refused; never when left out. */
  expiresAtMs?: number;
}

/** The only moment at which the key itself is known. */
export interface CreatedApiKey {
  id: string;
  key: string;
}

/** A key in a list: nothing here lets anyone act. */
export interface ListedApiKey {
  id: string;
  kind: ApiKeyKind;
  livemode: boolean;
  lastFour: string;
  scopes: readonly string[];
  allowedAddresses: readonly string[];
  createdAtMs: number;
  expiresAtMs: number | null;
  revokedAtMs: number | null;
}

/** @param account name of 1 to 100 characters; live keys work unless `isLiveEnabled` is false. */
export async function createAccount(keyCache: ApiKeyCache, account: { name: string; isLiveEnabled?: boolean }): Promise<Account> {
  const createdAtMs = keyCache.clock.nowMs();
  const row: Account = {
    id: newId('account', 0, createdAtMs, keyCache.random),
    name: account.name,
    isLiveEnabled: account.isLiveEnabled ?? true,
    createdAtMs,
  };
  await withGatewayPool(keyCache.databaseUrl, (pool) => insertAccount(pool, row));
  return row;
}

/** Makes a key and returns it once; only its digest is stored. @throws AddressListError. */
export async function createApiKey(keyCache: ApiKeyCache, wanted: NewApiKey): Promise<CreatedApiKey> {
  const scopes = [...(wanted.scopes ?? [])];
  if (wanted.kind !== 'rk' && scopes.length > 0) throw new Error('only restricted keys carry scopes');
  const allowedAddresses = checkedAddresses(wanted.allowedAddresses ?? []);
  const pepper = new Pepper(keyCache.pepper);
  const createdAtMs = keyCache.clock.nowMs();
  const id = newId('apiKey', 0, createdAtMs, keyCache.random);
  const secret = newSecret(keyCache.random);
  const key = formatApiKey({ kind: wanted.kind, livemode: wanted.livemode, keyId: id, secret });
  const digest = pepper.digest(secret, pepper.currentVersion);
  if (digest === undefined) throw new Error('no pepper');
  await withGatewayPool(keyCache.databaseUrl, (pool) =>
    insertApiKeyRow(pool, {
      id,
      accountId: wanted.accountId,
      kind: wanted.kind,
      livemode: wanted.livemode,
      digest,
      pepperVersion: pepper.currentVersion,
      lastFour: key.slice(-4),
      scopes,
      allowedAddresses,
      createdAtMs,
      expiresAtMs: wanted.expiresAtMs ?? null,
    }),
  );
  return { id, key };
}

/** Effective in every process within five seconds. False when there is no such key. */
export async function revokeApiKey(keyCache: ApiKeyCache, keyId: string): Promise<boolean> {
  return withGatewayPool(keyCache.databaseUrl, (pool) => markApiKeyRevoked(pool, keyId, keyCache.clock.nowMs()));
}

/**
 * Says where a key may be used from now on; anywhere when the list is empty. Effective in every process within five seconds.
 *
 * @returns false when there is no such key. @throws AddressListError.
 */
export async function allowApiKeyFrom(keyCache: ApiKeyCache, keyId: string, addresses: readonly string[]): Promise<boolean> {
  const checked = checkedAddresses(addresses);
  return withGatewayPool(keyCache.databaseUrl, (pool) => setApiKeyAddresses(pool, keyId, checked));
}

function checkedAddresses(addresses: readonly string[]): string[] {
  // What the gateway could not read would lock the key out.
  void new AddressList(addresses);
  return [...addresses];
}

/** Newest first. */
export async function listApiKeys(keyCache: ApiKeyCache, accountId: string): Promise<ListedApiKey[]> {
  const rows = await withGatewayPool(keyCache.databaseUrl, (pool) => listApiKeyRows(pool, accountId));
  return rows.map(({ id, kind, livemode, lastFour, scopes, allowedAddresses, createdAtMs, expiresAtMs, revokedAtMs }) => ({
    id,
    kind,
    livemode,
    lastFour,
    scopes,
    allowedAddresses,
    createdAtMs,
    expiresAtMs,
    revokedAtMs,
  }));
}
