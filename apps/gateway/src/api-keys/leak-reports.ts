import { Inject, Injectable } from '@nestjs/common';
import { Clock, Random, systemCommand } from '#contracts';
import { LOGGER, type Logger } from '#service';
import { Accounts } from '../accounts/accounts';
import { ApiKeyGrants, type ApiKeyGrant } from '../accounts/secrets/key-grants.table';
import { parseApiKey } from '../auth/api-key-format';
import { Pepper } from '../auth/pepper';
import { GatewayConfig } from '../config';
import { RateLimiter } from '../limits/rate-limiter';
import { refuse } from '../limits/reached-limit';
import { LeakedOAuthTexts, LEAK_REPORTER } from '../oauth/leaked-oauth-texts';

const PER_MINUTE = 10;
const MINUTE_S = 60;

/**
 * Ends keys, tokens and client secrets whose text somebody has found. Whoever holds the text may end it: that does no more harm than the
 * text itself.
 */
@Injectable()
export class LeakReports {
  private readonly limiter: RateLimiter;

  constructor(
    private readonly grants: ApiKeyGrants,
    private readonly accounts: Accounts,
    private readonly oauthTexts: LeakedOAuthTexts,
    private readonly pepper: Pepper,
    private readonly config: GatewayConfig,
    private readonly clock: Clock,
    private readonly random: Random,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.limiter = new RateLimiter(clock);
  }

  /** @throws ApiError rate_limited: ten reports of an address a minute. */
  admit(address: string): void {
    const verdict = this.limiter.take(address, PER_MINUTE / MINUTE_S, PER_MINUTE);
    if (!this.config.rateLimitEnabled || verdict.isAllowed) return;
    throw refuse('rate_limited', 'leak_reports', {
      seconds: MINUTE_S / PER_MINUTE,
      limit: `${PER_MINUTE} reports of one address a minute`,
    });
  }

  /**
   * Revokes the key of this text, once, or notes the report where the account decides about it (`settings.on_leak`); does nothing for
   * any other text, nor for a publishable key: it stands in pages, and every visitor could end what their merchant is paid with.
   *
   * A token or client secret always ends: another one is had at once.
   *
   * @returns whether it is a text of ours that is a secret. @throws WriterUnavailableError; Error of the database.
   */
  async report(text: string): Promise<boolean> {
    const parts = parseApiKey(text);
    if (parts === undefined) return this.oauthTexts.report(text);
    const grant = await this.grants.find(parts.keyId);
    // By the row, not by the text: who has that of a publishable key can write another kind before it.
    if (grant === undefined || grant.kind === 'publishable') return false;
    if (!this.pepper.matches(parts.secret, grant.digest, grant.pepperVersion)) return false;
    const { id: streamId, accountId, livemode } = grant;
    const about = { ...orderFor(grant), streamId, accountId, livemode };
    const { refusal } = await this.accounts.decide(
      systemCommand({ ...about, commandId: this.random.uuid(), actorId: LEAK_REPORTER, nowMs: this.clock.nowMs() }),
    );
    this.logger.warn({ keyId: streamId, accountId, refusal: refusal?.code }, 'an API key was reported as leaked');
    return true;
  }
}

/** Everything may be done with a live secret key: it never goes on. */
function orderFor({ kind, livemode, rules }: Pick<ApiKeyGrant, 'kind' | 'livemode' | 'rules'>): { type: string; payload: object } {
  const isEnded = rules.onLeak !== 'notify' || (kind === 'secret' && livemode);
  return isEnded ? { type: 'api_keys.revoke', payload: { reason: 'leaked' } } : { type: 'api_keys.note_leak', payload: {} };
}
