import type { Logger } from 'pino';

/** The part of the logger the bus uses. */
export type BusLogger = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** A message that no retry can mend, as it was put aside. */
export interface DeadLetter {
  topic: string;
  /** Who could not take it. */
  consumer: string;
  reason: string;
  /** The aggregate the message is about, when it could be read. */
  key: string | null;
}

/** What an owner of metrics wants to hear. Every function is optional, cheap and must not throw. */
export interface BusObserver {
  /**
   * A topic is read from now on, perhaps not for the first time.
   *
   * @param consumer that may send its messages to the dead letters; null for replies, which never go there.
   */
  consuming?(topic: string, consumer: string | null): void;
  deadLettered?(letter: DeadLetter): void;
  /** A message without our authentication code, or with a wrong one: nothing was done with it. */
  forged?(topic: string): void;
  /** A command partition has settled everything below `nextOffset`; `lag` messages of its topic are not settled yet. */
  settled?(topic: string, partition: number, nextOffset: bigint, lag: bigint): void;
}
