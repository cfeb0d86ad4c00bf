import type { Clock } from '#contracts';

/** 2026-11-21T00:00:00Z, in milliseconds since the epoch. */
const START_MS = 1_795_219_200_000;

/** A clock that moves only by `advance`. */
export class FixedClock implements Clock {
  private elapsedMs = 0;

  constructor(private currentMs: number = START_MS) {}

  nowMs(): number {
    return this.currentMs;
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  /** @param milliseconds may be negative: clocks of real machines jump back too. What has elapsed stays so. */
  advanceMs(milliseconds: number): void {
    this.currentMs += milliseconds;
    this.elapsedMs += Math.max(0, milliseconds);
  }
}
