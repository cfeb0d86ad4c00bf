import type { PendingCommand } from './pending';

/**
 * First in, first out, with a bound. Two commands with the same Idempotency-Key never share a batch: the second waits
 * as a follower, because its answer depends on what becomes of the first.
 */
export class CommandQueue {
  private items: PendingCommand[] = [];
  private start = 0;

  constructor(private readonly countMax: number) {}

  get length(): number {
    return this.items.length - this.start;
  }

  get isFull(): boolean {
    return this.length >= this.countMax;
  }

  push(pending: PendingCommand): void {
    this.items.push(pending);
  }

  /** Back to the front, in order: they were here first. May exceed the bound, as they were counted before. */
  putBack(pending: readonly PendingCommand[]): void {
    if (pending.length === 0) return;
    this.items = [...pending, ...this.items.slice(this.start)];
    this.start = 0;
  }

  /** Up to `count` commands, and those among them that must wait for another with the same key. */
  take(count: number): { batch: PendingCommand[]; followers: PendingCommand[] } {
    const batch: PendingCommand[] = [];
    const followers: PendingCommand[] = [];
    const keys = new Set<string>();
    for (const pending of this.drain(count)) {
      if (pending.idempotencyId !== null && keys.has(pending.idempotencyId)) {
        followers.push(pending);
        continue;
      }
      if (pending.idempotencyId !== null) keys.add(pending.idempotencyId);
      batch.push(pending);
    }
    return { batch, followers };
  }

  drain(count = this.length): PendingCommand[] {
    const taken = this.items.slice(this.start, this.start + count);
    this.start += taken.length;
    if (this.start === this.items.length) {
      this.items = [];
      this.start = 0;
    } else if (this.start > 1_000 && this.start * 2 > this.items.length) {
      this.items = this.items.slice(this.start);
      this.start = 0;
    }
    return taken;
  }
}
