/** What a table of the Map holds in the place of a value. */
interface Entry<TValue> {
  value: TValue | undefined;
}

/**
 * A Map, in order of arrival, for what comes and goes with every request: commands in flight, events on their way to a reader.
 *
 * When a Map or a Set of V8 makes a new table for its entries, the old table keeps what it held and a link to the new one (V8,
 * src/objects/ordered-hash-table.h). Once one table has reached the old generation of the heap, every later one is reached through
 * it by each collection of the young generation, and goes there with all that it held: each request, its answer and its state stay in
 * memory until the next full collection. Here a table holds entries that are emptied when they are taken out, and ends there.
 */
export class InFlightMap<TKey extends string | number, TValue> {
  private readonly entries = new Map<TKey, Entry<TValue>>();

  get size(): number {
    return this.entries.size;
  }

  has(key: TKey): boolean {
    return this.entries.has(key);
  }

  get(key: TKey): TValue | undefined {
    return this.entries.get(key)?.value;
  }

  /** A key that is there keeps its place. */
  set(key: TKey, value: TValue): void {
    const entry = this.entries.get(key);
    if (entry === undefined) this.entries.set(key, { value });
    else entry.value = value;
  }

  /** @returns whether it was there. */
  delete(key: TKey): boolean {
    const entry = this.entries.get(key);
    if (entry === undefined) return false;
    entry.value = undefined;
    return this.entries.delete(key);
  }

  /** Oldest first. Entries may be taken out meanwhile. */
  *values(): Generator<TValue> {
    for (const { value } of this.entries.values()) yield value as TValue;
  }
}
