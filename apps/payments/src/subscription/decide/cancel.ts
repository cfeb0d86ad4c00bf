import { startOfIstDate, type CancelSubscriptionPayload, type RevokeMandate } from '#contracts';
import { refuse } from '#decider';
import { isEnded, type ExistingSubscription, type TrackedInvoice } from '../state';
import type { SubscriptionContext, SubscriptionDecision } from './context';
import { Draft } from './draft';
import { giveBack, givesBackOf } from './give-back';
import { chargeLast, dropDrafts, dropLast, NO_LAST } from './last-invoice';
import { leaveMandate, stopCollecting, stopsMoreOf } from './stop';
import { LIVE, stateConflict } from './refusals';
import { passedProblem } from './time-problems';

/** Any live status → cancelled, now or at a time to come. */
export function cancel(
  payload: CancelSubscriptionPayload,
  state: ExistingSubscription,
  context: SubscriptionContext,
): SubscriptionDecision {
  if (isEnded(state)) return stateConflict(state, 'be cancelled', LIVE);
  const draft = new Draft(state);
  if (payload.at === 'now') {
    cancelNow(draft, payload, context);
    return draft.accept();
  }
  const atMs = payload.at === 'period_end' ? periodEndMs(state, context.nowMs) : payload.at;
  const passed = passedProblem('at', atMs, context.nowMs);
  if (passed !== null) return refuse(passed);
  draft.add({
    type: 'subscription.changed',
    data: { cancelAtMs: atMs, ...(payload.reason !== undefined && { cancelReason: payload.reason }) },
  });
  dropUpcoming(draft, state);
  return draft.accept();
}

/** Its customer is erased: it ends in a commit of its own, so that an erasure of many subscriptions is small. */
export function endWithCustomer(
  _payload: Record<string, never>,
  state: ExistingSubscription,
  { nowMs }: SubscriptionContext,
): SubscriptionDecision {
  const draft = new Draft(state);
  if (!isEnded(state)) draft.add({ type: 'subscription.customer_erased', data: { atMs: nowMs } });
  return draft.accept();
}

/** Where the present period ends, or, before the first, where that would begin; at once where that is over. Ms since the epoch. */
export function periodEndMs({ current, nextFrom }: ExistingSubscription, nowMs: number): number {
  const date = current?.to ?? nextFrom;
  return Math.max(nowMs + 1, date === null ? 0 : startOfIstDate(date));
}

/** The draft of a period that does not begin any more, or of another end. @param before what the change was made of. */
export function dropUpcoming(draft: Draft, before: ExistingSubscription): void {
  const { upcoming } = before;
  if (upcoming !== null && draft.state.upcoming === null) dropUnbegun(draft, upcoming);
  dropLast(draft, before);
}

/** The invoice of a period that does not begin, also one that was paid ahead. */
export function dropUnbegun(draft: Draft, id: string): void {
  if (!draft.isAsked(id)) draft.ask({ streamId: id, type: 'invoices.drop', payload: { givesBack: true } });
}

/** Invoices that are void in one commit: each may take a debit, its mandate and what others hear of it along. */
const DROPPED_MAX = 9;

function drop(draft: Draft, invoices: readonly TrackedInvoice[]): void {
  draft.ask(...invoices.slice(0, DROPPED_MAX).map(({ id }) => ({ streamId: id, type: 'invoices.drop', payload: {} })));
}

/** Of a subscription that was cancelled: the next of the invoices that are void with it. */
export function voidRest(draft: Draft): void {
  drop(draft, draft.state.invoices);
}

type Ending = Pick<CancelSubscriptionPayload, 'refund' | 'openInvoices' | 'revokeMandate' | 'reason'>;

/**
 * Drafts are void, what is planned is called off, what waits is charged, unless nothing more is asked of the customer, and what is left
 * of the period goes back where the caller asks for it.
 */
export function cancelNow(draft: Draft, { refund, openInvoices, revokeMandate, reason }: Ending, context: SubscriptionContext): void {
  const { nowMs, subscriptionId } = context;
  const gives = givesBackOf(draft.state, { refund, openInvoices }, context);
  // Before a note makes them smaller: a debit that is planned would be made of the rest, on a mandate that may end here.
  if (openInvoices === 'keep')
    stopCollecting(
      draft,
      draft.state.invoices.filter(({ isLast }) => !isLast),
    );
  draft.ask(...gives.notes);
  dropDrafts(
    draft,
    // With a refund the last invoice is made again, without the days that the customer does not get.
    draft.state.invoices.filter(({ status, isLast }) => status === 'draft' && (!isLast || refund !== 'none')),
  );
  const last = openInvoices === 'keep' ? chargeLast(draft, refund, context) : NO_LAST;
  const dropped = openInvoices === 'void' ? draft.state.invoices : [];
  drop(draft, dropped);
  // A refund contains what was paid ahead for the next period.
  if (refund === 'none' && draft.state.upcoming !== null) dropUnbegun(draft, draft.state.upcoming);
  if (refund !== 'none') giveBack(draft, gives, { last, open: openInvoices === 'void' ? [] : openOf(draft.state) }, context);
  const voidsOpen = dropped.length > DROPPED_MAX && { voidsOpen: true as const };
  const ending = { atMs: nowMs, reason: reason ?? draft.state.cancelReason, ...voidsOpen, ...stopsMoreOf(draft) };
  draft.add({ type: 'subscription.cancelled', data: ending });
  leaveMandate(draft, subscriptionId, revokeOf(draft.state, revokeMandate));
}

function openOf({ invoices }: ExistingSubscription): TrackedInvoice[] {
  return invoices.filter(({ status, isLast }) => status === 'open' && !isLast);
}

/** The mandate outlives the debit of what is charged at the end. */
function revokeOf({ invoices }: ExistingSubscription, revokeMandate: boolean | undefined): RevokeMandate {
  if (revokeMandate === false) return 'no';
  if (invoices.some(({ isLast }) => isLast)) return 'when_idle';
  return revokeMandate === undefined ? 'unless_used' : 'yes';
}
