import { API_KEY_KINDS, ROLL_OVERLAP_MAX_S, type ApiKeyKind, type ApiKeyResource } from '#contracts';
import {
  AccountRefusedError,
  AddressListError,
  allowApiKeyFrom,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rollApiKey,
  SCOPES,
  type KeyStore,
  type Scope,
} from '../../../gateway/src/index';
import { CliError } from '../cli-error';

/** What a command answers: to people, and one JSON object a line to programs. */
export interface Answer {
  text: string;
  rows: readonly object[];
}

/** A key that is to be made. */
export interface WantedKey {
  accountId: string;
  livemode: boolean;
  kind: ApiKeyKind;
  name?: string;
  scopes: readonly Scope[];
  allowed: readonly string[];
}

/** How long a rolled key goes on working unless it is given: a day. */
const OVERLAP_PRESET_S = 86_400;

/** @throws CliError of a refusal or an address that is none. */
export async function createKey(keyStore: KeyStore, { allowed: allowedAddresses, ...wanted }: WantedKey): Promise<Answer> {
  const { accountId } = wanted;
  const { id, key } = await createApiKey(keyStore, { ...wanted, allowedAddresses }).catch(refusalAbout(accountId));
  return {
    text: `Account  ${accountId}\nKey id   ${id}\nKey      ${key}\nThe key is shown this once: only its digest is kept.`,
    rows: [{ id, account: accountId, key }],
  };
}

/** @throws CliError of a refusal, or when there is no such key. */
export async function rollKey(keyStore: KeyStore, keyId: string, overlapSeconds: number): Promise<Answer> {
  const made = await rollApiKey(keyStore, keyId, overlapSeconds).catch(reportRefusal);
  if (made === undefined) throw noSuchKey(keyId);
  return {
    text: `Key id   ${made.id}\nKey      ${made.key}\nThe key is shown this once. ${keyId} works for ${overlapSeconds} more seconds.`,
    rows: [{ id: made.id, key: made.key, rolled_from: keyId, overlap_seconds: overlapSeconds }],
  };
}

/** @throws CliError when there is no such key. */
export async function revokeKey(keyStore: KeyStore, keyId: string): Promise<Answer> {
  if (!(await revokeApiKey(keyStore, keyId).catch(reportRefusal))) throw noSuchKey(keyId);
  return { text: `${keyId} is revoked; every gateway refuses it within 5 seconds.`, rows: [{ id: keyId, status: 'revoked' }] };
}

/** @param allowed addresses and ranges; empty for anywhere. @throws CliError of a refusal, or when there is no such key. */
export async function allowKey(keyStore: KeyStore, keyId: string, allowed: readonly string[]): Promise<Answer> {
  if (!(await allowApiKeyFrom(keyStore, keyId, allowed).catch(reportRefusal))) throw noSuchKey(keyId);
  return {
    text: `${keyId} may be used from ${placesOf(allowed)}; every gateway knows within 5 seconds.`,
    rows: [{ id: keyId, allowed_addresses: allowed }],
  };
}

/** The newest first. */
export async function listKeys(keyStore: KeyStore, accountId: string): Promise<Answer> {
  const keys = await listApiKeys(keyStore, accountId);
  return { text: [...keys.map(lineOf), `${keys.length} keys of ${accountId}`].join('\n'), rows: keys.map(rowOf) };
}

/** @throws CliError of a word that is no scope. */
export function readScopes(text: string | undefined): Scope[] {
  return (text?.split(',') ?? []).map((word) => {
    const scope = SCOPES.find((known) => known === word.trim());
    if (scope === undefined) throw new CliError(`"${word}" is no scope. There are ${SCOPES.join(', ')}.`);
    return scope;
  });
}

/** Addresses and ranges; none for anywhere. */
export function readAddresses(text: string | undefined): string[] {
  if (text === undefined || text === 'anywhere') return [];
  return text.split(',').map((entry) => entry.trim());
}

/** @throws CliError of anything but seconds within the limit. */
export function readOverlap(text: string | undefined): number {
  const seconds = Number(text ?? OVERLAP_PRESET_S);
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= ROLL_OVERLAP_MAX_S) return seconds;
  throw new CliError(`--overlap takes whole seconds from 0 to ${ROLL_OVERLAP_MAX_S}.`);
}

/** The kind that was typed; that of a key with scopes is restricted. @throws CliError of a word that is none. */
export function readKind(word: string | undefined, scopes: readonly Scope[]): ApiKeyKind {
  const kind = API_KEY_KINDS.find((known) => known === (word ?? (scopes.length === 0 ? 'secret' : 'restricted')));
  if (kind === undefined) throw new CliError(`--kind is one of ${API_KEY_KINDS.join(', ')}.`);
  if ((kind === 'restricted') === scopes.length > 0) return kind;
  throw new CliError('--scopes belong to a restricted key, and a restricted key needs them.');
}

/** The same about an account that may not be there. */
export function refusalAbout(accountId: string): (error: unknown) => never {
  return (error) => {
    const isMissing = error instanceof AccountRefusedError && error.refusal.code === 'resource_missing';
    throw isMissing ? new CliError(`There is no account ${accountId}.`) : reportRefusal(error);
  };
}

/** What is refused is explained to the person at the terminal. */
export function reportRefusal(error: unknown): never {
  const isForPeople = error instanceof AddressListError || error instanceof AccountRefusedError;
  throw isForPeople ? new CliError(error.message) : error;
}

function noSuchKey(keyId: string): CliError {
  return new CliError(`There is no key ${keyId}.`);
}

function placesOf(allowed: readonly string[]): string {
  return allowed.length === 0 ? 'anywhere' : allowed.join(', ');
}

function lineOf({ id, hint, status, created_at: createdAt, allowed_addresses: allowed }: ApiKeyResource): string {
  const from = allowed.length === 0 ? '' : `  from ${placesOf(allowed)}`;
  return `${id}  ${hint}  ${status}  created ${new Date(createdAt * 1_000).toISOString()}${from}`;
}

function rowOf({ id, kind, name, livemode, hint, status, scopes, created_at, expires_at, allowed_addresses }: ApiKeyResource): object {
  const mode = livemode ? 'live' : 'test';
  return { id, kind, name, mode, hint, status, scopes, allowed_addresses, created_at, expires_at };
}
