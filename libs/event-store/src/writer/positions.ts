import type { AppendPosition } from './append';

/** A position, and the epoch of its partition in which it was settled. */
export interface SettledPosition extends AppendPosition {
  epoch: number;
}

/**
 * Settled read positions that wait for the next append of their writer. The newest one of a partition wins. A position belongs
 * to the epoch in which its partition was locked: written after that it could move the mark of the next owner back. It is not
 * the greatest one that counts, because a topic that lost its end, or was made anew, is read again from an earlier place.
 */
export class PendingPositions {
  private readonly waiting = new Map<string, SettledPosition>();

  /** @param epochOf the epoch in which a partition is locked now; undefined when it is not. */
  constructor(private readonly epochOf: (partition: number) => number | undefined) {}

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** Ignored when the partition is not locked. */
  put(position: AppendPosition): void {
    const epoch = this.epochOf(position.partition);
    if (epoch !== undefined) this.waiting.set(keyOf(position), { ...position, epoch });
  }

  take(): SettledPosition[] {
    const taken = [...this.waiting.values()];
    this.waiting.clear();
    return taken;
  }

  /** What carried them failed: keep them, unless newer ones came meanwhile or the partition was lost. */
  giveBack(positions: readonly SettledPosition[]): void {
    for (const position of positions) {
      if (this.epochOf(position.partition) === position.epoch && !this.waiting.has(keyOf(position))) {
        this.waiting.set(keyOf(position), position);
      }
    }
  }

  /** Take only those of one partition. */
  takePartition(partition: number): SettledPosition[] {
    const taken = [...this.waiting.values()].filter((position) => position.partition === partition);
    for (const position of taken) this.waiting.delete(keyOf(position));
    return taken;
  }

  /** The session is gone, and every lock with it. */
  clear(): void {
    this.waiting.clear();
  }
}

function keyOf(position: AppendPosition): string {
  return `${position.partition} ${position.source}`;
}
