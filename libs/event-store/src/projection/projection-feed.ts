import { setTimeout as pause } from 'node:timers/promises';
import { WakeableLoop } from '#loops';
import type { StoreLogger } from '../options';

/** Safety net under the wake-ups of the writers: how often while a view is behind, and otherwise. */
const POLL_EVERY_MS = 1_000;
const QUIET_MS = 10_000;
/**
 * From one page to the next under load. A view may be that much behind; a page that covers more commits costs less for
 * each. After a quiet time the first page is written at once, and a wait for a view skips the pause.
 */
const REST_MS = 100;

/** Folds what is new. */
export interface Follower {
  /** Bring these shards up to date. @returns how much was written. */
  catchUp(shards: readonly number[]): Promise<number>;
}

export interface ProjectionFeedParts {
  follower: Follower;
  logger: StoreLogger;
  ownedShards: () => readonly number[];
  /** Whether nothing has to be tried again. */
  isQuiet: () => boolean;
  /** After each round. */
  onProgress: () => void;
  /** With every poll, before it. */
  onPoll: () => void;
}

/** Keeps views close behind the log: woken by every append and, to be safe, now and then. */
export class ProjectionFeed {
  private readonly signalled = new Set<number>();
  private readonly poll: WakeableLoop;
  private readonly loop: WakeableLoop;
  private lastRoundMs = -Infinity;
  private rest: AbortController | null = null;
  private isHurried = false;

  constructor(private readonly parts: ProjectionFeedParts) {
    this.loop = new WakeableLoop({
      run: () => this.run(),
      onError: (error) => {
        parts.logger.error({ error: String(error) }, 'view update failed, retrying');
        this.poll.wakeWithin(POLL_EVERY_MS);
      },
    });
    this.poll = new WakeableLoop({
      run: async () => this.lookAgain(),
      everyMs: () => (parts.isQuiet() ? QUIET_MS : POLL_EVERY_MS),
    }).start();
    this.wake(parts.ownedShards());
  }

  /** There may be new events in these shards. */
  wake(shards: readonly number[]): void {
    for (const shard of shards) this.signalled.add(shard);
    if (this.signalled.size > 0) this.loop.wake();
  }

  /** A reader waits for the view: no pause before the next page. */
  runNow(shards: readonly number[]): void {
    this.isHurried = true;
    this.rest?.abort();
    this.wake(shards);
  }

  /** Finishes the page under way. */
  async stop(): Promise<void> {
    void this.poll.stop();
    const stopped = this.loop.stop();
    this.rest?.abort();
    await stopped;
  }

  private lookAgain(): void {
    this.parts.onPoll();
    this.wake(this.parts.ownedShards());
  }

  /** A page that fails is rolled back as a whole and comes again with the next poll. */
  private async run(): Promise<void> {
    // Those that woke it may have come into the page before.
    if (this.signalled.size === 0) return;
    await this.takeRest();
    const shards = [...this.signalled];
    this.signalled.clear();
    try {
      await this.parts.follower.catchUp(shards);
      this.parts.onProgress();
      if (!this.parts.isQuiet()) this.poll.wakeWithin(POLL_EVERY_MS);
    } finally {
      this.lastRoundMs = performance.now();
    }
  }

  private async takeRest(): Promise<void> {
    const leftMs = this.lastRoundMs + REST_MS - performance.now();
    if (leftMs > 0 && !this.isHurried) {
      this.rest = new AbortController();
      await pause(leftMs, undefined, { signal: this.rest.signal }).catch(() => undefined);
    }
    this.rest = null;
    this.isHurried = false;
  }
}
