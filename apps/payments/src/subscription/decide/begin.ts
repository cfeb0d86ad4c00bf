import { istDateOf, startOfIstDate } from '#contracts';
import { debitFromMs, paysWithRegistration, registrationOf, type OwnMandate } from './agree';
import { periodLines, upfrontLines, type Charged } from './bills';
import type { SubscriptionContext } from './context';
import type { Draft } from './draft';
import { makeInvoice, type Collecting } from './invoices';
import { beginNext } from './apply-price';
import { anchorOf, atNextPeriod, nextPeriodOf, periodFrom, startsLater } from './schedule';
import { canDebit, type FirstCharge, type SubscriptionPeriod } from '../state';

const TRIAL_NOTICE_MS = 3 * 86_400_000;

/** What begins a subscription: a mandate of its own, or one that was there; neither where the customer pays each invoice. */
export interface Beginning {
  own?: OwnMandate;
  charged?: Charged;
}

/**
 * What follows once the customer has agreed: the first payment, or, where it starts later, waiting for the first date that is charged
 * for. What is charged once comes with the first payment.
 */
export function begin(draft: Draft, beginning: Beginning, context: SubscriptionContext): void {
  const first = firstOf(beginning);
  if (first === undefined ? startsLater(draft.state, context.nowMs) : first.from === null) beginLater(draft, beginning, context);
  else beginNow(draft, beginning, context);
}

/** What was fixed when the customer was asked, where the registration took it. */
function firstOf({ own }: Beginning): FirstCharge | undefined {
  return own?.taken === undefined ? undefined : own.mandate.first;
}

function beginLater(draft: Draft, { own, charged }: Beginning, context: SubscriptionContext): void {
  const lines = upfrontLines(draft.state);
  if (lines.length === 0) return authenticate(draft, context);
  const collecting =
    own !== undefined && paysWithRegistration(own, draft.state, context) ? registrationOf(own) : usualCollecting(draft, context.nowMs);
  if (collecting.by !== 'registration') authenticate(draft, context);
  makeInvoice(draft, { reason: 'subscription_create', period: null, lines, periodLines: [], collecting, charged }, context);
}

/** It waits for the first date that is charged for. The end of a short trial is near already. */
export function authenticate(draft: Draft, { nowMs }: SubscriptionContext): void {
  draft.add({ type: 'subscription.authenticated', data: {} });
  const { trial } = draft.state;
  if (trial !== null && trial.endMs - TRIAL_NOTICE_MS <= nowMs) draft.add({ type: 'subscription.trial_ending', data: {} });
}

/** When the end of the trial is announced, ms since the epoch; null for never: once a period has begun there is no trial any more. */
export function trialNoticeMs({ trial, isTrialEndNoticed, current }: Draft['state']): number | null {
  return trial === null || isTrialEndNoticed || current !== null ? null : trial.endMs - TRIAL_NOTICE_MS;
}

function beginNow(draft: Draft, { own, charged }: Beginning, context: SubscriptionContext): void {
  const { state } = draft;
  const period = firstPeriodOf(draft, context.nowMs, firstOf({ own })?.from ?? undefined);
  const ownLines = periodLines(state, period);
  const lines = [...upfrontLines(state), ...ownLines];
  if (lines.length === 0) return activate(draft, period);
  const invoice = { reason: 'subscription_create', period, lines, periodLines: ownLines, charged } as const;
  if (own !== undefined && paysWithRegistration(own, state, context)) {
    return makeInvoice(draft, { ...invoice, collecting: registrationOf(own) }, context);
  }
  if (state.terms.collection === 'send_invoice') activate(draft, period);
  else {
    draft.add({ type: 'subscription.authenticated', data: {} });
    draft.add({ type: 'subscription.period_begun', data: { period, anchor: anchorOf(state, period.from) } });
  }
  makeInvoice(draft, { ...invoice, collecting: usualCollecting(draft, context.nowMs) }, context);
}

/** The period that begins today, or at the first date that is charged for. @param fixed where it begins, when that was fixed before. */
export function firstPeriodOf({ state }: Draft, nowMs: number, fixed?: number): SubscriptionPeriod {
  const from = fixed ?? Math.max(state.firstFrom ?? 0, istDateOf(nowMs));
  return periodFrom(state, anchorOf(state, from), from, 0);
}

/** The first period begins. */
export function activate(draft: Draft, period: SubscriptionPeriod): void {
  draft.add({ type: 'subscription.activated', data: { begins: { period, anchor: anchorOf(draft.state, period.from) } } });
}

/** How invoices are paid that do not come with the registration. */
export function usualCollecting({ state }: Draft, notBeforeMs: number): Collecting {
  return canDebit(state) && state.mandate !== null ? { by: 'debit', mandateId: state.mandate.id, notBeforeMs } : { by: 'customer' };
}

/** The next period begins: its invoice gets its number. */
export function renew(draft: Draft, context: SubscriptionContext): void {
  const period = nextPeriodOf(draft.state);
  if (period === null) return;
  const { upcoming } = draft.state;
  beginNext(draft, period, context);
  const { status, terms, pendingLines } = draft.state;
  const own = periodLines(draft.state, period);
  const isFree = own.length === 0;
  if (status === 'authenticated' && (isFree || terms.collection === 'send_invoice'))
    draft.add({ type: 'subscription.activated', data: {} });
  if (upcoming !== null) draft.ask({ streamId: upcoming, type: 'invoices.open', payload: {} });
  if (upcoming !== null || isFree || isPaid(draft.state, period)) return;
  const collecting = usualCollecting(draft, debitFromMs(period.from, context));
  const lines = [...pendingLines, ...own];
  makeInvoice(draft, { reason: 'subscription_cycle', period, lines, periodLines: own, collecting, takesPending: true }, context);
}

/** Whether it was paid before it began. */
function isPaid({ lastPaid }: Draft['state'], { from }: SubscriptionPeriod): boolean {
  return lastPaid?.period.from === from;
}

/** The first period to come for which an invoice is still to be made; null for none. */
export function nextUnbilledPeriod(state: Draft['state']): SubscriptionPeriod | null {
  const period = nextPeriodOf(state);
  if (period === null || (state.upcoming === null && isCharged(state, period))) return period;
  const then = atNextPeriod(state);
  const anchor = then.anchor ?? anchorOf(then, period.from);
  return nextUnbilledPeriod({ ...then, anchor, current: period, nextFrom: period.to, upcoming: null });
}

/** True when the next period has a price, and was not paid before it began. */
function isCharged(state: Draft['state'], period: SubscriptionPeriod): boolean {
  return periodLines(atNextPeriod(state), period).length > 0 && !isPaid(state, period);
}

/** The invoice of the period to come: the payer hears of its debit. @param notBeforeMs of the debit; absent for the usual time. */
export function draftNext(draft: Draft, context: SubscriptionContext, notBeforeMs?: number): void {
  const period = nextPeriodOf(draft.state);
  if (period === null) return;
  const own = periodLines(atNextPeriod(draft.state), period);
  const lines = [...draft.state.pendingLines, ...own];
  const collecting = usualCollecting(draft, notBeforeMs ?? debitFromMs(period.from, context));
  const reason = draft.state.current === null ? 'subscription_create' : 'subscription_cycle';
  makeInvoice(draft, { reason, period, lines, periodLines: own, collecting, isUpcoming: true, takesPending: true }, context);
}

/** When that invoice is due to be made, ms since the epoch; null where none is made before its period begins. */
export function draftDueMs(state: Draft['state'], { rules }: Pick<SubscriptionContext, 'rules'>): number | null {
  const period = nextPeriodOf(state);
  if (period === null || state.upcoming !== null || !canDebit(state) || state.status === 'paused' || !isCharged(state, period)) return null;
  return startOfIstDate(period.from) - leadOf(state, rules);
}

/** How long before it is due an invoice is drafted, ms. */
export function leadOf({ price }: Draft['state'], { dailyLeadMs, leadMs }: SubscriptionContext['rules']): number {
  return price.interval.unit === 'day' ? dailyLeadMs : leadMs;
}
