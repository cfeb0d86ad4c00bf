import type { Message } from 'kafkajs';

/** A message on its way to the broker. */
export interface Outgoing {
  readonly topic: string;
  readonly partition: number;
  readonly key: string | Buffer | null;
  readonly value: string | Buffer;
  readonly headers: Message['headers'];
  onAcknowledged(): void;
  /** Never acknowledged: the producer was stopped, or no broker takes it. */
  /** @param mayBeStored whether an earlier request brought no answer: the broker may have the message all the same. */
  onFailed(error: Error, mayBeStored: boolean): void;
}

interface Entry {
  readonly message: Outgoing;
  readonly bytes: number;
  isCancelled: boolean;
}

const BATCH_MESSAGES_MAX = 1_000;
const BATCH_BYTES_MAX = 8 * 1024 * 1024;
/** Below the broker's limit for one record batch, 1 MiB by default. */
export const PARTITION_BYTES_MAX = 900 * 1024;
const OVERHEAD_BYTES = 256;

/** What waits for the producer, in order, and cuts it into batches that a broker takes. */
export class OutgoingQueue {
  private entries: Entry[] = [];
  private readonly byMessage = new Map<Outgoing, Entry>();

  get length(): number {
    return this.byMessage.size;
  }

  add(message: Outgoing): void {
    const entry = { message, bytes: Buffer.byteLength(message.value) + OVERHEAD_BYTES, isCancelled: false };
    this.entries.push(entry);
    this.byMessage.set(message, entry);
  }

  /** Take a message back. False when it is on its way already, or gone. */
  cancel(message: Outgoing): boolean {
    const entry = this.byMessage.get(message);
    if (entry === undefined) return false;
    entry.isCancelled = true;
    return this.byMessage.delete(message);
  }

  takeBatch(): Outgoing[] {
    const batch: Outgoing[] = [];
    const bytesByPartition = new Map<string, number>();
    let totalBytes = 0;
    let index = 0;
    for (; index < this.entries.length && batch.length < BATCH_MESSAGES_MAX; index++) {
      const { message, bytes, isCancelled } = this.entries[index]!;
      if (isCancelled) continue;
      const place = `${message.topic}/${message.partition}`;
      const placeBytes = (bytesByPartition.get(place) ?? 0) + bytes;
      const isFull = totalBytes + bytes > BATCH_BYTES_MAX || placeBytes > PARTITION_BYTES_MAX;
      if (isFull && batch.length > 0) break;
      bytesByPartition.set(place, placeBytes);
      totalBytes += bytes;
      batch.push(message);
      this.byMessage.delete(message);
    }
    this.entries.splice(0, index);
    return batch;
  }

  /** Empty the queue. */
  takeAll(): Outgoing[] {
    const rest = this.entries.filter((entry) => !entry.isCancelled).map((entry) => entry.message);
    this.entries = [];
    this.byMessage.clear();
    return rest;
  }
}
