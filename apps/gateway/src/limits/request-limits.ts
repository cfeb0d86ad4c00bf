import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#contracts';
import type { KeyLimits } from '../auth/authenticator';
import { ApiError } from '../http/api-error';
import type { ConcurrencyLimiter } from './concurrency-limiter';
import { RateLimiter } from './rate-limiter';
import type { RateVerdict } from './rate-limiter';

/** Requests a second (spec/api.md 2.5). */
export interface Rates {
  liveWrites: number;
  liveReads: number;
  testWrites: number;
  testReads: number;
  /** Searches of one account and mode. */
  searches: number;
  /** Refused requests of one address: wrong keys, unknown routes. */
  refusals: number;
  /** Requests of one address to routes that take no key. */
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

/** Some writes are also counted by the minute (spec/webhooks.md 9): pings of one endpoint, resends of an account and mode. */
const PER_MINUTE = { pings: 10, resends: 100 } as const;

/** Of one key, from all addresses together. */
const WRONG_SECRETS_PER_SECOND = 5;

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** Applies rate and concurrency limits to requests and tells every caller where it stands. */
export class RequestLimits implements KeyLimits {
  private readonly limiter: RateLimiter;
  /** Apart, so that whoever names many objects cannot make us forget the accounts. */
  private readonly objects: RateLimiter;

  constructor(
    private readonly isEnabled: boolean,
    private readonly rates: Rates,
    private readonly concurrency: ConcurrencyLimiter,
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
  admit(request: FastifyRequest, reply: FastifyReply, kind: CountedAs): void {
    if (!this.isEnabled || request.caller === null) return;
    const { accountId, livemode } = request.caller;
    const mode = livemode ? 'live' : 'test';
    const slot = `${accountId}:${mode}`;
    const counted = RATE_OF[kind];
    const verdict = this.limiter.take(`${slot}:${counted}`, this.rateOf(livemode, counted));
    writeHeaders(reply, verdict);
    if (!verdict.isAllowed) throw refuse('rate_limited', `${mode}_${counted}`);
    this.admitFurther(request, slot, kind);
    if (!this.concurrency.enter(slot)) throw refuse('concurrency_limited', 'concurrency');
    request.slot = slot;
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
      if (!verdict.isAllowed) throw refuse('rate_limited', 'refused_requests');
    }
    throw error;
  }

  admitLookUp(address: string): void {
    if (this.isEnabled && this.limiter.isDrained(`refused:${address}`, this.rates.refusals))
      throw refuse('rate_limited', 'refused_requests');
  }

  admitSecret(keyId: string): void {
    if (this.isEnabled && this.objects.isDrained(`secret:${keyId}`, WRONG_SECRETS_PER_SECOND))
      throw refuse('rate_limited', 'wrong_secrets');
  }

  countWrongSecret(keyId: string): void {
    if (this.isEnabled) this.objects.take(`secret:${keyId}`, WRONG_SECRETS_PER_SECOND);
  }

  /** Counts a request of a route that takes no key, against its address. @throws ApiError rate_limited. */
  admitOpen({ ip }: FastifyRequest): void {
    if (!this.isEnabled) return;
    if (!this.limiter.take(`open:${ip}`, this.rates.openRequests).isAllowed) throw refuse('rate_limited', 'open_requests');
  }

  /**
   * Before a webhook is judged: an address whose webhooks were refused too often has to wait. Genuine ones are never
   * counted, however many come. Apart from wrong keys: these may come from the same proxy.
   *
   * @throws ApiError rate_limited.
   */
  admitWebhook({ ip }: FastifyRequest): void {
    if (this.isEnabled && this.limiter.isDrained(`webhooks:${ip}`, this.rates.refusals)) throw refuse('rate_limited', 'refused_webhooks');
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
    if (!verdict.isAllowed) throw refuse('rate_limited', kind, MINUTE_SECONDS / perMinute);
  }

  private admitVerification(slot: string): void {
    const perMinute = this.rates.verificationsPerMinute;
    const verdict = this.limiter.take(`${slot}:verifications`, perMinute / MINUTE_SECONDS, perMinute);
    if (!verdict.isAllowed) throw refuse('rate_limited', 'kyc_verifications', MINUTE_SECONDS / perMinute);
  }

  private admitUpdate({ params }: FastifyRequest, accountId: string): void {
    const { id } = params as { id?: string };
    if (id === undefined) return;
    const perHour = this.rates.objectUpdatesPerHour;
    const verdict = this.objects.take(`${accountId}:${id.slice(0, 64)}`, perHour / HOUR_SECONDS, perHour);
    if (!verdict.isAllowed) throw refuse('rate_limited', 'object_updates', HOUR_SECONDS / perHour);
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

/** A request that is one too many. @param seconds after which the next request of a drained bucket passes: within one, at a rate a second. */
export function refuse(code: 'rate_limited' | 'concurrency_limited', reason: string, seconds = 1): ApiError {
  return new ApiError(code, { reason }, { 'retry-after': String(Math.ceil(seconds)), 'ratelimit-reason': reason });
}
