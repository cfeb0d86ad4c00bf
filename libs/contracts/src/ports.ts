/** The clock. Nothing else in the code base reads the time, so that tests and replays can hold it still. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
}

/** The source of randomness. Nothing else draws random numbers. */
export interface Random {
  /** `count` unpredictable bytes, fit for secrets. */
  bytes(count: number): Uint8Array;
  /** A new RFC 9562 version 7 UUID: time-ordered, so that index pages stay warm. */
  uuid(): string;
}
