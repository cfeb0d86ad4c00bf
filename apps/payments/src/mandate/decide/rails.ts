import type { MandateMethod } from '#contracts';
import { DEFAULT_NO_FACTOR_LIMITS, type NoFactorLimits } from './factor';

/** Amounts that depend on the merchant category code of the account. */
export interface AmountByCategoryCode {
  usual: number;
  /** For the codes of `codes` instead. */
  higher: number;
  codes: readonly string[];
}

/** Hours of a day, in India: from the first, before the second. */
export type Window = readonly [fromHour: number, toHour: number];

/** What a rail allows. All of it is configuration: these figures rest on circulars and on pages of processors. */
export interface RailRules {
  /** The largest amount of a mandate, minor units. */
  maxAmount: AmountByCategoryCode;
  /** From the delivery of the notice to the debit: 24 hours are the law, the rest is for clocks and queues. Ms. */
  noticeWaitMs: number;
  /** From its delivery a notice serves for so long; null for ever. Ms. */
  noticeValidMs: number | null;
  /** When debits may be executed; any hour where there is none. */
  windows: readonly Window[];
  /** Hours after the first attempt at which a failed debit is tried again, unless the merchant says otherwise. */
  retrySchedule: readonly number[];
  /** Tries of one debit, the first included. */
  attemptsMax: number;
  /** Whether it is presented on working days of banks only. */
  onWorkingDays: boolean;
  /** How long a mandate may run, years; null where the instrument says it. */
  yearsMax: number | null;
  /** How long the payer, or the bank, has to approve a mandate. Ms. */
  approveWithinMs: number;
  /** Whether a merchant can pause a mandate. */
  canPause: boolean;
  /** Whether even the first debit right after the registration needs a notice. Absent for no. */
  firstNeedsNotice?: boolean;
  /** Whether the registration can take the first payment, so that the payer approves both at once. Absent for no. */
  takesFirst?: boolean;
}

/** What processors make of the rails, by name: what is said here goes before the rules of the rail. */
export type RailsOfProcessors = Readonly<Record<string, Partial<Record<MandateMethod, Partial<RailRules>>>>>;

/** The rules of the rails, and what processors make of them. Absent: nothing. */
export interface RailsConfig {
  rails: Readonly<Record<MandateMethod, RailRules>>;
  processors?: RailsOfProcessors;
  /** Up to which amount a debit needs no factor of the payer, minor units. */
  noFactorLimits: NoFactorLimits;
}

/** The rules of a rail at a processor. */
export function railAt({ rails, processors = {} }: RailsConfig, processor: string, method: MandateMethod): RailRules {
  return { ...rails[method], ...processors[processor]?.[method] };
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
const DAILY = [24, 48, 72];
const WAIT_MS = 24 * HOUR_MS + 10 * MINUTE_MS;

/** The rails as they are at the end of 2026. */
export const DEFAULT_RAILS: Readonly<Record<MandateMethod, RailRules>> = {
  upi: {
    // Razorpay, "UPI Autopay": ₹99,999, and ₹2,00,000 for these categories.
    maxAmount: { usual: 99_999_00, higher: 2_00_000_00, codes: ['6211', '6300', '7322', '6529', '5960'] },
    noticeWaitMs: WAIT_MS,
    // Juspay, "Mandate notification": a notice serves from 24 to 48 hours after it.
    noticeValidMs: 48 * HOUR_MS,
    // NPCI circular of 21 May 2025 on the use of UPI APIs: outside of peak hours; PhonePe names the hours.
    windows: [
      [0, 10],
      [13, 17],
      [21.5, 24],
    ],
    retrySchedule: DAILY,
    // The same circular: one attempt and three retries.
    attemptsMax: 4,
    onWorkingDays: false,
    yearsMax: 30,
    approveWithinMs: 10 * MINUTE_MS,
    canPause: true,
  },
  card: {
    // No circular names a limit; processors take ten lakh.
    maxAmount: { usual: 10_00_000_00, higher: 10_00_000_00, codes: [] },
    noticeWaitMs: WAIT_MS,
    noticeValidMs: null,
    windows: [],
    // Razorpay, "Recurring payments by card": retried on three days.
    retrySchedule: DAILY,
    attemptsMax: 4,
    onWorkingDays: false,
    yearsMax: null,
    approveWithinMs: 10 * MINUTE_MS,
    canPause: false,
  },
  enach: {
    // NPCI circular NACH 003 of FY 2023-24, as LotusPay cites it.
    maxAmount: { usual: 1_00_00_000_00, higher: 1_00_00_000_00, codes: [] },
    // Outside of the e-mandate framework: the processor sends its own notice.
    noticeWaitMs: 0,
    noticeValidMs: null,
    windows: [],
    // Banks charge the payer for what is returned: nothing is retried unless the merchant says so, twice at most.
    retrySchedule: [],
    attemptsMax: 3,
    onWorkingDays: true,
    yearsMax: 40,
    // Razorpay, "Emandate": banks confirm within one to five working days; the page of the bank is open longer.
    approveWithinMs: 10 * DAY_MS,
    canPause: false,
  },
};

/** The rails and their limits as they are at the end of 2026. */
export const DEFAULT_RAILS_CONFIG: RailsConfig = { rails: DEFAULT_RAILS, noFactorLimits: DEFAULT_NO_FACTOR_LIMITS };

/** The largest amount of a mandate, minor units. @param mcc merchant category code of the account; null when none is known. */
export function mandateLimit({ maxAmount }: RailRules, mcc: string | null): number {
  return mcc !== null && maxAmount.codes.includes(mcc) ? maxAmount.higher : maxAmount.usual;
}
