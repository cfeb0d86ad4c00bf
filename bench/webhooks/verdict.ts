import { printFigure } from '../load/figures';

let missed = 0;

/** Prints a figure with its goal and whether it is met (bench/README.md). */
export function classify(goal: string, figure: string, value: number, limit: { atLeast: number } | { atMost: number }): void {
  const met = 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
  if (!met) missed++;
  printFigure({ goal, figure, value, wanted: 'atLeast' in limit ? `≥ ${limit.atLeast}` : `≤ ${limit.atMost}`, met });
}

/** How many goals were missed so far. */
export function missedCount(): number {
  return missed;
}

/** What has to hold whatever the figures are. @throws Error when it does not. */
export function insist(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the run is void: ${what}`);
}
