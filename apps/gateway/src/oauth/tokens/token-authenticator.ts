import { hash } from 'node:crypto';
import QuickLRU from 'quick-lru';
import type { Clock } from '#contracts';
import { AddressList } from '../../auth/address-list';
import type { AccountChanges } from '../../auth/account-changes';
import type { Caller, KeyLimits } from '../../auth/authenticator';
import { parseSecretText } from '../../auth/secret-text';
import { ApiError } from '../../http/api-error';
import type { TokenGrant, TokenGrants } from './token-grants.table';

/** Tokens that are there; the cache holds up to twice as many. */
const TOKENS_CACHED_MAX = 10_000;
/** How the text of an access token begins. */
export const ACCESS_TOKEN_PREFIX = 'at';

interface CachedToken {
  grant: TokenGrant | undefined;
  /** Made once per look-up. */
  addresses: AddressList | null;
  readAtMs: number;
}

/** Turns the text of an access token into the caller behind it, which is believed for as long as a key is. */
export class TokenAuthenticator {
  /** By a digest of the text: no token stays in memory. */
  private readonly cache = new QuickLRU<string, CachedToken>({ maxSize: TOKENS_CACHED_MAX });
  private readonly lookups = new Map<string, Promise<CachedToken>>();

  constructor(
    private readonly tokens: Pick<TokenGrants, 'find'>,
    private readonly clock: Clock,
    private readonly limits: Pick<KeyLimits, 'admitLookUp'>,
    private readonly changes: Pick<AccountChanges, 'isCurrent' | 'isMissedBy'>,
  ) {}

  /**
   * @param address where the request came from.
   * @throws ApiError token_invalid, token_expired, account_suspended, live_mode_not_enabled; rate_limited; Error of the database.
   */
  async authenticate(text: string, address: string): Promise<{ caller: Caller; jkt: string | null }> {
    if (parseSecretText(ACCESS_TOKEN_PREFIX, text) === undefined) throw refusedToken('token_invalid');
    const key = hash('sha256', text, 'base64url');
    const cached = this.cache.get(key);
    if (cached !== undefined && this.changes.isCurrent(cached.readAtMs, ...accountsOf(cached.grant))) return check(cached);
    if (cached?.grant === undefined) this.limits.admitLookUp(address);
    return check(await this.lookUp(key, text));
  }

  /** One look-up for each token at a time, however many requests wait for it. */
  private lookUp(key: string, text: string): Promise<CachedToken> {
    const running = this.lookups.get(key);
    if (running !== undefined) return running;
    const lookup = this.read(key, text).finally(() => this.lookups.delete(key));
    this.lookups.set(key, lookup);
    return lookup;
  }

  private async read(key: string, text: string): Promise<CachedToken> {
    // The age counts from before the question: an answer may be as old as that.
    const readAtMs = this.clock.monotonicMs();
    const grant = await this.tokens.find(text);
    if (this.changes.isMissedBy(readAtMs, ...accountsOf(grant))) return this.read(key, text);
    const addresses = grant?.allowedAddresses.length ? new AddressList(grant.allowedAddresses) : null;
    const read = { grant, addresses, readAtMs };
    this.cache.set(key, read);
    return read;
  }
}

function accountsOf(grant: TokenGrant | undefined): (string | undefined)[] {
  return [grant?.accountId, grant?.ownerId];
}

/** That a token is not taken (RFC 6750, 3). @param scheme that it was sent with. */
export function refusedToken(code: 'token_invalid' | 'token_expired', scheme = 'Bearer', error = 'invalid_token'): ApiError {
  return new ApiError(code, {}, { 'www-authenticate': `${scheme} error="${error}"` });
}

function check({ grant, addresses }: CachedToken): { caller: Caller; jkt: string | null } {
  if (grant === undefined) throw refusedToken('token_invalid');
  if (grant.hasExpired) throw refusedToken('token_expired');
  if (grant.isSuspended) throw new ApiError('account_suspended');
  const { accountId, livemode, appId, scopes, connectionId, ownerId, jkt, rules } = grant;
  if (livemode && !grant.isLiveEnabled) throw new ApiError('live_mode_not_enabled');
  const app = { id: appId, connectionId, ownerId };
  return { caller: { accountId, livemode, keyId: appId, kind: 'restricted', scopes, addresses, app, rules }, jkt };
}
