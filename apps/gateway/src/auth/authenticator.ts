import { hash, timingSafeEqual } from 'node:crypto';
import QuickLRU from 'quick-lru';
import type { AccountRules, ApiKeyKind, Clock, Role } from '#contracts';
import { ApiError } from '../http/api-error';
import type { ApiKeyGrant, ApiKeyGrants } from '../accounts/secrets/key-grants.table';
import type { AccountChanges } from './account-changes';
import { AddressList } from './address-list';
import { parseApiKey } from './api-key-format';
import type { ApiKeyParts } from './api-key-format';
import { newKeyCommand } from './new-key-command';
import type { Pepper } from './pepper';

/** A person who calls from a page of ours. */
export interface CallingUser {
  /** `usr_…`. */
  id: string;
  role: Role;
  /** Whether the password was asked for lately. */
  hasStepUp: boolean;
}

/** An app that acts for an account. */
export interface ActingApp {
  /** `app_…`. */
  id: string;
  /** `conn_…`; null when it acts for the account that owns it. */
  connectionId: string | null;
  /** The account that owns it. */
  ownerId: string;
}

/** Who calls. */
export interface Caller {
  accountId: string;
  livemode: boolean;
  keyId: string;
  kind: ApiKeyKind;
  scopes: readonly string[];
  /** Where the key may be used; null for anywhere. */
  addresses: AddressList | null;
  /** When the key ends, in milliseconds since the epoch; absent for never. */
  expiresAtMs?: number;
  /** What the account has decided. */
  rules: AccountRules;
  /** Whose session it is, in place of a key: `keyId` is theirs then, and the scopes are those of their role. */
  user?: CallingUser;
  /** The app that acts, for an account that is not its own or by a token. */
  app?: ActingApp;
}

/** Where keys are looked up by their public id, and their digests renewed. */
export type KeyTable = Pick<ApiKeyGrants, 'find' | 'renewDigest'>;

/** Keys that are there; the cache holds up to twice as many. */
const KEYS_CACHED_MAX = 10_000;
/** Ids of no key, apart: made-up ids must not evict real ones. */
const ABSENT_CACHED_MAX = 1_000;

interface CachedKey {
  grant: ApiKeyGrant | undefined;
  /** Made once per look-up, so that a request allocates nothing for it. */
  caller: Caller | undefined;
  readAtMs: number;
  /**
   * Digest of a secret that was found right: cheaper than that under the pepper. The secret itself must not stay in memory; it has
   * 178 random bits, so that a plain digest gives nothing away.
   */
  verified: Buffer | undefined;
}

/** Limits on failed authentication, checked before a key is looked up or its secret is digested. */
export interface KeyLimits {
  /** @throws ApiError rate_limited when this address was refused too often lately. */
  admitLookUp(address: string): void;
  /** @throws ApiError rate_limited when this key was presented with wrong secrets too often lately. */
  admitSecret(keyId: string): void;
  countWrongSecret(keyId: string): void;
}

/** Turns the text of a key into the caller behind it. */
export class Authenticator {
  private readonly cache = new QuickLRU<string, CachedKey>({ maxSize: KEYS_CACHED_MAX });
  private readonly absent = new QuickLRU<string, CachedKey>({ maxSize: ABSENT_CACHED_MAX });
  private readonly lookups = new Map<string, Promise<CachedKey>>();

  constructor(
    private readonly keys: KeyTable,
    private readonly pepper: Pepper,
    private readonly clock: Clock,
    private readonly limits: KeyLimits,
    private readonly changes: Pick<AccountChanges, 'isCurrent' | 'isMissedBy'>,
  ) {}

  /**
   * @param address where the request came from.
   * @returns the caller at once when the key was looked up lately, which is nearly always; else a promise.
   * @throws ApiError api_key_invalid, api_key_revoked, account_suspended, live_mode_not_enabled; rate_limited; Error of the database when
   *   the key cannot be looked up now.
   */
  authenticate(key: string, address: string): Caller | Promise<Caller> {
    const parts = parseApiKey(key);
    if (parts === undefined) throw unauthenticated('api_key_invalid');
    const cached = this.cache.get(parts.keyId) ?? this.absent.get(parts.keyId);
    if (cached !== undefined && this.changes.isCurrent(cached.readAtMs, cached.grant?.accountId)) return this.check(cached, parts);
    // A key that is known is looked up again even when other requests from the same address were refused.
    if (cached?.grant === undefined) this.limits.admitLookUp(address);
    return this.lookUp(parts.keyId).then((read) => this.check(read, parts));
  }

  private check(key: CachedKey, presented: ApiKeyParts): Caller {
    const { grant, caller } = key;
    if (grant === undefined || caller === undefined || !this.isGenuine(key, grant, presented)) throw unauthenticated('api_key_invalid');
    if (grant.status === 'revoked') throw revoked(grant);
    if (this.hasExpired(grant)) throw revoked(grant, 'The API key has expired.');
    if (grant.isSuspended) throw new ApiError('account_suspended');
    if (grant.livemode && !grant.isLiveEnabled) throw new ApiError('live_mode_not_enabled');
    return caller;
  }

  /** Its end counts from the moment on, and not from the event that records it. */
  private hasExpired({ status, expiresAtMs }: ApiKeyGrant): boolean {
    return status === 'expired' || (expiresAtMs !== null && expiresAtMs <= this.clock.nowMs());
  }

  /** The digest covers the secret only: kind and mode in the text must be those of the row, or the text was edited. */
  private isGenuine(key: CachedKey, grant: ApiKeyGrant, presented: ApiKeyParts): boolean {
    if (grant.kind !== presented.kind || grant.livemode !== presented.livemode) return false;
    const secret = hash('sha256', presented.secret, 'buffer');
    if (key.verified !== undefined && timingSafeEqual(key.verified, secret)) return true;
    // A secret that was verified before is accepted above: guessing must not lock out the owner of the key.
    this.limits.admitSecret(presented.keyId);
    const isRight = key.verified === undefined && this.pepper.matches(presented.secret, grant.digest, grant.pepperVersion);
    if (!isRight) this.limits.countWrongSecret(presented.keyId);
    else {
      key.verified = secret;
      if (grant.pepperVersion !== this.pepper.currentVersion) this.renewDigest(grant, presented.secret);
    }
    return isRight;
  }

  /** Now that the secret is known again; so an old pepper can be taken away one day. What fails is done at the next look-up. */
  private renewDigest(grant: ApiKeyGrant, secret: string): void {
    const pepperVersion = this.pepper.currentVersion;
    const digest = this.pepper.digest(secret, pepperVersion);
    if (digest !== undefined) this.keys.renewDigest(grant, { digest, pepperVersion }).catch(() => undefined);
  }

  /** One look-up for each key at a time, however many requests wait for it. */
  private lookUp(keyId: string): Promise<CachedKey> {
    const running = this.lookups.get(keyId);
    if (running !== undefined) return running;
    const lookup = this.read(keyId).finally(() => this.lookups.delete(keyId));
    this.lookups.set(keyId, lookup);
    return lookup;
  }

  private async read(keyId: string): Promise<CachedKey> {
    // The age counts from before the question: an answer may be as old as that.
    const readAtMs = this.clock.monotonicMs();
    const grant = await this.keys.find(keyId);
    if (this.changes.isMissedBy(readAtMs, grant?.accountId)) return this.read(keyId);
    const caller = grant && callerOf(grant);
    const before = this.cache.get(keyId);
    const isSame = grant !== undefined && before?.grant?.pepperVersion === grant.pepperVersion && before.grant.digest.equals(grant.digest);
    const read: CachedKey = { grant, caller, readAtMs, verified: isSame ? before.verified : undefined };
    if (grant === undefined) {
      this.cache.delete(keyId);
      this.absent.set(keyId, read);
    } else this.cache.set(keyId, read);
    return read;
  }
}

function callerOf(grant: ApiKeyGrant): Caller {
  const { accountId, livemode, id: keyId, kind, scopes, allowedAddresses, expiresAtMs, rules } = grant;
  const addresses = allowedAddresses.length === 0 ? null : new AddressList(allowedAddresses);
  return { accountId, livemode, keyId, kind, scopes, addresses, rules, ...(expiresAtMs !== null && { expiresAtMs }) };
}

function revoked(grant: ApiKeyGrant, message?: string): ApiError {
  const command = newKeyCommand(grant, grant.kind === 'restricted' ? grant.scopes : []);
  const maker = grant.kind === 'publishable' ? 'POST /v1/api_keys with "kind": "publishable"' : command;
  return unauthenticated('api_key_revoked', {
    ...(message !== undefined && { message }),
    hint: `Make a new key with ${maker}, and use it wherever this one was.`,
  });
}

function unauthenticated(code: 'api_key_invalid' | 'api_key_revoked', details: { message?: string; hint?: string } = {}): ApiError {
  return new ApiError(code, details, { 'www-authenticate': 'Bearer error="invalid_token"' });
}
