import type { Pool } from 'pg';
import type { Logger } from '#service';

const EVERY_MS = 86_400_000;

/** How a partitioned table is kept: which column says the time, how wide a partition is, how many days a row stays. */
interface KeptTable {
  table: string;
  timeColumn: string;
  step: 'day' | 'month';
  keepDays: number;
}

/** Days for which the events feed goes back (spec/webhooks.md 4). */
export const FEED_RETENTION_DAYS = 90;

const KEPT: readonly KeptTable[] = [{ table: 'feed_events', timeColumn: 'taken_at', step: 'month', keepDays: FEED_RETENTION_DAYS }];

const KEEP = {
  name: 'webhooks-keep-partitions',
  text: 'SELECT webhooks.keep_partitions($1, $2, $3, make_interval(days => $4), to_timestamp($5::float8 / 1000))',
};

/** Keeps the partitions of every partitioned table: those to come are made in time, those that are too old are dropped. */
export class PartitionUpkeep {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly parts: { pool: Pool; logger: Logger; nowMs: () => number }) {}

  /** Once now, and daily. A table that is busy is no failure: what finds no partition rests in the default one. */
  start(): void {
    this.running = this.keepAll();
    this.timer = setInterval(() => {
      this.running = this.keepAll();
    }, EVERY_MS);
    this.timer.unref();
  }

  /** Resolves when the run under way has ended. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  private async keepAll(): Promise<void> {
    for (const { table, timeColumn, step, keepDays } of KEPT) {
      try {
        await this.parts.pool.query({ ...KEEP, values: [table, timeColumn, step, keepDays, this.parts.nowMs()] });
      } catch (error) {
        this.parts.logger.warn({ table, error: String(error) }, 'partitions could not be kept now; the next run tries again');
      }
    }
  }
}
