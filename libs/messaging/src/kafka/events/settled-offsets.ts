/**
 * Which messages of a partition are settled, and how far without a gap. Commands settle out of order; the position to
 * resume from is below the first one that is open.
 */
export class SettledOffsets {
  private readonly offsets: bigint[] = [];
  private readonly settled: boolean[] = [];
  private head = 0;
  /** The ticket of the first entry that is kept. */
  private base = 0;
  private openTotal = 0;

  /** @param next the first offset that is not settled. */
  constructor(private next: bigint) {}

  /** Every offset below is settled. */
  get nextOffset(): bigint {
    return this.next;
  }

  /** Messages begun and not settled yet. */
  get openCount(): number {
    return this.openTotal;
  }

  /** A message was taken. Offsets rise. Returns the ticket to settle it with. */
  begin(offset: bigint): number {
    this.offsets.push(offset);
    this.openTotal += 1;
    return this.base + this.settled.push(false) - 1;
  }

  settle(ticket: number): void {
    const index = ticket - this.base;
    if (this.settled[index] !== false) return;
    this.settled[index] = true;
    this.openTotal -= 1;
    while (this.settled[this.head]) this.next = this.offsets[this.head++]! + 1n;
    if (this.head > 1_024 && this.head * 2 > this.offsets.length) this.compact();
  }

  private compact(): void {
    this.offsets.splice(0, this.head);
    this.settled.splice(0, this.head);
    this.base += this.head;
    this.head = 0;
  }
}
