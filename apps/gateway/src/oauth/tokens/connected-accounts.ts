import QuickLRU from 'quick-lru';
import { NO_RULES, type Clock } from '#contracts';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import type { AccountChanges } from '../../auth/account-changes';
import type { Caller } from '../../auth/authenticator';
import { refusalFor, type Scope } from '../../auth/scopes';
import { ApiError } from '../../http/api-error';
import { connectionsOfPlatform, type PlatformConnection } from './platform-connections.table';
import { scopesOfBoth } from './token-grants.table';

/** Pairs of platform and account that are remembered; twice that at most. */
const CACHED_MAX = 10_000;
const ACCOUNT_ID = /^acct_[0-9A-Za-z]{24}$/;

/** Lets a platform act for accounts that are connected to its apps, with a key of its own and the header `Hundi-Account`. */
export class ConnectedAccounts {
  private readonly cache = new QuickLRU<string, { found: readonly PlatformConnection[]; readAtMs: number }>({ maxSize: CACHED_MAX });

  constructor(
    private readonly ask: AskRows,
    private readonly clock: Clock,
    private readonly changes: Pick<AccountChanges, 'isCurrent'>,
  ) {}

  /**
   * @param accountId what the header says. @param needed the scope of the route: it chooses among several apps of the platform.
   * @returns the caller, who acts for that account with what both the key and the connection allow.
   * @throws ApiError account_not_connected, the same for an account that is unknown, not connected, or of the other mode.
   */
  async actingFor(caller: Caller, accountId: string, needed: Scope | null): Promise<Caller> {
    if (accountId === caller.accountId) return caller;
    const mayAct = caller.app === undefined && caller.kind !== 'publishable' && ACCOUNT_ID.test(accountId);
    const found = mayAct ? await this.find(caller, accountId) : [];
    const chosen = found.find(({ scopes }) => refusalFor('restricted', scopes, needed) === null) ?? found[0];
    if (chosen === undefined) throw new ApiError('account_not_connected');
    const scopes = caller.kind === 'secret' ? chosen.scopes : scopesOfBoth(caller.scopes, chosen.scopes);
    const app = { id: chosen.appId, connectionId: chosen.id, ownerId: caller.accountId };
    return { ...caller, accountId, kind: 'restricted', scopes, app, rules: chosen.rules ?? NO_RULES };
  }

  /** Believed for as long as a key is. */
  private async find({ accountId: platformId, livemode }: Caller, accountId: string): Promise<readonly PlatformConnection[]> {
    const key = `${platformId} ${accountId} ${livemode}`;
    const cached = this.cache.get(key);
    if (cached !== undefined && this.changes.isCurrent(cached.readAtMs, accountId, platformId)) return cached.found;
    const readAtMs = this.clock.monotonicMs();
    const found = await connectionsOfPlatform(this.ask, { platformId, accountId, livemode });
    this.cache.set(key, { found, readAtMs });
    return found;
  }
}
