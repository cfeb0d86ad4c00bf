import type { HaltReason } from '#contracts';
import { isBeingCollected, type TrackedInvoice } from '../state';
import { cancelNow } from './cancel';
import type { SubscriptionContext } from './context';
import type { Draft } from './draft';
import { halt } from './stop';

/** Invoices that are given up in one commit: each tells its customer and this subscription. */
const GIVEN_UP_MAX = 12;

/** No try is left, or none was made for long: what the account has decided happens (docs/how-to/dunning.md). */
export function endDunning(
  draft: Draft,
  reason: Extract<HaltReason, 'retries_exhausted' | 'nothing_scheduled'>,
  context: SubscriptionContext,
): void {
  switch (context.afterDunning) {
    case 'halt':
      return halt(draft, reason);
    case 'cancel':
      return cancelNow(draft, { refund: 'none', openInvoices: 'keep', reason: 'dunning_ended' }, context);
    case 'mark_uncollectible':
      return giveUp(draft, context.nowMs);
    case 'leave_past_due':
      return stayPastDue(draft, null);
  }
}

/** The subscription is active once no invoice is overdue: those that are still tried are not given up. */
function giveUp(draft: Draft, nowMs: number): void {
  const { state } = draft;
  const late = state.invoices.filter(isLost);
  if (state.status === 'authenticated') draft.add({ type: 'subscription.activated', data: {} });
  // What is left, or is being paid at this moment, is looked at again.
  if (state.status === 'past_due') stayPastDue(draft, late.length > GIVEN_UP_MAX ? state.quietSinceMs : nowMs);
  const given = late.slice(0, GIVEN_UP_MAX);
  draft.ask(...given.map(({ id }) => ({ streamId: id, type: 'invoices.mark_uncollectible', payload: { ifIdle: true } })));
}

function isLost(invoice: TrackedInvoice): boolean {
  return invoice.status === 'open' && invoice.isOverdue && !isBeingCollected(invoice);
}

/** @param quietSinceMs null: nothing happens until another try fails. */
function stayPastDue(draft: Draft, quietSinceMs: number | null): void {
  const type = draft.state.status === 'past_due' ? 'subscription.retry_changed' : 'subscription.past_due';
  draft.add({ type, data: { quietSinceMs } });
}
