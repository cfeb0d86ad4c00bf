import { PARTITION_COUNT } from '#contracts';
import type { PartitionOwnership } from '#messaging';
import { PartitionsTakenError } from './errors';
import type { ServingWriter } from './writer/serving-writer';
import type { StoreLogger } from './options';

const TAKE_ALL_TIMEOUT_MS = 15_000;
const TAKE_ALL_EVERY_MS = 100;
const EMBEDDED_SOURCE = 'embedded';

export interface OwnershipParts {
  writers: readonly ServingWriter[];
  logger: StoreLogger;
  countInstances: () => Promise<number>;
  /** Called with the number of owned partitions after every change. */
  onHeld?: (count: number) => void;
}

/** Which command partitions this process holds, and for which sources (see `PartitionOwnership` of the bus). */
export class Ownership implements PartitionOwnership {
  private readonly sources = new Map<number, Set<string>>();
  private readonly listeners = new Set<(partitions: readonly number[]) => void>();
  /** One change of a partition at a time: a session lock taken twice would have to be given back twice. */
  private readonly changes = new Map<number, Promise<unknown>>();
  private keepsAll = false;
  private stopped = false;

  constructor(private readonly parts: OwnershipParts) {}

  async tryTake(source: string, partition: number): Promise<{ nextOffset: bigint | null } | undefined> {
    return this.inTurn(partition, async () => {
      const writer = this.writerOf(partition);
      if (!writer.isConnected || !(await writer.lock(partition))) return undefined;
      const nextOffset = await this.readPosition(writer, source, partition);
      this.sourcesOf(partition).add(source);
      this.reportHeld();
      return { nextOffset };
    });
  }

  async release(source: string, partition: number): Promise<void> {
    await this.inTurn(partition, async () => {
      const sources = this.sourcesOf(partition);
      sources.delete(source);
      if (sources.size === 0 && this.writerOf(partition).isConnected) await this.writerOf(partition).unlock(partition);
      this.reportHeld();
    });
  }

  liveInstances(): Promise<number> {
    return this.parts.countInstances();
  }

  settled(source: string, partition: number, nextOffset: bigint): void {
    this.writerOf(partition).positions.put({ source, partition, position: nextOffset });
  }

  onLost(listener: (partitions: readonly number[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Partitions held now. */
  held(): number[] {
    return this.parts.writers.flatMap((writer) => writer.heldPartitions());
  }

  ownsAll(): boolean {
    return this.held().length === PARTITION_COUNT;
  }

  /**
   * Own every partition, now and again after each loss: the embedded mode, which has one process.
   *
   * @param timeoutMs how long to wait for another process to let go.
   * @throws PartitionsTakenError when another process still holds some after that.
   */
  async takeAll(timeoutMs = TAKE_ALL_TIMEOUT_MS): Promise<void> {
    this.keepsAll = true;
    const everyPartition = Array.from({ length: PARTITION_COUNT }, (_, partition) => partition);
    const missing = await this.takeMissing(everyPartition, timeoutMs);
    if (missing.length > 0) throw new PartitionsTakenError(`another process serves the partitions ${missing.join(', ')}`);
  }

  stop(): void {
    this.stopped = true;
  }

  /** Called by a writer whose connection is gone. */
  partitionsLost(partitions: readonly number[]): void {
    for (const partition of partitions) this.sources.delete(partition);
    this.reportHeld();
    for (const listener of this.listeners) listener(partitions);
    if (this.keepsAll) this.takeBack(partitions);
  }

  /** Who cannot read the position cannot serve: the lock goes back, unless another source is served under it. */
  private async readPosition(writer: ServingWriter, source: string, partition: number): Promise<bigint | null> {
    try {
      return await writer.readPosition(source, partition);
    } catch (error) {
      if (this.sourcesOf(partition).size === 0) await writer.unlock(partition).catch(() => undefined);
      throw error;
    }
  }

  private takeBack(partitions: readonly number[]): void {
    void this.takeMissing(partitions, TAKE_ALL_TIMEOUT_MS).then((missing) => {
      if (missing.length === 0 || this.stopped) return;
      this.parts.logger.error({ partitions: missing }, 'partitions still held elsewhere, retrying');
      this.takeBack(missing);
    });
  }

  private async takeMissing(partitions: readonly number[], timeoutMs: number): Promise<number[]> {
    let missing = [...partitions];
    for (let waitedMs = 0; waitedMs < timeoutMs && !this.stopped; waitedMs += TAKE_ALL_EVERY_MS) {
      const taken = await Promise.all(missing.map((partition) => this.tryTake(EMBEDDED_SOURCE, partition).catch(() => undefined)));
      missing = missing.filter((_, index) => taken[index] === undefined);
      if (missing.length === 0) return [];
      await new Promise((resolve) => setTimeout(resolve, TAKE_ALL_EVERY_MS));
    }
    return missing;
  }

  private reportHeld(): void {
    this.parts.onHeld?.(this.held().length);
  }

  private writerOf(partition: number): ServingWriter {
    const writer = this.parts.writers[partition % this.parts.writers.length];
    if (!writer) throw new Error('an event store needs at least one writer');
    return writer;
  }

  private sourcesOf(partition: number): Set<string> {
    let sources = this.sources.get(partition);
    if (!sources) this.sources.set(partition, (sources = new Set()));
    return sources;
  }

  private inTurn<TResult>(partition: number, change: () => Promise<TResult>): Promise<TResult> {
    const before = this.changes.get(partition) ?? Promise.resolve();
    const result = before.then(change, change);
    this.changes.set(
      partition,
      result.catch(() => undefined),
    );
    return result;
  }
}
