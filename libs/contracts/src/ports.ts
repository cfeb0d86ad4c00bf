/** The clock. Nothing else in the code base reads the time, so that tests and replays can hold it still. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
  /**
   * Milliseconds since an instant that means nothing: only differences do. Never goes back, whatever is done to the wall
   * clock, so it is the one to measure and to wait with. Not comparable between processes.
   */
  monotonicMs(): number;
}

/** The source of randomness. Nothing else draws random numbers. */
export interface Random {
  /** `count` unpredictable bytes, fit for secrets. */
  bytes(count: number): Uint8Array;
  /** A new RFC 9562 version 7 UUID: time-ordered, so that index pages stay warm. */
  uuid(): string;
}
