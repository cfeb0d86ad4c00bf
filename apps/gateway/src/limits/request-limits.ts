import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#contracts';
import type { ActingApp, KeyLimits } from '../auth/authenticator';
import type { ApiError } from '../http/api-error';
import type { ConcurrencyLimiter } from './concurrency-limiter';
import { BURST_FACTOR, RateLimiter } from './rate-limiter';
import type { RateShares } from './rate-shares';
import type { RateVerdict } from './rate-limiter';
import { bySecond, refuse } from './reached-limit';

/** Requests a second (docs/reference/api-conventions.md, Limits). */
export interface Rates {
  liveWrites: number;
  liveReads: number;
  testWrites: number;
  testReads: number;
  /** Searches of one account and mode. */
  searches: number;
  /** Refused requests of one address: wrong keys, unknown routes. */
  refusals: number;
  /** Requests of one address without a key, or with a publishable one. */
  openRequests: number;
  /** Changes of one object an hour. */
  objectUpdatesPerHour: number;
  /** New verifications of one account and mode a minute: numbers can be guessed by trying. */
  verificationsPerMinute: number;
}

/** What a request is counted as. */
export type CountedAs = 'reads' | 'writes' | 'searches' | 'pings' | 'resends' | 'verifications';

/** The rate under which each is counted first. */
const RATE_OF = {
  reads: 'reads',
  writes: 'writes',
  searches: 'searches',
  pings: 'writes',
  resends: 'writes',
  verifications: 'writes',
} as const;

/** Some writes are also counted by the minute (docs/reference/webhooks.md): pings of one endpoint, resends of an account and mode. */
const PER_MINUTE = { pings: 10, resends: 100 } as const;

/** Requests a second of one person, in all accounts and both modes. */
const USER_RATES = { reads: 30, writes: 10 } as const;

/** Of one key, from all addresses together. */
const WRONG_SECRETS_PER_SECOND = 5;

/** Of the requests under way, those that complete no payment and give nothing back may be so many: the others find a place then. */
const NOT_CRITICAL = 0.8;

/** Of the apps of one account, for all accounts that are connected to them. */
const PLATFORM_WRITES = 50;

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** How a request counts. */
export interface Counted {
  countedAs: CountedAs;
  /** It completes a payment, gives money back, or ends a key. */
  isCritical?: boolean;
}

/** Applies rate and concurrency limits to requests and tells every caller where it stands. */
export class RequestLimits implements KeyLimits {
  private readonly limiter: RateLimiter;
  /** Apart, so that requests with many object ids cannot evict the accounts. */
  private readonly objects: RateLimiter;

  constructor(
    private readonly isEnabled: boolean,
    private readonly rates: Rates,
    private readonly concurrency: ConcurrencyLimiter,
    private readonly shares: Pick<RateShares, 'count' | 'countPlaces' | 'countMissedPlace'>,
    clock: Clock,
  ) {
    this.limiter = new RateLimiter(clock);
    this.objects = new RateLimiter(clock);
  }

  /**
   * Counts a request of a known caller: reads, writes and searches apart, accounts and modes apart; and changes of one
   * object.
   *
   * @throws ApiError rate_limited, concurrency_limited.
   */
  admit(request: FastifyRequest, reply: FastifyReply, { countedAs: kind, isCritical = false }: Counted): void {
    if (!this.isEnabled || request.caller === null) return;
    const { accountId, livemode, user } = request.caller;
    if (user !== undefined) return this.admitUser(user.id, reply, kind);
    const mode = livemode ? 'live' : 'test';
    const slot = `${accountId}:${mode}`;
    const counted = RATE_OF[kind];
    const rate = this.rateOf(livemode, counted);
    const key = `${slot}:${counted}`;
    const verdict = this.limiter.take(key, rate, rate * BURST_FACTOR, this.shares.count(key, rate));
    writeHeaders(reply, verdict);
    if (!verdict.isAllowed) throw refuse('rate_limited', `${mode}_${counted}`, { limit: bySecond(`${counted} in ${mode} mode`, rate) });
    this.admitFurther(request, slot, kind);
    this.takePlace(slot, mode, isCritical);
    request.slot = slot;
  }

  /** @throws ApiError concurrency_limited. */
  private takePlace(slot: string, mode: string, isCritical: boolean): void {
    const { concurrency, shares } = this;
    const key = `${slot}:places`;
    const allowed = shares.countPlaces(key, concurrency.limit, concurrency.countOf(slot) + 1);
    if (concurrency.enter(slot, isCritical ? allowed : allowed * NOT_CRITICAL)) return;
    shares.countMissedPlace(key);
    throw refuse('concurrency_limited', 'concurrency', { limit: `${concurrency.limit} under way in ${mode} mode` });
  }

  /** People have limits of their own, so that an open page takes nothing from the account. */
  private admitUser(userId: string, reply: FastifyReply, kind: CountedAs): void {
    const counted = RATE_OF[kind] === 'writes' ? 'writes' : 'reads';
    const rate = USER_RATES[counted];
    const key = `${userId}:${counted}`;
    const verdict = this.limiter.take(key, rate, rate * BURST_FACTOR, this.shares.count(key, rate));
    writeHeaders(reply, verdict);
    if (!verdict.isAllowed) throw refuse('rate_limited', `user_${counted}`, { limit: bySecond(`${counted} of one person`, rate) });
  }

  /** Counts a change by an app for another account than its owner's: a platform has a rate over all of them. @throws ApiError rate_limited. */
  admitPlatform({ ownerId, connectionId }: ActingApp): void {
    if (!this.isEnabled || connectionId === null) return;
    const key = `platform:${ownerId}`;
    const share = this.shares.count(key, PLATFORM_WRITES);
    if (this.limiter.take(key, PLATFORM_WRITES, PLATFORM_WRITES * BURST_FACTOR, share).isAllowed) return;
    throw refuse('rate_limited', 'platform_writes', { limit: bySecond('writes of one platform for all accounts', PLATFORM_WRITES) });
  }

  /** Gives back what `admit` took. Safe to call for any request, any number of times. */
  leave(request: FastifyRequest): void {
    if (request.slot === null) return;
    this.concurrency.leave(request.slot);
    request.slot = null;
  }

  /**
   * Counts a request that is about to be refused before its caller is known, against its address: this is what slows
   * down guessing keys and scanning routes.
   *
   * @throws the given error, or ApiError rate_limited in its place.
   */
  countRefusal(request: FastifyRequest, reply: FastifyReply, error: unknown): never {
    if (this.isEnabled) {
      const verdict = this.limiter.take(`refused:${request.ip}`, this.rates.refusals);
      writeHeaders(reply, verdict);
      if (!verdict.isAllowed) throw this.refusedTooOften();
    }
    throw error;
  }

  admitLookUp(address: string): void {
    if (this.isEnabled && this.limiter.isDrained(`refused:${address}`, this.rates.refusals)) throw this.refusedTooOften();
  }

  admitSecret(keyId: string): void {
    if (this.isEnabled && this.objects.isDrained(`secret:${keyId}`, WRONG_SECRETS_PER_SECOND))
      throw refuse('rate_limited', 'wrong_secrets', { limit: bySecond('wrong secrets of one key', WRONG_SECRETS_PER_SECOND) });
  }

  countWrongSecret(keyId: string): void {
    if (this.isEnabled) this.objects.take(`secret:${keyId}`, WRONG_SECRETS_PER_SECOND);
  }

  /** Counts a request without a key, or with a publishable one, against its address. @param reply for its headers. @throws ApiError rate_limited. */
  admitOpen({ ip }: FastifyRequest, reply?: FastifyReply): void {
    if (!this.isEnabled) return;
    const { openRequests: rate } = this.rates;
    const verdict = this.limiter.take(`open:${ip}`, rate);
    if (reply !== undefined) writeHeaders(reply, verdict);
    if (verdict.isAllowed) return;
    throw refuse('rate_limited', 'open_requests', { limit: bySecond('requests without a secret key from one address', rate) });
  }

  /**
   * Before a webhook is judged: an address whose webhooks were refused too often has to wait. Genuine ones are never
   * counted, however many come. Apart from wrong keys: these may come from the same proxy.
   *
   * @throws ApiError rate_limited.
   */
  admitWebhook({ ip }: FastifyRequest): void {
    const { refusals: rate } = this.rates;
    if (!this.isEnabled || !this.limiter.isDrained(`webhooks:${ip}`, rate)) return;
    throw refuse('rate_limited', 'refused_webhooks', { limit: bySecond('refused webhooks from one address', rate) });
  }

  /** Counts a webhook that was refused, against its address. */
  countRefusedWebhook({ ip }: FastifyRequest): void {
    if (this.isEnabled) this.limiter.take(`webhooks:${ip}`, this.rates.refusals);
  }

  /** What is counted beside the rate of the account. */
  private admitFurther(request: FastifyRequest, slot: string, kind: CountedAs): void {
    if (kind === 'writes') this.admitUpdate(request, slot.split(':', 1)[0] ?? slot);
    if (kind === 'pings' || kind === 'resends') this.admitByMinute(request, slot, kind);
    if (kind === 'verifications') this.admitVerification(slot);
  }

  private admitByMinute({ params }: FastifyRequest, slot: string, kind: keyof typeof PER_MINUTE): void {
    const { id = '' } = params as { id?: string };
    const perMinute = PER_MINUTE[kind];
    const key = kind === 'pings' ? `${slot}:pings:${id.slice(0, 64)}` : `${slot}:resends`;
    const verdict = this.objects.take(key, perMinute / MINUTE_SECONDS, perMinute);
    if (verdict.isAllowed) return;
    const limit = kind === 'pings' ? `${perMinute} pings of one endpoint a minute` : `${perMinute} resends a minute`;
    throw refuse('rate_limited', kind, { seconds: MINUTE_SECONDS / perMinute, limit });
  }

  private admitVerification(slot: string): void {
    const perMinute = this.rates.verificationsPerMinute;
    const verdict = this.limiter.take(`${slot}:verifications`, perMinute / MINUTE_SECONDS, perMinute);
    if (verdict.isAllowed) return;
    const limit = `${perMinute} new verifications a minute`;
    throw refuse('rate_limited', 'kyc_verifications', { seconds: MINUTE_SECONDS / perMinute, limit });
  }

  private admitUpdate({ params }: FastifyRequest, accountId: string): void {
    const { id } = params as { id?: string };
    if (id === undefined) return;
    const perHour = this.rates.objectUpdatesPerHour;
    const verdict = this.objects.take(`${accountId}:${id.slice(0, 64)}`, perHour / HOUR_SECONDS, perHour);
    if (verdict.isAllowed) return;
    const limit = `${perHour} changes of one object an hour`;
    throw refuse('rate_limited', 'object_updates', { seconds: HOUR_SECONDS / perHour, limit });
  }

  private refusedTooOften(): ApiError {
    return refuse('rate_limited', 'refused_requests', { limit: bySecond('refused requests from one address', this.rates.refusals) });
  }

  private rateOf(livemode: boolean, kind: 'reads' | 'writes' | 'searches'): number {
    if (kind === 'searches') return this.rates.searches;
    if (livemode) return kind === 'writes' ? this.rates.liveWrites : this.rates.liveReads;
    return kind === 'writes' ? this.rates.testWrites : this.rates.testReads;
  }
}

function writeHeaders(reply: FastifyReply, verdict: RateVerdict): void {
  reply
    .header('ratelimit-limit', verdict.limit)
    .header('ratelimit-remaining', verdict.remaining)
    .header('ratelimit-reset', verdict.resetSeconds);
}
