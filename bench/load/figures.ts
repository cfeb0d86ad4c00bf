/** The middle value; the lower middle of an even number of values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The value below which this share of them lies; NaN of none. */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export interface Spread {
  median: number;
  min: number;
  max: number;
  rounds: number;
}

/** Median and extremes of one figure over the rounds. */
export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values), rounds: values.length };
}

/**
 * The rate bound of parts that share the same cores: the parts' times add up, so the rates combine harmonically
 * (bench/README.md).
 */
export function combinedLimit(...rates: readonly number[]): number {
  return 1 / rates.reduce((sum, rate) => sum + 1 / rate, 0);
}

/** One line for one figure, so that a run can be read by a program. */
export function printFigure(figure: Record<string, unknown>): void {
  process.stdout.write(
    `${JSON.stringify(figure, (_key, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value))}\n`,
  );
}
