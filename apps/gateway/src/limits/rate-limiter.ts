import QuickLRU from 'quick-lru';
import type { Clock } from '#contracts';

/** The limiter's result for one request; the numbers of the RateLimit headers. */
export interface RateVerdict {
  isAllowed: boolean;
  /** Requests that a full bucket lets through at once. */
  limit: number;
  /** Requests left right now. */
  remaining: number;
  /** Whole seconds until all of the burst is there again. */
  resetSeconds: number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** How many buckets are remembered; twice that at most. A forgotten bucket starts full, to the caller's favor. */
const BUCKETS_MAX = 50_000;
/** The burst (docs/reference/api-conventions.md, Limits): a full bucket holds two seconds of the rate. */
export const BURST_FACTOR = 2;

/**
 * Token buckets in memory: `rate` requests a second go on for ever, and a full bucket lets twice as many through in
 * one second. Each gateway process counts for itself, what is its share of it (RateShares).
 */
export class RateLimiter {
  private readonly buckets = new QuickLRU<string, Bucket>({ maxSize: BUCKETS_MAX });

  constructor(private readonly clock: Clock) {}

  /**
   * @param ratePerSecond requests a second that this key may make in the long run.
   * @param capacity requests that a full bucket lets through at once.
   * @param share which part of both is this process's; the numbers of the verdict are those of all processes together.
   */
  take(key: string, ratePerSecond: number, capacity: number = ratePerSecond * BURST_FACTOR, share = 1): RateVerdict {
    const bucket = this.filled(key, ratePerSecond * share, Math.max(1, capacity * share));
    const isAllowed = bucket.tokens >= 1;
    if (isAllowed) bucket.tokens -= 1;
    return {
      isAllowed,
      limit: capacity,
      remaining: Math.min(capacity, Math.floor(bucket.tokens / share)),
      resetSeconds: Math.max(0, Math.ceil((capacity - bucket.tokens / share) / ratePerSecond)),
    };
  }

  /** Whether the next `take` would be refused. Takes nothing. */
  isDrained(key: string, ratePerSecond: number, capacity: number = ratePerSecond * BURST_FACTOR): boolean {
    return this.buckets.has(key) && this.filled(key, ratePerSecond, capacity).tokens < 1;
  }

  private filled(key: string, ratePerSecond: number, capacity: number): Bucket {
    const nowMs = this.clock.monotonicMs();
    const bucket = this.buckets.get(key) ?? this.open(key, capacity, nowMs);
    const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs);
    bucket.tokens = Math.min(capacity, bucket.tokens + (elapsedMs * ratePerSecond) / 1000);
    bucket.filledAtMs = nowMs;
    return bucket;
  }

  private open(key: string, capacity: number, nowMs: number): Bucket {
    const bucket = { tokens: capacity, filledAtMs: nowMs };
    this.buckets.set(key, bucket);
    return bucket;
  }
}
