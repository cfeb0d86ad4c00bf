import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { WakeableLoop } from '#loops';
import type { Logger } from '#service';
import { sharesOf, type Demand } from './shares';

/** How often processes say what they see. */
export const EXCHANGE_EVERY_MS = 500;
/** Of its rate: a limit of which less is seen is nobody's concern but the process's own. */
const REPORTED_FROM = 0.1;

/** Where processes say what they see, and read it of each other. */
export interface DemandBoard {
  /** Writes one's own, and reads those of the others that were written in the last three seconds. */
  exchange(own: readonly Demand[]): Promise<Demand[]>;
}

interface Seen {
  requests: number;
  ratePerSecond: number;
}

/**
 * Which part of each limit is this process's. No request waits for it: counts go out twice a second, in one statement, and the shares
 * of the last answer hold until the next. While the database is away they stay as they are.
 */
export class RateShares implements OnApplicationBootstrap, OnApplicationShutdown {
  private seen = new Map<string, Seen>();
  private reported: readonly string[] = [];
  private shares: ReadonlyMap<string, number> = new Map();
  private isAway = false;
  private readonly loop: WakeableLoop;

  /** @param board null for a process that is alone: every limit is its own. */
  constructor(
    private readonly processId: string,
    private readonly board: DemandBoard | null,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    const onError = (error: unknown): void => this.boardIsAway(error);
    this.loop = new WakeableLoop({ run: () => this.exchange(), everyMs: EXCHANGE_EVERY_MS, onError, unref: true });
  }

  onApplicationBootstrap(): void {
    if (this.board !== null) this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Counts a request, whether or not it will be let in. @returns which part of the limit is ours, above 0 and at most 1. */
  count(key: string, ratePerSecond: number): number {
    if (this.board === null) return 1;
    const seen = this.seen.get(key);
    if (seen === undefined) this.seen.set(key, { requests: 1, ratePerSecond });
    else seen.requests++;
    return this.shares.get(key) ?? 1;
  }

  /** Says what was seen since the last time. Called twice a second. */
  async exchange(): Promise<void> {
    if (this.board === null) return;
    const seen = this.seen;
    this.seen = new Map();
    const busy = [...seen].filter(([, one]) => perSecondOf(one) > REPORTED_FROM * one.ratePerSecond).map(([key]) => key);
    // What was busy the last time is said once more: else the others would believe it until it is too old.
    const keys = new Set([...busy, ...this.reported]);
    const demands = [...keys].map((key) => ({ processId: this.processId, key, perSecond: perSecondOf(seen.get(key)) }));
    const own = [...demands, this.presence()];
    const others = await this.board.exchange(own);
    this.reported = busy;
    this.shares = sharesOf(this.processId, [...own, ...others]);
    this.isAway = false;
  }

  private presence(): Demand {
    return { processId: this.processId, key: '', perSecond: 0 };
  }

  private boardIsAway(error: unknown): void {
    if (!this.isAway) this.logger.warn({ error: String(error) }, 'limits are not shared with other gateways now; the last shares hold');
    this.isAway = true;
  }
}

function perSecondOf(seen: Seen | undefined): number {
  return ((seen?.requests ?? 0) * 1_000) / EXCHANGE_EVERY_MS;
}
