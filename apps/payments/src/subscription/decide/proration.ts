import { shareOf } from '#contracts';

/** Days that are left of a period, the day of the change included, and how many it has. */
export interface DaysLeft {
  days: number;
  ofDays: number;
}

/** A change of price in the middle of a period: what is given back of the old line, and what the new one costs, in minor units. */
export interface Proration {
  /** Zero or less. */
  credit: number;
  /** Zero or more. */
  charge: number;
}

/**
 * Each line is rounded once, half up; what was used of the old line is that line less its credit, so that no minor unit is lost.
 *
 * @param oldLine the price that holds for the whole period: unit × quantity; 0 for a free trial.
 */
export function prorate(oldLine: number, newLine: number, { days, ofDays }: DaysLeft): Proration {
  return { credit: -shareOf(oldLine, days, ofDays) || 0, charge: shareOf(newLine, days, ofDays) };
}
