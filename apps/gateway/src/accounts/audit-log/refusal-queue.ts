import QuickLRU from 'quick-lru';
import type { Clock } from '#contracts';
import type { StoreLogger } from '#event-store';
import { WakeableLoop } from '#loops';

/** How long a refusal waits for others, and how soon one that could not be written is tried again. */
const WAIT_MS = 1_000;
/** Each key stands in the log once in it: who is refused all day must not fill it. */
const ONCE_IN_MS = 3_600_000;
/** Kept to know what stands in the log already; twice that at most. */
const KNOWN_MAX = 10_000;
/** That wait to be written. Beyond it refusals are only counted in the metrics of requests. */
const WAITING_MAX = 1_000;

export interface RefusalQueueParts<TRefusal> {
  clock: Clock;
  logger: StoreLogger;
  /** Writes all of them. What it throws is logged and they are brought again: what was written already must not be written twice. */
  write(refusals: readonly TRefusal[]): Promise<void>;
}

/** Refusals on their way to the audit log. A request does no more than note one in memory, and takes no longer for it. */
export class RefusalQueue<TRefusal> {
  private readonly known = new QuickLRU<string, true>({ maxSize: KNOWN_MAX });
  private waiting: TRefusal[] = [];
  private isStarted = false;
  private readonly loop: WakeableLoop;

  constructor(private readonly parts: RefusalQueueParts<TRefusal>) {
    const onError = (error: unknown): void =>
      parts.logger.warn({ error: String(error) }, 'refusals not written to the audit log, trying again');
    this.loop = new WakeableLoop({ run: () => this.write().finally(() => this.writeSoon()), onError, unref: true });
  }

  start(): void {
    this.isStarted = true;
    this.writeSoon();
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await this.write().catch(() => undefined);
  }

  /**
   * @param who what is noted once an hour.
   * @param refusalOf makes what is written. @param key `who` with the hour: whatever is derived from it is one entry, in every process.
   */
  note(who: string, refusalOf: (key: string, atMs: number) => TRefusal): void {
    const atMs = this.parts.clock.nowMs();
    const key = `${Math.floor(atMs / ONCE_IN_MS)} ${who}`;
    if (this.known.has(key) || this.waiting.length >= WAITING_MAX) return;
    this.known.set(key, true);
    this.waiting.push(refusalOf(key, atMs));
    this.writeSoon();
  }

  private writeSoon(): void {
    if (this.isStarted && this.waiting.length > 0) this.loop.wakeWithin(WAIT_MS);
  }

  private async write(): Promise<void> {
    const refusals = [...this.waiting];
    if (refusals.length === 0) return;
    await this.parts.write(refusals);
    const written = new Set(refusals);
    this.waiting = this.waiting.filter((refusal) => !written.has(refusal));
  }
}
