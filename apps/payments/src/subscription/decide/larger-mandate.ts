import { startOfIstDate, type MandateInstrument } from '#contracts';
import { mandateLimit } from '../../mandate/decide/rails';
import { endOfCardMs } from '../../mandate/decide/terms';
import type { ExistingMandate } from '../../mandate/state';
import type { ExistingSubscription, MandateOfSubscription, PendingUpdate, TrackedInvoice } from '../state';
import { askForMandate, debitFromMs, mandateTermsOf, ownMandate } from './agree';
import type { SubscriptionContext } from './context';
import type { Draft } from './draft';
import { neededAmount } from './needed';
import { isAgreed } from './schedule';
import { trackedReport } from './tracked-report';

/** How long a customer has to agree to another mandate. */
export const AGREE_WITHIN_MS = 7 * 86_400_000;

/** What the customer agreed to, minor units; no bound where no mandate is debited. */
export function agreedAmount({ mandate, terms }: ExistingSubscription, context: SubscriptionContext): number {
  if (mandate === null || terms.collection === 'send_invoice') return Infinity;
  const state = context.mandate(mandate.id);
  return state.status === 'none' ? Infinity : state.terms.maxAmount;
}

/** Another mandate that a customer is asked for, and what waits for it. */
export interface Request {
  instrument: MandateInstrument;
  /** The largest that is needed, minor units. */
  amount: number;
  waits: Omit<PendingUpdate, 'mandate'>;
}

/** The customer is asked for another mandate. @returns whether they agreed at once. */
export function askForAnother(draft: Draft, { instrument, amount, waits }: Request, context: SubscriptionContext): boolean {
  const { state } = draft;
  const terms = mandateTermsOf(state, { instrument, amount }, context);
  const own = ownMandate(terms, state.mandates, context);
  askForMandate(draft, own);
  const isActive = own.mandate.status === 'active';
  if (isActive) replaceMandate(draft, own.mandate, context);
  else draft.add({ type: 'subscription.update_planned', data: { ...waits, mandate: own.mandate } });
  return isActive;
}

/** What of a change that waits goes on waiting while the customer is asked for another mandate. */
export function keptChange({
  pendingUpdate,
}: ExistingSubscription): Pick<PendingUpdate, 'change' | 'proration' | 'effective' | 'isPlanned'> {
  if (pendingUpdate === null || pendingUpdate.change === null) return { change: null, proration: 'none', effective: 'now' };
  const { change, proration, effective } = pendingUpdate;
  return { change, proration, effective, ...(isAgreed(pendingUpdate) && { isPlanned: true as const }) };
}

/**
 * An invoice is larger than the mandate: the customer is asked for one that is large enough. Nothing where they are asked for that
 * already, or where the rail takes no such mandate.
 *
 * @param least what has to be debited, minor units.
 */
export function askForLarger(draft: Draft, least: number, context: SubscriptionContext): void {
  const { state } = draft;
  const asked = state.pendingUpdate?.mandate ?? null;
  const known = asked ?? state.mandate;
  const before = known === null ? null : context.mandate(known.id);
  if (before === null || before.status === 'none') return;
  const instrument = instrumentAfter(before, context);
  const most = mandateLimit(context.rules.rails[instrument.method], context.rules.mcc);
  const amount = Math.min(Math.max(least, neededAmount(state, context)), most);
  if (amount < least || (asked !== null && before.terms.maxAmount >= amount)) return;
  const expiresAtMs = context.nowMs + AGREE_WITHIN_MS;
  askForAnother(draft, { instrument, amount, waits: { ...keptChange(state), reason: 'mandate_amount_exceeded', expiresAtMs } }, context);
}

/** The customer is not asked for another mandate any more: a change that waits for its time alone goes on waiting. */
export function dropRequest(draft: Draft): void {
  const { isPlanned = false, ...update } = draft.state.pendingUpdate!;
  const planned = { ...update, mandate: null, expiresAtMs: null, reason: 'period_end' } as const;
  draft.add(isPlanned ? { type: 'subscription.update_planned', data: planned } : { type: 'subscription.update_dropped', data: {} });
}

/** The same instrument, but for a card that is over with its mandate. */
export function instrumentAfter(
  { terms: { instrument, endsAtMs } }: ExistingMandate,
  { usualInstrument }: SubscriptionContext,
): MandateInstrument {
  const cardEndsMs = instrument.method === 'card' ? endOfCardMs(instrument.card) : null;
  return cardEndsMs !== null && cardEndsMs <= endsAtMs ? usualInstrument('card') : instrument;
}

/**
 * Another mandate takes the place of the present one. A debit of which the payer has heard runs on its own mandate: the old one ends
 * after it. What was too large for the old one is debited under the new one.
 */
export function replaceMandate(draft: Draft, mandate: MandateOfSubscription, context: SubscriptionContext): void {
  const { mandate: before } = draft.state;
  const most = agreedAmount(draft.state, context);
  draft.add({ type: 'subscription.mandate_replaced', data: mandate });
  if (before === null) return;
  const revoke = before.isOwn ? 'when_idle' : 'no';
  const { subscriptionId } = context;
  draft.ask({ streamId: before.id, type: 'mandates.leave_subscription', payload: { subscriptionId, revoke } });
  const enough = agreedAmount(draft.state, context);
  const missed = missedBy(draft.state, most).filter(({ amountRemaining }) => amountRemaining <= enough);
  for (const invoice of missed.filter(({ status }) => status === 'draft')) debitDraft(draft, invoice, context);
  collectInTurns(
    draft,
    missed.filter(({ status }) => status === 'open'),
    context,
  );
}

/**
 * What is not debited because it is larger than the mandate was, or because that had as many debits as it may. One that is halted debits
 * its oldest invoice alone.
 */
function missedBy({ invoices, status, upcoming }: ExistingSubscription, most: number): TrackedInvoice[] {
  if (status === 'halted' || status === 'paused') return [];
  const undebited = invoices.filter(({ collecting }) => collecting === 'none' || collecting === 'untried' || collecting === 'waiting');
  return undebited.filter(
    ({ id, status: is, amountRemaining, isLast, collecting }) =>
      (amountRemaining > most || collecting === 'waiting') && (is === 'open' || id === upcoming || isLast),
  );
}

/** Debits that one commit begins: each tells its invoice, its mandate and this subscription. */
const COLLECTED_MAX = 6;

/** Open invoices are debited, the oldest first. Of more than one commit takes the next takes the rest. */
export function collectInTurns(draft: Draft, invoices: readonly TrackedInvoice[], context: SubscriptionContext): void {
  for (const invoice of invoices.slice(0, COLLECTED_MAX)) collectInvoice(draft, invoice, context, true);
  for (const invoice of invoices.slice(COLLECTED_MAX)) {
    draft.add({ type: 'subscription.invoice_recorded', data: { ...trackedReport(invoice), isHeld: true } });
  }
}

/** The next of the invoices that are debited. */
export function collectRest(draft: Draft, context: SubscriptionContext): void {
  const held = draft.state.invoices.filter(({ isHeld }) => isHeld).slice(0, COLLECTED_MAX);
  for (const invoice of held) draft.add({ type: 'subscription.invoice_recorded', data: trackedReport(invoice) });
  collectInTurns(
    draft,
    held.filter(({ status }) => status === 'open'),
    context,
  );
}

function debitDraft(draft: Draft, { id, period }: TrackedInvoice, context: SubscriptionContext): void {
  const { mandate, cancelAtMs, nextFrom } = draft.state;
  const mandateId = mandate!.id;
  // What waits at the end has no period.
  const endMs = cancelAtMs ?? (nextFrom === null ? 0 : startOfIstDate(nextFrom));
  const notBeforeMs = period === null ? Math.max(context.nowMs, endMs) : debitFromMs(period.from, context);
  draft.ask({ streamId: id, type: 'invoices.restart', payload: { kind: 'debit', mandateId, notBeforeMs } });
}

/** A debit of an invoice begins; where the mandate is too small for it, the customer is asked first. */
export function collectInvoice(
  draft: Draft,
  { id, amountRemaining }: Pick<TrackedInvoice, 'id' | 'amountRemaining'>,
  context: SubscriptionContext,
  ifIdle?: true,
): void {
  if (amountRemaining > agreedAmount(draft.state, context)) askForLarger(draft, amountRemaining, context);
  const { mandate, pendingUpdate } = draft.state;
  const isAsked = amountRemaining > agreedAmount(draft.state, context) && pendingUpdate?.mandate != null;
  if (mandate === null || isAsked || draft.isAsked(id)) return;
  draft.ask({ streamId: id, type: 'invoices.collect', payload: { mandateId: mandate.id, ...(ifIdle && { ifIdle }) } });
}

/** One that stood still goes on: its oldest open invoice is debited; without one it is active. Later invoices are, at most, of one period. */
export function goOn(draft: Draft, context: SubscriptionContext): void {
  const { invoices, mandate, status, current } = draft.state;
  if (mandate === null || (status !== 'halted' && status !== 'past_due')) return;
  const open = invoices.find((invoice) => invoice.status === 'open' && isRecent(invoice.period?.to, current?.from));
  if (open !== undefined) collectInvoice(draft, open, context, true);
  else if (status === 'halted') draft.add({ type: 'subscription.activated', data: {} });
}

/** Of the present period, or of the one before it. */
function isRecent(to: number | undefined, currentFrom: number | undefined): boolean {
  return to === undefined || currentFrom === undefined || to >= currentFrom;
}
