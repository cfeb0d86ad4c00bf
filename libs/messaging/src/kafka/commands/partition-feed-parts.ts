import type { KafkaMessage } from 'kafkajs';

/** What a feed may do with the consumer it hangs on. */
export interface FetchControl {
  seek(partition: number, offset: bigint): void;
  pause(partitions: readonly number[]): void;
  resume(partitions: readonly number[]): void;
}

/** A command message that was taken from the broker. */
export interface Taken {
  readonly message: KafkaMessage;
  readonly ticket: number;
  /** Which ownership of the partition it belongs to. */
  readonly term: number;
}
