/** The clock, also the token by which Nest injects it. Nothing else reads the time, so that tests and replays can stop it. */
export abstract class Clock {
  /** Milliseconds since the Unix epoch. */
  abstract nowMs(): number;
  /**
   * Milliseconds since an instant that means nothing: only differences do. Never goes back, whatever is done to the wall
   * clock, so it is the one to measure and to wait with. Not comparable between processes.
   */
  abstract monotonicMs(): number;
}

/** The source of randomness, also the token by which Nest injects it. Nothing else draws random numbers. */
export abstract class Random {
  /** `count` unpredictable bytes, fit for secrets. */
  abstract bytes(count: number): Uint8Array;
  /** A new RFC 9562 version 7 UUID: time-ordered, so that index pages stay warm. */
  abstract uuid(): string;
}
