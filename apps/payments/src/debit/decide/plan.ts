import { invalidParameter, minorText, statusSentence, type DebitTerms, type MandateTerms, type Refusal } from '#contracts';
import { isCycleUsed, OPEN_DEBITS_MAX } from '../../mandate/decide/debits';
import { needsFactor } from '../../mandate/decide/factor';
import { railAt } from '../../mandate/decide/rails';
import { NO_DEBITS, type ApprovedMandate, type ExistingMandate, type MandateState } from '../../mandate/state';
import type { RetryPlan } from '../events';
import type { DebitFacts, Made } from '../state';
import type { DebitContext, DebitRules } from './context';
import { nextOpenMs, type RailCalendar } from './schedule';
import { SPREAD_MS, spreadOf } from './spread';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long before the debit the payer is told of it: later than a notice lasts (48 hours), earlier than the law asks. */
const NOTICE_LEAD_MS = 36 * HOUR_MS;
/** What was meant as the earliest time is not refused for the time that it took to arrive. */
const TOLERANCE_MS = 60_000;
const AHEAD_MAX_MS = 30 * DAY_MS;
/** So soon after the payer agreed a debit up to the limit needs no notice (RBI, e-mandate framework; Stripe, "UPI Autopay"). */
const WITH_REGISTRATION_MS = 5 * 60_000;

/** The hours of the rail of a mandate, at its processor. */
export function calendarOf(rules: DebitRules, { processor, terms }: Pick<ExistingMandate, 'processor' | 'terms'>): RailCalendar {
  return { rules: railAt(rules, processor, terms.instrument.method), isHoliday: (date) => rules.isHoliday(date) };
}

/** A debit that nothing speaks against, or what does. */
export type Planned = { terms: Made['terms']; facts: DebitFacts; plan: RetryPlan } | { refusal: Refusal };

/** When a debit is made, and when the payer is told of it. */
export function plan(terms: DebitTerms, context: DebitContext): Planned {
  const { mandate, hasCustomer } = context;
  if (mandate.status === 'none') return { refusal: { code: 'resource_missing', details: { param: 'id' } } };
  if (mandate.status !== 'active') return { refusal: notActive(mandate) };
  if (!hasCustomer) return { refusal: { code: 'mandate_not_active', details: { message: 'The customer of the mandate is deleted.' } } };
  return planUnder(mandate, terms, context);
}

function planUnder(mandate: ApprovedMandate, asked: DebitTerms, context: DebitContext): Planned {
  const { nowMs, rules, rail } = context;
  const facts = factsOf(asked, mandate, rules);
  const limits = railAt(rules, mandate.processor, facts.method);
  const terms = { ...asked, retrySchedule: asked.retrySchedule ?? limits.retrySchedule };
  const { earliestMs, ...when } = timesOf(asked, facts, mandate, context);
  const refusal =
    amountRefusal(asked, mandate.terms) ??
    scheduleRefusal(terms, limits.attemptsMax) ??
    timeRefusal(asked, facts, earliestMs, nowMs) ??
    rail.refusalOf(asked.metadata) ??
    mandateRefusal(mandate, when.executeAtMs);
  return refusal === null ? { terms, facts, plan: when } : { refusal };
}

/** When it is debited, and when the payer is notified; `earliestMs`: before that the rail takes no debit. */
function timesOf(
  asked: DebitTerms,
  facts: DebitFacts,
  mandate: ApprovedMandate,
  context: DebitContext,
): RetryPlan & { earliestMs: number } {
  const { nowMs, rules } = context;
  const { firstNeedsNotice, noticeWaitMs } = railAt(rules, mandate.processor, facts.method);
  const isFirst = firstNeedsNotice !== true && comesWithRegistration(asked, mandate, context);
  const isNotified = facts.needsNotice && !isFirst;
  const earliestMs = isNotified ? nowMs + noticeWaitMs : nowMs;
  const plannedMs = Math.max(askedMs(asked, mandate, context.debitId, earliestMs), earliestMs, mandate.terms.startsAtMs);
  const executeAtMs = isFirst ? plannedMs : nextOpenMs(calendarOf(rules, mandate), plannedMs);
  const notifyAtMs = notifyAtMsOf(executeAtMs, noticeWaitMs);
  return { earliestMs, plannedMs, executeAtMs, ...(isNotified && { notifyAtMs: Math.max(nowMs, notifyAtMs) }) };
}

/** The time of the notice to the payer, ms since the epoch: early enough for the rail, and late enough for the notice to last until then. */
export function notifyAtMsOf(executeAtMs: number, noticeWaitMs: number): number {
  return executeAtMs - Math.max(NOTICE_LEAD_MS, noticeWaitMs + HOUR_MS);
}

/**
 * When it is to be debited, or as soon as the rail takes it. Debits of subscriptions ask for one hour: at a processor behind a network
 * they are spread, unless the mandate ends meanwhile.
 */
function askedMs(asked: DebitTerms, mandate: ApprovedMandate, debitId: string, earliestMs: number): number {
  const { debitAfterMs = earliestMs, orLater } = asked;
  const isSpread = mandate.answersLater === true && orLater === true && debitAfterMs > earliestMs;
  return isSpread && debitAfterMs + SPREAD_MS < mandate.terms.endsAtMs ? debitAfterMs + spreadOf(debitId) : debitAfterMs;
}

/**
 * Whether it is the first money, taken while the payer is still there: no notice is needed, and no hours are closed to it. In the sandbox,
 * and where the registration took the first payment, that has come already.
 */
function comesWithRegistration({ amount, debitAfterMs }: DebitTerms, mandate: ApprovedMandate, { nowMs, rules }: DebitContext): boolean {
  const { answersLater, takesFirst, activatedAtMs, terms, debits = NO_DEBITS } = mandate;
  const untilMs = activatedAtMs + WITH_REGISTRATION_MS;
  const isFirst = debits.succeeded === 0 && debits.open.length === 0 && terms.startsAtMs <= nowMs;
  const isSoon = nowMs <= untilMs && (debitAfterMs === undefined || debitAfterMs <= untilMs);
  return answersLater === true && takesFirst === undefined && isFirst && isSoon && amount <= rules.noFactorLimits.general;
}

/**
 * Whether the payer has to be told and to approve (RBI, e-mandate framework): always to be told, but for a daily debit on UPI; above
 * the limit of the category to approve. eNACH is outside of the framework: the bank notifies the payer, and no approval is asked for.
 */
function factsOf(
  { amount }: DebitTerms,
  { terms, references, processor, answersLater }: ApprovedMandate,
  { noFactorLimits }: DebitRules,
): DebitFacts {
  const { instrument, frequency, category, customerId } = terms;
  const { method } = instrument;
  const isOutside = method === 'enach';
  const factor = !isOutside && needsFactor(amount, category, noFactorLimits);
  const needsNone = isOutside || (method === 'upi' && frequency === 'daily' && !factor);
  const later = answersLater ? { processor } : {};
  return { customerId, method, umn: references.umn ?? null, needsNotice: !needsNone, needsFactor: factor, ...later };
}

function notActive(mandate: Exclude<MandateState, { status: 'none' }>): Refusal {
  const message = statusSentence('mandate', mandate.status, 'be debited', ['active']);
  return { code: 'mandate_not_active', details: { message, current_status: mandate.status, allowed_from: ['active'] } };
}

function amountRefusal({ amount }: DebitTerms, { maxAmount, amountRule }: MandateTerms): Refusal | null {
  if (amount > maxAmount) {
    const message = `The amount is above the ${minorText(maxAmount, 'INR')} that the payer agreed to.`;
    return { code: 'mandate_amount_exceeded', details: { message, param: 'amount' } };
  }
  if (amountRule === 'fixed' && amount !== maxAmount) {
    return invalidParameter('amount', `must be ${minorText(maxAmount, 'INR')}: the amount of this mandate is fixed.`, 'amount_fixed');
  }
  return null;
}

function scheduleRefusal({ retrySchedule }: Made['terms'], attemptsMax: number): Refusal | null {
  if (retrySchedule.length < attemptsMax) return null;
  return invalidParameter('retry_schedule', `must contain at most ${attemptsMax - 1} values for this mandate.`, 'invalid_length');
}

function timeRefusal(
  { debitAfterMs, orLater }: DebitTerms,
  { needsNotice }: DebitFacts,
  earliestMs: number,
  nowMs: number,
): Refusal | null {
  if (debitAfterMs === undefined) return null;
  if (debitAfterMs < earliestMs - TOLERANCE_MS && orLater === undefined) {
    return needsNotice
      ? invalidParameter(
          'debit_after_at',
          `must be at least ${hoursOf(earliestMs - nowMs)} hours ahead: the payer is told 24 hours before.`,
          'notice_too_short',
        )
      : invalidParameter('debit_after_at', 'must not be in the past.', 'debit_in_past');
  }
  return debitAfterMs <= nowMs + AHEAD_MAX_MS
    ? null
    : invalidParameter('debit_after_at', 'must be at most 30 days ahead.', 'debit_too_late');
}

/** Hours, with a part of one counted as a whole. */
function hoursOf(ms: number): number {
  return Math.ceil(ms / HOUR_MS);
}

function mandateRefusal(mandate: ApprovedMandate, executeAtMs: number): Refusal | null {
  if (executeAtMs >= mandate.terms.endsAtMs)
    return invalidParameter('debit_after_at', 'would be after the end of the mandate.', 'mandate_ends');
  if (isCycleUsed(mandate, executeAtMs)) return { code: 'mandate_cycle_used', details: { param: 'debit_after_at' } };
  return openDebitsRefusal(mandate, 'id');
}

/** Another debit of a mandate that has as many open ones as it may. @param param what names the mandate. */
export function openDebitsRefusal({ debits = NO_DEBITS }: ExistingMandate, param: string): Refusal | null {
  if (debits.open.length < OPEN_DEBITS_MAX) return null;
  const message = `A mandate has at most ${OPEN_DEBITS_MAX} debits that have not ended.`;
  return { code: 'limit_exceeded', details: { message, param } };
}
