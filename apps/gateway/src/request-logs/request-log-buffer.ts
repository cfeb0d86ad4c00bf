import type { LogRecord } from './log-record';
import { packed, type PackedRecord } from './packed-details';

/** Requests that wait to be written. More are counted and dropped: a log must not take the memory of those it is about. */
export const WAITING_MAX = 10_000;
/** Of their details, in characters. */
export const WAITING_LENGTH_MAX = 64_000_000;
/** Records of one statement. */
export const BATCH_MAX = 500;

/** Requests that ended, and wait to be written. */
export class RequestLogBuffer {
  private waiting: LogRecord[] = [];
  private length = 0;
  private batch: readonly PackedRecord[] = [];

  /** @param waitingMax requests that may wait at once. */
  constructor(private readonly waitingMax: number = WAITING_MAX) {}

  get size(): number {
    return this.waiting.length + this.batch.length;
  }

  /** @returns whether there was a place for it. */
  add(record: LogRecord): boolean {
    if (this.size >= this.waitingMax || this.length + record.details.length > WAITING_LENGTH_MAX) return false;
    this.waiting.push(record);
    this.length += record.details.length;
    return true;
  }

  /**
   * Those that ended first; none when none waits. It is the same batch until it is removed: it may have been written although its
   * answer was lost, and rows that are there refer to one another.
   */
  nextBatch(): readonly PackedRecord[] {
    if (this.batch.length > 0) return this.batch;
    const taken = this.waiting.slice(0, BATCH_MAX);
    this.waiting = this.waiting.slice(BATCH_MAX);
    for (const { details } of taken) this.length -= details.length;
    this.batch = packed(taken);
    return this.batch;
  }

  /** The batch is written, or given up. */
  removeBatch(): void {
    this.batch = [];
  }
}
