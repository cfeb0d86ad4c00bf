import { newId } from '#contracts';
import type { Clock, Random } from '#contracts';
import type { Account } from '../tables/account.entity';
import type { ApiKey } from '../tables/api-key.entity';
import { withGatewayDatabase, type GatewayDatabase } from '../tables/gateway-database';
import { AddressList } from './address-list';
import { formatApiKey, newSecret } from './api-key-format';
import type { ApiKeyKind } from './api-key-format';
import { Pepper } from './pepper';
import type { Scope } from './scopes';

export type { Account } from '../tables/account.entity';

/** Where accounts and keys are kept, and the ports they are made with. For operators: command line, first start, tests. */
export interface KeyStore {
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
export type ListedApiKey = Omit<ApiKey, 'account' | 'accountId' | 'digest' | 'pepperVersion'>;

/** @param account name of 1 to 100 characters; live keys work unless `isLiveEnabled` is false. */
export async function createAccount(keyStore: KeyStore, account: { name: string; isLiveEnabled?: boolean }): Promise<Account> {
  const createdAtMs = keyStore.clock.nowMs();
  const row: Account = {
    id: newId('account', 0, createdAtMs, keyStore.random),
    name: account.name,
    isLiveEnabled: account.isLiveEnabled ?? true,
    createdAtMs,
  };
  await open(keyStore, async (database) => (await database.accounts()).insert(row));
  return row;
}

/** Makes a key and returns it once; only its digest is stored. @throws AddressListError. */
export async function createApiKey(keyStore: KeyStore, wanted: NewApiKey): Promise<CreatedApiKey> {
  const scopes = [...(wanted.scopes ?? [])];
  if (wanted.kind !== 'rk' && scopes.length > 0) throw new Error('only restricted keys carry scopes');
  const allowedAddresses = checkedAddresses(wanted.allowedAddresses ?? []);
  const pepper = new Pepper(keyStore.pepper);
  const createdAtMs = keyStore.clock.nowMs();
  const id = newId('apiKey', 0, createdAtMs, keyStore.random);
  const secret = newSecret(keyStore.random);
  const key = formatApiKey({ kind: wanted.kind, livemode: wanted.livemode, keyId: id, secret });
  const digest = pepper.digest(secret, pepper.currentVersion);
  if (digest === undefined) throw new Error('no pepper');
  await open(keyStore, async (database) =>
    (await database.apiKeys()).insert({
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
export async function revokeApiKey(keyStore: KeyStore, keyId: string): Promise<boolean> {
  return open(keyStore, (database) => database.revokeApiKey(keyId, keyStore.clock.nowMs()));
}

/**
 * Says where a key may be used from now on; anywhere when the list is empty. Effective in every process within five seconds.
 *
 * @returns false when there is no such key. @throws AddressListError.
 */
export async function allowApiKeyFrom(keyStore: KeyStore, keyId: string, addresses: readonly string[]): Promise<boolean> {
  const checked = checkedAddresses(addresses);
  const { affected } = await open(keyStore, async (database) =>
    (await database.apiKeys()).update({ id: keyId }, { allowedAddresses: checked }),
  );
  return affected === 1;
}

function checkedAddresses(addresses: readonly string[]): string[] {
  // What the gateway could not read would lock the key out.
  void new AddressList(addresses);
  return [...addresses];
}

/** Newest first. */
export async function listApiKeys(keyStore: KeyStore, accountId: string): Promise<ListedApiKey[]> {
  return open(keyStore, async (database) =>
    (await database.apiKeys()).find({ select: LISTED, where: { accountId }, order: { createdAtMs: 'DESC', id: 'DESC' } }),
  );
}

const LISTED: { readonly [TField in keyof ListedApiKey]: true } = {
  id: true,
  kind: true,
  livemode: true,
  lastFour: true,
  scopes: true,
  allowedAddresses: true,
  createdAtMs: true,
  expiresAtMs: true,
  revokedAtMs: true,
};

function open<T>({ databaseUrl }: KeyStore, work: (database: GatewayDatabase) => Promise<T>): Promise<T> {
  return withGatewayDatabase(databaseUrl, work);
}
