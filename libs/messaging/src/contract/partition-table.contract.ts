import type { PartitionOwnership } from '../bus';

/**
 * What stands for the store in these tests: one table of partition locks and positions, shared by instances as Postgres
 * is shared by processes. The store is another party; the bus knows it only by its port.
 */
export class PartitionTable {
  readonly holders = new Map<string, InstanceOwnership>();
  readonly positions = new Map<string, bigint>();
  readonly instances = new Set<InstanceOwnership>();

  /** A new process. */
  join(): InstanceOwnership {
    const instance = new InstanceOwnership(this);
    this.instances.add(instance);
    return instance;
  }

  /** How many partitions each living instance holds. */
  shares(): number[] {
    return [...this.instances].map((instance) => instance.held().length);
  }

  /** The position of the one source there is, by partition. */
  positionOf(partition: number): bigint | undefined {
    for (const [place, position] of this.positions) if (place.endsWith(`#${partition}`)) return position;
    return undefined;
  }
}

export class InstanceOwnership implements PartitionOwnership {
  private readonly listeners = new Set<(partitions: readonly number[]) => void>();
  /** Every source this instance was asked about. */
  readonly sources = new Set<string>();

  constructor(private readonly table: PartitionTable) {}

  async tryTake(source: string, partition: number): Promise<{ nextOffset: bigint | null } | undefined> {
    this.sources.add(source);
    if (!this.table.instances.has(this)) throw new Error('this process is dead');
    const place = `${source}#${partition}`;
    const holder = this.table.holders.get(place) ?? this;
    if (holder !== this) return undefined;
    this.table.holders.set(place, this);
    return { nextOffset: this.table.positions.get(place) ?? null };
  }

  async release(source: string, partition: number): Promise<void> {
    const place = `${source}#${partition}`;
    if (this.table.holders.get(place) === this) this.table.holders.delete(place);
  }

  async liveInstances(): Promise<number> {
    return this.table.instances.size;
  }

  settled(source: string, partition: number, nextOffset: bigint): void {
    const place = `${source}#${partition}`;
    if (this.table.holders.get(place) === this) this.table.positions.set(place, nextOffset);
  }

  onLost(listener: (partitions: readonly number[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  held(): number[] {
    return [...this.table.holders].filter(([, holder]) => holder === this).map(([place]) => Number(place.split('#')[1]));
  }

  /** kill -9: locks are released without a notice, and this process has no effect any more. */
  die(): void {
    this.table.instances.delete(this);
    this.freeLocks();
  }

  /** The session ended, for example because the process was frozen: the locks are gone and the process learns it. */
  loseLocks(): void {
    const lost = this.held();
    this.freeLocks();
    for (const listener of this.listeners) listener(lost);
  }

  private freeLocks(): void {
    for (const [place, holder] of this.table.holders) if (holder === this) this.table.holders.delete(place);
  }
}
