import { istDateOf, type InvoiceLineTerms, type Prorating } from '#contracts';
import type { FollowUp } from '#decider';
import type { Deduction, ExistingSubscription, NewPrice, SubscriptionPeriod, WaitingLine } from '../state';
import { addLines, billed, changeLines, chargedOf, lineOf, periodLines, regularAmountOf, taxedLines } from './bills';
import type { SubscriptionContext } from './context';
import { fairChange, NOTHING_GIVEN, type Given } from './credit';
import { asCharged } from './credited-tax';
import type { Draft } from './draft';
import { measure } from './proration';
import { anchorOf, atNextPeriod, isAgreed, movesBoundaries, periodFrom, withPrice } from './schedule';

/** A change of price, and when it takes effect. */
export interface Applied {
  change: NewPrice;
  proration: Prorating;
}

/** The subscription after a change today, and what it charges and gives back for the days that are left. */
export interface Outcome {
  after: ExistingSubscription;
  lines: WaitingLine[];
  /** The period that begins today, where boundaries move. */
  begins: SubscriptionPeriod | null;
  /** Credit notes of invoices that are not paid. */
  notes?: FollowUp[];
  /** What refunds and credit notes take off what it gives back. */
  deductions?: Deduction[];
  /** That of the period, which goes on; absent where another one begins. */
  waived?: number;
}

/** What a change of price today comes to. Nothing was charged before the first period: nothing is given back. */
export function outcomeOf(state: ExistingSubscription, { change, proration }: Applied, context: SubscriptionContext): Outcome {
  const today = istDateOf(context.nowMs);
  const moves = movesBoundaries(state, change);
  const { current } = state;
  const after = withPrice(state, change, current === null ? state.nextFrom : today);
  if (current === null || today >= current.to) return { after, lines: moves ? [] : upcomingLines(state, after), begins: null };
  const days = current.to - Math.max(today, current.from);
  const waived = waivedAfter(state, after, { period: current, proration });
  const isFree = proration === 'none' || isSamePrice(state, after, moves);
  const [credit, charge] = isFree ? [] : changeLines(state, after, current, days);
  const { lines, ...given } = givenOf(state, { credit, ...(!moves && { charge }) }, context);
  if (!moves) return { after, lines: [...lines, ...upcomingLines(state, after)], begins: null, waived, ...given };
  // Of the new price a whole period is charged from today on: of the old one what is left goes back.
  return { after, lines, begins: periodFrom(after, after.anchor!, today, current.number), ...given };
}

/** @param moves whether another period begins with it. */
function isSamePrice(before: ExistingSubscription, after: ExistingSubscription, moves: boolean): boolean {
  return !moves && lineOf(before) === lineOf(after) && JSON.stringify(before.price.tax) === JSON.stringify(after.price.tax);
}

function givenOf(
  state: ExistingSubscription,
  { credit, charge }: { credit: InvoiceLineTerms | undefined; charge?: InvoiceLineTerms | undefined },
  context: SubscriptionContext,
): Given {
  if (credit === undefined) return NOTHING_GIVEN;
  return fairChange(state, { credit: asCharged(credit, state, context), ...(charge && { charge }) }, context);
}

function waivedAfter(
  before: ExistingSubscription,
  after: ExistingSubscription,
  { period: { waived = 0 }, proration }: { period: SubscriptionPeriod; proration: Prorating },
): number {
  const [oldLine, newLine] = [lineOf(before), lineOf(after)];
  return proration === 'none' ? waived + newLine - oldLine : measure(oldLine, newLine, waived).waived;
}

/** The draft of the next period keeps its amount: the payer has heard of it, or paid it ahead. What is missing comes with the one after. */
function upcomingLines(state: ExistingSubscription, after: ExistingSubscription): WaitingLine[] {
  const drafted = draftedOf(state);
  return drafted === null ? [] : draftedLines(state, after, drafted);
}

/** The invoice of the next period. */
function draftedOf({ invoices, upcoming: id, lastPaid, nextFrom }: ExistingSubscription) {
  if (id === null) return null;
  const paidAhead = lastPaid?.period.from === nextFrom ? lastPaid : null;
  const { period, periodAmount } = invoices.find((invoice) => invoice.id === id) ?? {
    period: paidAhead?.period ?? null,
    periodAmount: paidAhead?.amount ?? 0,
  };
  return period === null ? null : { id, period, periodAmount };
}

/** The difference to what a draft charges: given back and charged once it is known whether that was paid. */
function draftedLines(
  state: ExistingSubscription,
  after: ExistingSubscription,
  { id: ofInvoice, period }: { id: string; period: SubscriptionPeriod },
): WaitingLine[] {
  return changeLines(state, after, period, period.to - period.from).map((line) => ({ ...line, ofInvoice }));
}

/** A change that waited for the end of the period is made with the next one. */
function applyPlanned(draft: Draft, period: SubscriptionPeriod, context: SubscriptionContext): void {
  const { state } = draft;
  const { pendingUpdate } = state;
  const isDue = pendingUpdate?.effective === 'period_end' && pendingUpdate.change !== null && isAgreed(pendingUpdate);
  if (!isDue) return;
  const after = atNextPeriod(state);
  const drafted = draftedOf(state);
  const isOld =
    drafted !== null && drafted.periodAmount !== billed(periodLines(after, period), after.price, chargedOf(after, context)).total;
  const lines = isOld ? draftedLines(state, after, { id: drafted.id, period }) : [];
  changePrice(draft, { change: pendingUpdate.change!, after, lines: addLines(state.pendingLines, lines), begins: null }, context);
  if (pendingUpdate.mandate === null) return;
  // The customer is still asked for the mandate.
  const { isPlanned: _isPlanned, ...asked } = pendingUpdate;
  draft.add({ type: 'subscription.update_planned', data: { ...asked, change: null, proration: 'none', effective: 'now' } });
}

/** The period begins whose draft is out. */
export function beginDrafted(draft: Draft, context: SubscriptionContext): void {
  const { invoices, upcoming } = draft.state;
  const period = invoices.find(({ id }) => id === upcoming)?.period ?? null;
  if (period !== null) beginNext(draft, period, context);
}

/** A period begins, with the change that waited for it. */
export function beginNext(draft: Draft, period: SubscriptionPeriod, context: SubscriptionContext): void {
  applyPlanned(draft, period, context);
  draft.add({ type: 'subscription.period_begun', data: { period, anchor: draft.state.anchor ?? anchorOf(draft.state, period.from) } });
}

/** A change with what it comes to. */
export interface Priced extends Outcome {
  change: NewPrice;
  /** The draft of the next period is of other dates. */
  dropsUpcoming?: true;
}

/** The event of a change. @param lines all that wait for the next invoice then. */
export function changePrice(draft: Draft, priced: Priced, context: SubscriptionContext): void {
  const { change, after, lines, begins, dropsUpcoming, deductions = [], waived = 0 } = priced;
  const charged = chargedOf(after, context);
  const data = {
    change,
    regularAmount: regularAmountOf(after, charged),
    lines: taxedLines(lines, after.price, charged),
    date: istDateOf(context.nowMs),
    anchor: after.anchor,
    ...(begins !== null && { begins }),
    ...(dropsUpcoming && { dropsUpcoming }),
    ...(deductions.length > 0 && { deductions }),
    ...(waived !== 0 && { waived }),
  };
  draft.add({ type: 'subscription.price_changed', data });
}
