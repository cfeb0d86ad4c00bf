/** Counts what is under way for each key and says no above the limit, so that one caller cannot fill the process. */
export class ConcurrencyLimiter {
  private readonly underWay = new Map<string, number>();

  /** @param limit requests of one key that may be under way at once. */
  constructor(readonly limit: number) {}

  /** False when the limit, or the part of it that is given, is reached; else the caller must `leave` exactly once. */
  enter(key: string, part = 1): boolean {
    const count = this.countOf(key);
    if (count >= Math.max(1, Math.floor(this.limit * part))) return false;
    this.underWay.set(key, count + 1);
    return true;
  }

  /** How many of a key are under way. */
  countOf(key: string): number {
    return this.underWay.get(key) ?? 0;
  }

  leave(key: string): void {
    const count = this.countOf(key);
    // Keys that are idle take no room: the map is as large as the accounts that are busy now.
    if (count <= 1) this.underWay.delete(key);
    else this.underWay.set(key, count - 1);
  }
}
