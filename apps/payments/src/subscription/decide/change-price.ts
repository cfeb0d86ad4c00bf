import {
  INTERVAL_COUNT_MAX,
  MAX_AMOUNT_MINOR,
  invalidParameter,
  istDateOf,
  minorText,
  startOfIstDate,
  type ChangeTime,
  type Interval,
  type Refusal,
  type SubscriptionChange,
  type SubscriptionPrice,
} from '#contracts';
import type { ExistingSubscription, NewPrice, PendingUpdate } from '../state';
import { amountProblem } from './agree';
import { ANCHOR_DAY_MAX } from './problems';
import { changePrice, outcomeOf, type Applied, type Priced } from './apply-price';
import { usualCollecting } from './begin';
import { dropUpcoming } from './cancel';
import { dropDrafts } from './last-invoice';
import { addLines, periodLines } from './bills';
import type { SubscriptionContext } from './context';
import { Draft } from './draft';
import { makeInvoice } from './invoices';
import type { WithPrice } from './change-mandate';
import { AGREE_WITHIN_MS, agreedAmount, askForAnother, dropRequest, instrumentAfter } from './larger-mandate';
import { followingAmount, neededAmount } from './needed';
import { atNextPeriod, isAgreed, movesBoundaries } from './schedule';

const CHANGES_A_DAY_MAX = 20;
/** Lines that may wait for one invoice, which has at most 1,000. */
const WAITING_LINES_MAX = 990;

/** The price that a change asks for; null where it asks for none. */
export function newPriceOf(
  { planId, amount, interval, quantity, anchorDay }: SubscriptionChange,
  { terms, price }: ExistingSubscription,
  { plan }: SubscriptionContext,
): NewPrice | null | { refusal: Refusal } {
  const isAsked = [planId, amount, interval, quantity, anchorDay].some((value) => value !== undefined);
  if (!isAsked) return null;
  const found = planId === undefined ? ownPrice({ amount, interval }, price) : planPrice(plan(planId));
  if ('refusal' in found) return found;
  const isOwn = amount !== undefined || interval !== undefined;
  const kept = { planId: (isOwn ? undefined : terms.planId) ?? null, quantity: terms.quantity, anchorDay: terms.anchorDay ?? null };
  return { ...kept, price: found, ...definedOf({ planId, quantity, anchorDay }) };
}

/** What was asked for alone. */
function definedOf<TParts extends object>(parts: TParts): { [TName in keyof TParts]?: Exclude<TParts[TName], undefined> } {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as never;
}

function planPrice(state: ReturnType<SubscriptionContext['plan']>): SubscriptionPrice | { refusal: Refusal } {
  if (state.status === 'none') return { refusal: { code: 'resource_missing', details: { param: 'plan_id' } } };
  if (state.status === 'inactive')
    return { refusal: invalidParameter('plan_id', 'is inactive and takes no subscriptions.', 'plan_inactive') };
  const { name, amount, currency, interval, tax } = state.terms;
  return { name, amount, currency, interval, ...(tax !== undefined && { tax }) };
}

function ownPrice({ amount, interval }: { amount?: number; interval?: Interval }, price: SubscriptionPrice): SubscriptionPrice {
  return { ...price, ...(amount !== undefined && { amount }), ...(interval !== undefined && { interval }) };
}

/** Why a price cannot be taken, or null. @param change null where none is asked for. */
export function priceProblem(
  change: NewPrice | null,
  state: ExistingSubscription,
  asked: SubscriptionChange,
  context: SubscriptionContext,
): Refusal | null {
  if (change === null) return null;
  const { price, quantity, anchorDay } = change;
  if (price.currency !== state.price.currency) {
    return invalidParameter('plan_id', `must be in ${state.price.currency}, as the subscription is.`, 'currency_not_supported');
  }
  if (anchorDay !== null && anchorDay > ANCHOR_DAY_MAX[price.interval.unit]) {
    return invalidParameter('billing_anchor_day', 'does not go with this interval.', 'anchor_day_not_allowed');
  }
  if (price.interval.count > INTERVAL_COUNT_MAX[price.interval.unit]) {
    return invalidParameter('interval_count', 'is too large.', 'interval_too_long');
  }
  if (price.amount * quantity > MAX_AMOUNT_MINOR) {
    return { code: 'amount_too_large', details: { param: 'quantity', message: 'The price of a period is too large.' } };
  }
  return countProblem(change, state, asked, context) ?? tooOften(state, context.nowMs);
}

/** Another interval begins a whole period today, which is one of `totalCount`. */
function countProblem(
  change: NewPrice,
  state: ExistingSubscription,
  asked: SubscriptionChange,
  context: SubscriptionContext,
): Refusal | null {
  const { totalCount = state.terms.totalCount ?? null } = asked;
  if (totalCount === null || timeOf(state, asked) !== 'now') return null;
  const { begins } = outcomeOf(state, { change, proration: 'none' }, context);
  if (begins === null || begins.number <= totalCount) return null;
  const param = asked.interval !== undefined ? 'interval' : asked.anchorDay !== undefined ? 'billing_anchor_day' : 'plan_id';
  return invalidParameter(
    param,
    'begins another period, and the last of total_count has begun: raise total_count as well.',
    'periods_over',
  );
}

function tooOften({ priceChanges: { date, count }, pendingLines }: ExistingSubscription, nowMs: number): Refusal | null {
  if (pendingLines.length >= WAITING_LINES_MAX) {
    return {
      code: 'limit_exceeded',
      details: {
        message: `Too many changes wait for the next invoice: at most ${WAITING_LINES_MAX} lines.`,
        hint: 'Repeat the request once the next invoice has taken pending_lines.',
      },
    };
  }
  if (date !== istDateOf(nowMs) || count < CHANGES_A_DAY_MAX) return null;
  const message = `The price changes at most ${CHANGES_A_DAY_MAX} times a day.`;
  return { code: 'limit_exceeded', details: { message, hint: 'Repeat the request after midnight in India (IST).' } };
}

/** When a change takes effect: a new day alone waits for the end of the period. */
function timeOf({ current }: ExistingSubscription, { effective, planId, amount, interval, quantity }: SubscriptionChange): ChangeTime {
  // Before the first period everything is as if it had been so from the start.
  if (current === null) return 'now';
  const isPrice = [planId, amount, interval, quantity].some((value) => value !== undefined);
  return effective ?? (isPrice ? 'now' : 'period_end');
}

/** What a change of price comes to while it waits. */
function plannedOf(
  state: ExistingSubscription,
  change: NewPrice,
  asked: SubscriptionChange,
): Omit<PendingUpdate, 'reason'> & { change: NewPrice } {
  return { change, proration: asked.proration, mandate: null, effective: timeOf(state, asked), expiresAtMs: null };
}

/** The subscription as a change leaves it. Nothing of it is kept. */
function changedBy(
  state: ExistingSubscription,
  planned: Omit<PendingUpdate, 'reason'>,
  context: SubscriptionContext,
): ExistingSubscription {
  const trial = new Draft({ ...state, mandate: null });
  apply(trial, { ...planned, reason: 'period_end' }, context);
  return trial.state;
}

/** What comes with a change of the mandate: the price that is asked for, or one that the customer has not agreed to yet. */
export function withMandate(
  change: NewPrice | null,
  state: ExistingSubscription,
  asked: SubscriptionChange,
  context: SubscriptionContext,
): WithPrice {
  const { pendingUpdate } = state;
  const waiting = pendingUpdate !== null && asked.mandateId === undefined && !isAgreed(pendingUpdate) ? pendingUpdate : null;
  const planned = change === null ? waiting : plannedOf(state, change, asked);
  const needed = planned === null || planned.change === null ? neededAmount(state, context) : sizesOf(state, planned, context).needed;
  return { planned: change === null ? null : planned, needed };
}

/** The debits that a change leads to, minor units. */
interface Sizes {
  /** The largest of those that it makes, or that follow. */
  largest: number;
  /** The size that the mandate needs, open invoices included. */
  needed: number;
}

function sizesOf(state: ExistingSubscription, planned: Omit<PendingUpdate, 'reason'>, context: SubscriptionContext): Sizes {
  const changed = changedBy(state, planned, context);
  const known = new Set(state.invoices.map(({ id }) => id));
  const made = changed.invoices.filter(({ id }) => !known.has(id)).map(({ amountRemaining }) => amountRemaining);
  const largest = Math.max(followingAmount(changed, context), ...made);
  return { largest, needed: Math.max(largest, neededAmount(changed, context)) };
}

/** Now, at the end of the period, or once the customer has agreed to more. Null where it was taken, else why not. */
export function changeTo(draft: Draft, change: NewPrice, asked: SubscriptionChange, context: SubscriptionContext): Refusal | null {
  const { state } = draft;
  const planned = plannedOf(state, change, asked);
  const sizes = sizesOf(state, planned, context);
  // What was too large before is asked for when it is due: such a change makes it no larger.
  const isMore = sizes.largest > agreedAmount(state, context) && sizes.largest > followingAmount(state, context);
  if (isMore) return askForMore(draft, { planned, ...sizes }, asked, context);
  apply(draft, { ...planned, reason: 'period_end' }, context);
  return null;
}

interface More extends Sizes {
  planned: Omit<PendingUpdate, 'reason'>;
}

/** The old price goes on until the customer has agreed to a mandate of more. */
function askForMore(
  draft: Draft,
  { planned, largest, needed: amount }: More,
  { overLimit }: SubscriptionChange,
  context: SubscriptionContext,
): Refusal | null {
  const { state } = draft;
  const { nowMs } = context;
  if (overLimit === 'refuse') {
    const most = minorText(agreedAmount(state, context), 'INR');
    const message = `${minorText(largest, 'INR')} is above the ${most} that the payer agreed to.`;
    return { code: 'mandate_amount_exceeded', details: { message, param: 'over_limit' } };
  }
  const before = context.mandate(state.mandate!.id);
  if (before.status === 'none') return null;
  const instrument = instrumentAfter(before, context);
  const problem = amountProblem(state, instrument.method, { amount }, context);
  if (problem !== null) return problem;
  const expiresAtMs = Math.min(nowMs + AGREE_WITHIN_MS, state.current === null ? Infinity : startOfIstDate(state.current.to));
  const waits = { ...planned, reason: 'mandate_amount_exceeded', expiresAtMs } as const;
  if (askForAnother(draft, { instrument, amount, waits }, context)) apply(draft, { ...planned, reason: 'period_end' }, context);
  return null;
}

/** The customer has agreed to another mandate: what waited for that is done. */
export function settleUpdate(draft: Draft, context: SubscriptionContext): void {
  const { pendingUpdate } = draft.state;
  if (pendingUpdate === null) return;
  if (pendingUpdate.change !== null && !isAgreed(pendingUpdate)) apply(draft, pendingUpdate, context);
  else if (pendingUpdate.mandate !== null) dropRequest(draft);
}

/** Of a change that waits for nothing but its time. */
export function apply(draft: Draft, planned: PendingUpdate, context: SubscriptionContext): void {
  const { change, effective, proration } = planned;
  if (change === null) return;
  const drops = isOutdated(draft.state, change) && { dropsUpcoming: true as const };
  const before = draft.state;
  // Lines that correct the draft go with it.
  if (drops)
    dropDrafts(
      draft,
      before.invoices.filter(({ id }) => id === before.upcoming),
    );
  if (effective === 'period_end') {
    const data = { ...planned, mandate: null, expiresAtMs: null, reason: 'period_end', ...drops } as const;
    draft.add({ type: 'subscription.update_planned', data });
  } else applyNow(draft, { change, proration, ...drops, ...outcomeOf(draft.state, { change, proration }, context) }, context);
  dropUpcoming(draft, before);
}

/** Of its draft, as it is now, which may have been made while the customer was asked. One that a replaced change may be in is no base for lines. */
function isOutdated(state: ExistingSubscription, change: NewPrice): boolean {
  const isReplaced = atNextPeriod(state) !== state;
  return state.upcoming !== null && (isReplaced || movesBoundaries(state, change));
}

function applyNow(draft: Draft, { proration, notes = [], ...outcome }: Priced & Applied, context: SubscriptionContext): void {
  draft.ask(...notes);
  const waiting = addLines(draft.state.pendingLines, outcome.lines);
  const { begins } = outcome;
  if (begins === null && proration !== 'invoice_now') return changePrice(draft, { ...outcome, lines: waiting }, context);
  changePrice(draft, { ...outcome, lines: waiting }, context);
  const own = begins === null ? [] : periodLines(draft.state, begins);
  const lines = [...waiting, ...own];
  if (lines.length === 0) return;
  const collecting = usualCollecting(draft, context.nowMs);
  makeInvoice(draft, { reason: 'subscription_update', period: begins, lines, periodLines: own, collecting, takesPending: true }, context);
}
