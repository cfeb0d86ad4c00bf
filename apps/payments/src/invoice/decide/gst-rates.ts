import { invalidParameter, type Refusal } from '#contracts';

/** Configuration, never constants of a decision. */
export interface GstRules {
  /** Rates of goods and services tax that may be asked for, basis points. */
  gstRatesBps: readonly number[];
}

/**
 * Rates in force from 22 September 2025 (notification 9/2025 of the Central Tax, Rate, series), and those of earlier dates, 12 % and
 * 28 %, for documents that still bear them. Basis points.
 */
export const DEFAULT_GST_RULES: GstRules = { gstRatesBps: [0, 25, 300, 500, 1_200, 1_800, 2_800, 4_000] };

/** What is wrong with a rate that is given, basis points. */
export function rateProblem(rateBps: number | undefined, { gstRatesBps }: GstRules, param: string): Refusal | null {
  if (rateBps === undefined || gstRatesBps.includes(rateBps)) return null;
  return invalidParameter(param, `must be one of ${gstRatesBps.join(', ')}.`, 'tax_rate_unknown');
}
