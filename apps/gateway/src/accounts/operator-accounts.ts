import { ERRORS, newAccountId, newId, shardOfAccount, systemCommand } from '#contracts';
import type { ApiKeyKind, ApiKeyResource, Clock, Command, NewApiKeyPayload, Random, Refusal, Reply, RollApiKeyPayload } from '#contracts';
import type { EventStore } from '#event-store';
import { createLogger, Metrics } from '#service';
import { AddressList } from '../auth/address-list';
import { Pepper } from '../auth/pepper';
import type { Scope } from '../auth/scopes';
import { Accounts, type NewSecret } from './accounts';
import { openAccountsStore } from './accounts-store';
import { countPeppers, findKey, keysOfAccount, type PepperCount } from './api-key/operator-keys.table';
import { newKey, usualNameOf, type NewKey } from '../api-keys/new-key';

/** Where accounts and keys are kept, and the ports they are made with. For operators: command line, first start, tests. */
export interface KeyStore {
  /** Postgres URL of a role that may write the schema of accounts. */
  databaseUrl: string;
  /** As in API_KEY_PEPPER. */
  pepper: string;
  clock: Clock;
  random: Random;
  /** Who gives the orders, for the audit log; `operator` unless it is said. */
  operator?: string;
}

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

/** What an operator asked for is refused. The message is fit to be shown. */
export class AccountRefusedError extends Error {
  override readonly name = 'AccountRefusedError';

  constructor(readonly refusal: Refusal) {
    super(refusal.details?.message ?? ERRORS[refusal.code].message);
  }
}

/** @param account name of 1 to 100 characters; live keys work unless `isLiveEnabled` is false. */
export async function createAccount(keyStore: KeyStore, account: { name: string; isLiveEnabled?: boolean }): Promise<{ id: string }> {
  const id = newAccountId(keyStore.clock.nowMs(), keyStore.random);
  const payload = { name: account.name, liveEnabled: account.isLiveEnabled ?? true };
  await order(keyStore, { type: 'accounts.create', streamId: id, accountId: id, livemode: true, payload });
  return { id };
}

/** Lets live keys of an account act, or not. @param note why; kept with the event. @throws AccountRefusedError. */
export async function setLiveMode(
  keyStore: KeyStore,
  accountId: string,
  { isEnabled, note }: { isEnabled: boolean; note: string },
): Promise<void> {
  const type = isEnabled ? 'accounts.enable_live' : 'accounts.disable_live';
  await order(keyStore, { type, streamId: accountId, accountId, livemode: true, payload: { operator: { note } } });
}

/** Refuses every key and token of an account, within five seconds. @param note why; kept with the event. @throws AccountRefusedError. */
export async function suspendAccount(keyStore: KeyStore, accountId: string, note: string): Promise<void> {
  const payload = { operator: { note } };
  await order(keyStore, { type: 'accounts.suspend', streamId: accountId, accountId, livemode: true, payload });
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
  await order(keyStore, { type: 'api_keys.create', streamId: id, accountId, livemode, payload }, { ownerId: id, secret });
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
  await order(keyStore, { type: 'api_keys.roll', streamId: keyId, ...owner, payload }, { ownerId: id, secret });
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

type Order = Pick<Command, 'type' | 'streamId' | 'accountId' | 'livemode' | 'payload'>;

async function orderForKey(keyStore: KeyStore, keyId: string, wanted: Pick<Order, 'type' | 'payload'>): Promise<boolean> {
  const found = await findKey(keyStore.databaseUrl, keyId);
  if (found === null) return false;
  const { kind: _kind, ...owner } = found;
  await order(keyStore, { ...wanted, streamId: keyId, ...owner });
  return true;
}

async function order(keyStore: KeyStore, wanted: Order, made?: NewSecret): Promise<Reply> {
  const { clock, random, operator: id = 'operator' } = keyStore;
  const about = { ...wanted, commandId: random.uuid(), actorId: id, nowMs: clock.nowMs() };
  const command: Command = { ...systemCommand(about), actor: { kind: 'operator', id, address: null } };
  const reply = await withStore(keyStore, (store) => new Accounts(store, new Pepper(keyStore.pepper)).decide(command, made));
  if (reply.refusal !== null) throw new AccountRefusedError(reply.refusal);
  return reply;
}

/** Opens the store for one piece of work. It serves no partition: the gateways publish what is decided here. */
async function withStore<TResult>(
  { databaseUrl, clock, random }: KeyStore,
  work: (store: EventStore) => Promise<TResult>,
): Promise<TResult> {
  const logger = createLogger({ service: 'operator', level: 'silent' });
  const store = openAccountsStore(databaseUrl, { clock, random, logger, metrics: new Metrics() });
  try {
    return await work(store);
  } finally {
    await store.stop();
  }
}
