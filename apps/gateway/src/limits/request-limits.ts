import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error';
import type { ConcurrencyLimiter } from './concurrency-limiter';
import type { RateLimiter, RateVerdict } from './rate-limiter';

/** Requests a second (spec/api.md 2.5). */
export interface Rates {
  liveWrites: number;
  liveReads: number;
  testWrites: number;
  testReads: number;
  /** Refused requests of one address: wrong keys, unknown routes. */
  refusals: number;
}

/** Applies rate and concurrency limits to requests and tells every caller where it stands. */
export class RequestLimits {
  constructor(
    private readonly isEnabled: boolean,
    private readonly rates: Rates,
    private readonly limiter: RateLimiter,
    private readonly concurrency: ConcurrencyLimiter,
  ) {}

  /**
   * Counts a request of a known caller: reads and writes apart, accounts and modes apart.
   *
   * @throws ApiError rate_limited, concurrency_limited.
   */
  admit(request: FastifyRequest, reply: FastifyReply, isWrite: boolean): void {
    if (!this.isEnabled || request.caller === null) return;
    const { accountId, livemode } = request.caller;
    const slot = `${accountId}:${livemode ? 'live' : 'test'}`;
    const kind = isWrite ? 'writes' : 'reads';
    const verdict = this.limiter.take(`${slot}:${kind}`, this.rateOf(livemode, isWrite));
    writeHeaders(reply, verdict);
    if (!verdict.isAllowed) throw refuse('rate_limited', `${livemode ? 'live' : 'test'}_${kind}`);
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

  private rateOf(livemode: boolean, isWrite: boolean): number {
    if (livemode) return isWrite ? this.rates.liveWrites : this.rates.liveReads;
    return isWrite ? this.rates.testWrites : this.rates.testReads;
  }
}

function writeHeaders(reply: FastifyReply, verdict: RateVerdict): void {
  reply
    .header('ratelimit-limit', verdict.limit)
    .header('ratelimit-remaining', verdict.remaining)
    .header('ratelimit-reset', verdict.resetSeconds);
}

/** One second is when the next request of a drained bucket passes, whatever the rate. */
function refuse(code: 'rate_limited' | 'concurrency_limited', reason: string): ApiError {
  return new ApiError(code, { reason }, { 'retry-after': '1', 'ratelimit-reason': reason });
}
