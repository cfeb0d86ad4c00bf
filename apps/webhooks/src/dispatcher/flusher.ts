import { unavailabilityOf, type Clock } from '#contracts';
import type { Logger } from '#service';
import type { DeliveryQueue, Flushed } from '../delivery-queue/delivery-queue';
import type { ResultRow } from '../delivery-queue/result-row';

/** Results in one statement at most, and how long the first of them waits for others (docs/reference/webhooks.md, Queues and fairness). */
const BATCH_MAX = 256;
const WAIT_MS = 5;
/** Where a batch held so many, results come fast: they wait longer, for few large statements cost less than many small ones. */
const MANY = 64;
const WAIT_FAST_MS = 40;
/** Statements at the same time: while one waits for the disk, the next is on its way. */
const CONCURRENCY_MAX = 2;
/** Before the same results are written again, in milliseconds; doubled up to the second number. */
const AGAIN_MS = { first: 50, max: 2_000 } as const;
/** Leases run out after a minute at the latest: by then the results are void and nothing is lost by giving up. */
const GIVE_UP_MS = 60_000;

export interface FlusherParts {
  queue: Pick<DeliveryQueue, 'flush'>;
  clock: Clock;
  logger: Logger;
  /** Names this process in the log of attempts. */
  worker: string;
  onFlushed: (results: readonly ResultRow[], flushed: Flushed, tookMs: number) => void;
}

/** Writes results in batches. While Postgres is away they wait here: as many as there are slots, for each is still one. */
export class Flusher {
  private waiting: ResultRow[] = [];
  private timer: NodeJS.Timeout | null = null;
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;
  private waitMs = WAIT_MS;
  /** What waits has waited long enough: it goes as soon as one of the statements under way is done. */
  private isOverdue = false;

  constructor(private readonly parts: FlusherParts) {}

  /** @returns when the result is written, or given up because its lease has run out. */
  add(result: ResultRow): void {
    this.waiting.push(result);
    this.beginInTime();
  }

  /** Writes what is there, and everything added from now on at once. Resolves when nothing is left. */
  async drain(): Promise<void> {
    this.isStopping = true;
    this.begin();
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private beginInTime(): void {
    if (this.waiting.length >= BATCH_MAX || this.isStopping || this.isOverdue) this.begin();
    else if (this.waiting.length > 0) this.timer ??= setTimeout(() => this.begin(), this.waitMs);
  }

  private begin(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.isOverdue = true;
    while (this.waiting.length > 0 && this.running.size < CONCURRENCY_MAX) {
      // One goes in any case; what is left over waits for others of its own.
      if (!this.isOverdue && !this.isStopping && this.waiting.length < BATCH_MAX) return this.beginInTime();
      this.isOverdue = false;
      this.beginOne();
    }
    this.isOverdue &&= this.waiting.length > 0;
  }

  private beginOne(): void {
    const batch = this.waiting.splice(0, BATCH_MAX);
    this.waitMs = batch.length >= MANY ? WAIT_FAST_MS : WAIT_MS;
    const run = this.write(batch).finally(() => {
      this.running.delete(run);
      this.beginInTime();
    });
    this.running.add(run);
  }

  private async write(batch: readonly ResultRow[]): Promise<void> {
    const { queue, clock, logger, worker, onFlushed } = this.parts;
    const startedMs = clock.monotonicMs();
    for (let pauseMs: number = AGAIN_MS.first; ; pauseMs = Math.min(pauseMs * 2, AGAIN_MS.max)) {
      try {
        const flushed = await queue.flush(clock.nowMs(), worker, batch);
        return onFlushed(batch, flushed, clock.monotonicMs() - startedMs);
      } catch (error) {
        const mayPass = unavailabilityOf(error) !== undefined;
        if (!mayPass && batch.length > 1) return this.writeHalves(batch);
        // A row that Postgres never takes: who waits behind it would lose its lease.
        const isOver = this.isStopping || !mayPass || clock.monotonicMs() - startedMs > GIVE_UP_MS;
        logger.error({ error: String(error), results: batch.length, isOver }, 'result write failed, retried after the leases end');
        if (isOver) return onFlushed(batch, { accepted: 0, opened: 0, pending: 0, released: 0 }, clock.monotonicMs() - startedMs);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /** One result that Postgres does not take must not keep the others from being written. */
  private async writeHalves(batch: readonly ResultRow[]): Promise<void> {
    const middle = batch.length >> 1;
    await this.write(batch.slice(0, middle));
    await this.write(batch.slice(middle));
  }
}
