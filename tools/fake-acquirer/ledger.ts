/** One movement of money at the acquirer. Minor units. */
export interface LedgerEntry {
  atMs: number;
  paymentId: string;
  /** Hundi's own name of the attempt or the refund. */
  reference: string;
  kind: 'hold' | 'release' | 'capture' | 'refund';
  amount: number;
  currency: string;
}

/** Every movement of money, in order. What a test compares with what Hundi believes, to the paisa. */
export class FakeAcquirerLedger {
  private readonly entries: LedgerEntry[] = [];

  write(entry: LedgerEntry): void {
    this.entries.push(entry);
  }

  all(): readonly LedgerEntry[] {
    return this.entries;
  }

  /** Minor units that were moved in this way for an attempt or a refund. */
  total(kind: LedgerEntry['kind'], reference?: string): number {
    const chosen = this.entries.filter((entry) => entry.kind === kind && (reference === undefined || entry.reference === reference));
    return chosen.reduce((sum, { amount }) => sum + amount, 0);
  }
}
