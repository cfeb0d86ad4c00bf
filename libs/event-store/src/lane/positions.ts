import type { AppendPosition } from './append';

/** Settled read positions that wait for the next append of their lane. The newest one of a partition wins. */
export class PendingPositions {
  private readonly waiting = new Map<string, AppendPosition>();

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  put(position: AppendPosition): void {
    this.waiting.set(keyOf(position), position);
  }

  take(): AppendPosition[] {
    const taken = [...this.waiting.values()];
    this.waiting.clear();
    return taken;
  }

  /** The append that carried them failed: keep them, unless newer ones came meanwhile. */
  giveBack(positions: readonly AppendPosition[]): void {
    for (const position of positions) if (!this.waiting.has(keyOf(position))) this.put(position);
  }

  /** Take only those of one partition. */
  takePartition(partition: number): AppendPosition[] {
    const taken = [...this.waiting.values()].filter((position) => position.partition === partition);
    for (const position of taken) this.waiting.delete(keyOf(position));
    return taken;
  }
}

function keyOf(position: AppendPosition): string {
  return `${position.partition} ${position.source}`;
}
