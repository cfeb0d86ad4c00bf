import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { WakeableLoop } from '#loops';
import type { Logger } from '#service';
import { allowedOf, sharesOf, type Demand, type Share } from './shares';

/** How often processes say what they see. */
export const EXCHANGE_EVERY_MS = 500;
/** The same while they see nothing: the others hear that they are there. */
const QUIET_MS = 1_000;
const SECOND_MS = 1_000;
/** Of a limit: demand below it is not reported to the other processes. */
const REPORTED_FROM = 0.1;

/** Where processes say what they see, and read it of each other. */
export interface DemandBoard {
  /** Writes one's own, and reads those of the others that were written in the last three seconds. */
  exchange(own: readonly Demand[]): Promise<Demand[]>;
}

interface Seen {
  wanted: number;
  limit: number;
}

/**
 * Which part of each limit is this process's. No request waits for it: counts go out twice a second, in one statement, and the shares
 * of the last answer hold until the next. While the database is away they stay as they are.
 */
export class RateShares implements OnApplicationBootstrap, OnApplicationShutdown {
  private seen = new Map<string, Seen>();
  private reported: readonly string[] = [];
  private shares: ReadonlyMap<string, Share> = new Map();
  private isAway = false;
  private readonly loop: WakeableLoop;

  /** @param board null for a process that is alone: every limit is its own. */
  constructor(
    private readonly processId: string,
    private readonly board: DemandBoard | null,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    const onError = (error: unknown): void => this.boardIsAway(error);
    this.loop = new WakeableLoop({ run: () => this.exchange(), everyMs: () => this.everyMs, onError, unref: true });
  }

  onApplicationBootstrap(): void {
    if (this.board !== null) this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Counts a request, whether or not it will be let in. @returns how much of the limit is ours, above 0 and at most 1. */
  count(key: string, ratePerSecond: number): number {
    if (this.board === null) return 1;
    this.seenOf(key, ratePerSecond).wanted += SECOND_MS / EXCHANGE_EVERY_MS;
    return this.allowed(key, ratePerSecond);
  }

  /** A request asks for a place among those under way. @param wanted places with it. @returns how much of the limit is ours. */
  countPlaces(key: string, limit: number, wanted: number): number {
    if (this.board === null) return 1;
    const seen = this.seenOf(key, limit);
    seen.wanted = Math.max(seen.wanted, wanted);
    return this.allowed(key, limit);
  }

  /** It found none. Counted up to the limit: this process gets a larger part, and the others keep theirs. */
  countMissedPlace(key: string): void {
    const seen = this.seen.get(key);
    if (seen !== undefined) seen.wanted = Math.min(seen.wanted + 1, seen.limit);
  }

  /** Says what was seen since the last time. Called twice a second. */
  async exchange(): Promise<void> {
    if (this.board === null) return;
    const seen = this.seen;
    this.seen = new Map();
    const busy = [...seen].filter(([, { wanted, limit }]) => wanted > REPORTED_FROM * limit).map(([key]) => key);
    // What was busy the last time is said once more: else the others would believe it until it is too old.
    const keys = new Set([...busy, ...this.reported]);
    const demands = [...keys].map((key) => ({ processId: this.processId, key, wanted: seen.get(key)?.wanted ?? 0 }));
    const own = [...demands, this.presence()];
    const others = await this.board.exchange(own);
    this.reported = busy;
    this.shares = sharesOf(this.processId, [...own, ...others]);
    this.isAway = false;
  }

  private get everyMs(): number {
    return this.seen.size === 0 && this.reported.length === 0 ? QUIET_MS : EXCHANGE_EVERY_MS;
  }

  private seenOf(key: string, limit: number): Seen {
    const known = this.seen.get(key);
    if (known !== undefined) return known;
    if (this.seen.size === 0) this.loop.wakeWithin(EXCHANGE_EVERY_MS);
    const seen = { wanted: 0, limit };
    this.seen.set(key, seen);
    return seen;
  }

  private allowed(key: string, limit: number): number {
    const share = this.shares.get(key);
    return share === undefined ? 1 : allowedOf(share, limit);
  }

  private presence(): Demand {
    return { processId: this.processId, key: '', wanted: 0 };
  }

  private boardIsAway(error: unknown): void {
    if (!this.isAway) this.logger.warn({ error: String(error) }, 'limits are not shared with other gateways now; the last shares hold');
    this.isAway = true;
  }
}
