import type { ChargedMethod } from '#contracts';

/** The periods of a refund, in milliseconds: configuration, never constants of the decision. */
export interface RefundRules {
  /** From creation to the sending; until then it can be cancelled. */
  sendDelayMs: number;
  /** Between two questions when the processor named no time: doubling from the first to the longest. */
  pollFirstMs: number;
  pollLongestMs: number;
  /** How long a processor is asked about a refund by ourselves; after that its callbacks tell. */
  pollWindowMs: number;
  /** From creation until the payer usually has the money, at normal speed. */
  expectedMs: Readonly<Record<ChargedMethod, number>>;
  expectedInstantMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The defaults (docs/reference/indian-payments.md, Refunds). */
export const DEFAULT_REFUND_RULES: RefundRules = {
  sendDelayMs: 0,
  pollFirstMs: MINUTE_MS,
  pollLongestMs: 6 * HOUR_MS,
  pollWindowMs: 30 * DAY_MS,
  expectedMs: { upi: 7 * DAY_MS, card: 10 * DAY_MS, netbanking: 10 * DAY_MS, enach: 10 * DAY_MS },
  expectedInstantMs: 2 * HOUR_MS,
};
