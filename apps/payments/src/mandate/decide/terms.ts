import {
  invalidParameter,
  istDate,
  startOfIstDate,
  civilOf,
  istDateOf,
  minorText,
  type MandateFrequency,
  type MandateTerms,
  type Refusal,
} from '#contracts';
import type { MandateRules } from './context';
import { categoryProblem } from './factor';
import { firstAmountProblem } from './first-amount';
import { mandateLimit } from './rails';

/** What was meant as now is not refused for the time that it took to arrive. */
const START_TOLERANCE_MS = 60_000;
const START_YEARS_MAX = 5;

/** The largest `debit_day` of each frequency; none where there is no such day. */
const DEBIT_DAY_MAX: Readonly<Record<MandateFrequency, number | null>> = {
  as_presented: null,
  daily: null,
  weekly: 7,
  fortnightly: 7,
  monthly: 31,
  bimonthly: 31,
  quarterly: 31,
  half_yearly: 31,
  yearly: 31,
};

/** What no rail would take of the terms of a mandate, or null. @param when `isDebited`: a debit takes the first amount. */
export function termsProblem(terms: MandateTerms, rules: MandateRules, when: { nowMs: number; isDebited: boolean }): Refusal | null {
  const { nowMs } = when;
  return (
    categoryProblem(terms, rules.mcc) ??
    amountProblem(terms, rules) ??
    debitDayProblem(terms) ??
    startProblem(terms, nowMs) ??
    endProblem(terms, rules) ??
    firstAmountProblem(terms, rules, when)
  );
}

function amountProblem({ maxAmount, instrument: { method } }: MandateTerms, { rails, mcc }: MandateRules): Refusal | null {
  const limit = mandateLimit(rails[method], mcc);
  if (maxAmount <= limit) return null;
  return invalidParameter('max_amount', `must be at most ${minorText(limit, 'INR')} for a mandate on ${method}.`, 'mandate_limit');
}

function debitDayProblem({ debitDay, frequency }: MandateTerms): Refusal | null {
  if (debitDay === undefined) return null;
  const last = DEBIT_DAY_MAX[frequency];
  if (last === null) return invalidParameter('debit_day', `goes with no mandate that is ${frequency}.`, 'debit_day_not_allowed');
  return debitDay <= last
    ? null
    : invalidParameter('debit_day', `must be 1 to ${last} where the mandate is ${frequency}.`, 'debit_day_not_allowed');
}

function startProblem({ startsAtMs }: MandateTerms, nowMs: number): Refusal | null {
  if (startsAtMs < nowMs - START_TOLERANCE_MS) return invalidParameter('starts_at', 'must not be in the past.', 'start_in_past');
  const latestMs = yearsAfter(nowMs, START_YEARS_MAX);
  return startsAtMs <= latestMs ? null : invalidParameter('starts_at', `must be at most ${START_YEARS_MAX} years ahead.`, 'start_too_late');
}

function endProblem({ startsAtMs, endsAtMs, instrument }: MandateTerms, { rails }: MandateRules): Refusal | null {
  if (endsAtMs <= startsAtMs) return invalidParameter('ends_at', 'must be after starts_at.', 'end_before_start');
  const { yearsMax } = rails[instrument.method];
  if (yearsMax !== null && endsAtMs > yearsAfter(startsAtMs, yearsMax)) {
    return invalidParameter(
      'ends_at',
      `must be at most ${yearsMax} years after starts_at for a mandate on ${instrument.method}.`,
      'mandate_limit',
    );
  }
  const cardEndsMs = instrument.method === 'card' ? endOfCardMs(instrument.card) : null;
  return cardEndsMs === null || endsAtMs <= cardEndsMs
    ? null
    : invalidParameter('ends_at', 'must not be after the expiry of the card.', 'card_expires');
}

/** A card is good to the end of its month; null where it is not known. */
export function endOfCardMs(card: { expiryYear: number | null; expiryMonth: number | null } | null): number | null {
  if (card === null || card.expiryYear === null || card.expiryMonth === null) return null;
  return startOfIstDate(istDate(card.expiryYear, card.expiryMonth + 1, 1));
}

/** The same time of day, so many years later; 28 February for the 29th where there is none. */
export function yearsAfter(atMs: number, years: number): number {
  const date = istDateOf(atMs);
  const { year, month, day } = civilOf(date);
  return startOfIstDate(istDate(year + years, month, day)) + atMs - startOfIstDate(date);
}
