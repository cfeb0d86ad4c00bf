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

/** The price of a period before and after a change, as far as it is charged, and what is not. Minor units. */
export interface Measured {
  oldLine: number;
  newLine: number;
  waived: number;
}

/**
 * A change is measured against the price that stands: what a change without proration did not charge is neither charged nor given back,
 * and a lower price takes it away first.
 *
 * @param waived what changes without proration raised the price of the period by; below zero what they lowered it by.
 */
export function measure(oldLine: number, newLine: number, waived = 0): Measured {
  if (waived <= 0) return { oldLine, newLine, waived };
  const charged = oldLine - waived;
  const left = Math.min(waived, Math.max(0, newLine - charged));
  return { oldLine: charged, newLine: newLine - left, waived: left };
}

/**
 * Each line is rounded once, half up; what was used of the old line is that line less its credit, so that no minor unit is lost.
 *
 * @param oldLine the price that holds for the whole period: unit × quantity; 0 for a free trial.
 */
export function prorate(oldLine: number, newLine: number, { days, ofDays }: DaysLeft): Proration {
  return { credit: -shareOf(oldLine, days, ofDays) || 0, charge: shareOf(newLine, days, ofDays) };
}
