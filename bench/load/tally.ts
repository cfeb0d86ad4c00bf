import { performance } from 'node:perf_hooks';
import { build, type Histogram } from 'hdr-histogram-js';

export interface LoadResult {
  acknowledged: number;
  /** Answers with another status, and transport errors, by name. */
  failures: Record<string, number>;
  ratePerSecond: number;
  p50Ms: number;
  p90Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** One digit of microseconds is noise; three significant digits are enough for a ratio. */
const newHistogram = (): Histogram =>
  build({ lowestDiscernibleValue: 1, highestTrackableValue: 120_000_000, numberOfSignificantValueDigits: 3 });

/** Counts and latencies of one run; latency is in microseconds inside, milliseconds outside. */
export class Tally {
  acknowledged = 0;
  readonly failures: Record<string, number> = {};
  readonly histogram = newHistogram();

  answered(startedAt: number): void {
    this.acknowledged++;
    this.histogram.recordValue(Math.max(1, Math.round((performance.now() - startedAt) * 1000)));
  }

  fail(name: string): void {
    this.failures[name] = (this.failures[name] ?? 0) + 1;
  }

  result(elapsedSeconds: number): LoadResult {
    const at = (percentile: number) => this.histogram.getValueAtPercentile(percentile) / 1000;
    return {
      acknowledged: this.acknowledged,
      failures: this.failures,
      ratePerSecond: this.acknowledged / elapsedSeconds,
      p50Ms: at(50),
      p90Ms: at(90),
      p99Ms: at(99),
      maxMs: this.histogram.maxValue / 1000,
    };
  }
}
