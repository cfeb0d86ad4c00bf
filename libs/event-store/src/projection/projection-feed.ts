import type { StoreLogger } from '../options';
import type { ProjectionRunner } from './projection-runner';

/** Safety net under the wake-ups of the lanes. */
const POLL_EVERY_MS = 1_000;

export interface ProjectionFeedParts {
  runner: ProjectionRunner;
  logger: StoreLogger;
  ownedShards: () => readonly number[];
}

/** Keeps one projection close behind the log: woken by every append and, to be safe, once a second. */
export class ProjectionFeed {
  private readonly woken = new Set<number>();
  private readonly poll: NodeJS.Timeout;
  private running: Promise<void> | null = null;
  private ended = false;

  constructor(private readonly parts: ProjectionFeedParts) {
    this.poll = setInterval(() => this.wake(parts.ownedShards()), POLL_EVERY_MS);
    this.wake(parts.ownedShards());
  }

  /** There may be new events in these shards. */
  wake(shards: readonly number[]): void {
    for (const shard of shards) this.woken.add(shard);
    if (this.running || this.ended || this.woken.size === 0) return;
    this.running = this.run().finally(() => {
      this.running = null;
    });
  }

  /** Finishes the page under way. */
  async stop(): Promise<void> {
    this.ended = true;
    clearInterval(this.poll);
    await this.running;
  }

  /** A page that fails is rolled back as a whole and comes again with the next poll. */
  private async run(): Promise<void> {
    while (this.woken.size > 0 && !this.ended) {
      const shards = [...this.woken];
      this.woken.clear();
      try {
        await this.parts.runner.catchUp(shards);
      } catch (error) {
        this.parts.logger.error({ table: this.parts.runner.table, error: String(error) }, 'a projection could not follow; trying on');
        return;
      }
    }
  }
}
