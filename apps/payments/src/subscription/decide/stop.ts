import type { HaltReason, RevokeMandate } from '#contracts';
import { isOfDebits, isPlanned, type ExistingSubscription, type TrackedInvoice } from '../state';
import type { Draft } from './draft';
import { nextPeriodOf } from './schedule';

/** Nothing is debited any more: what is planned is called off, but where the mandate that ended does that by itself. */
export function halt(draft: Draft, reason: HaltReason): void {
  draft.add({ type: 'subscription.halted', data: { reason, ...(isOfDebits(reason) && stopsMoreOf(draft)) } });
  if (isOfDebits(reason)) stopCollecting(draft);
}

/** Whether money will be debited: an invoice is due, or a period follows. One that is paid up and ends needs its mandate no more. */
export function needsMandate(state: ExistingSubscription): boolean {
  return nextPeriodOf(state) !== null || state.invoices.some(({ status, amountRemaining }) => status === 'open' && amountRemaining > 0);
}

/** One that is to be debited and has no mandate by now, which ended or was paused while nothing was to be debited, stands still. */
export function haltWithoutMandate(draft: Draft): void {
  const { terms, mandate, lastMandateEnd } = draft.state;
  if (terms.collection !== 'automatic' || mandate?.status === 'active' || !needsMandate(draft.state)) return;
  halt(draft, mandate?.status === 'paused' ? 'mandate_paused' : lastMandateEnd === 'expired' ? 'mandate_expired' : 'mandate_revoked');
}

/** Debits that one commit calls off: each tells its invoice, its mandate and this subscription. */
const STOPPED_MAX = 9;

/** Debits that are planned are called off, the newest first: none that waits begins meanwhile. Of more, the next commit takes the rest. */
export function stopCollecting(draft: Draft, invoices: readonly TrackedInvoice[] = draft.state.invoices): void {
  const stopped = invoices.filter(isPlanned).slice(-STOPPED_MAX);
  draft.ask(...stopped.map(({ id }) => ({ streamId: id, type: 'invoices.stop_collecting', payload: {} })));
}

/** Whether more debits are called off than one commit takes. */
export function stopsMoreOf({ state }: Draft): { stopsMore?: true } {
  return state.invoices.filter(isPlanned).length > STOPPED_MAX ? { stopsMore: true } : {};
}

/** The next of the debits that are called off. */
export function stopRest(draft: Draft): void {
  stopCollecting(
    draft,
    draft.state.invoices.filter(({ isStopping }) => isStopping),
  );
}

/** Nothing else is debited under its mandate any more. */
export function leaveMandate(draft: Draft, subscriptionId: string, revoke: RevokeMandate): void {
  const { mandate } = draft.state;
  if (mandate === null) return;
  draft.ask({ streamId: mandate.id, type: 'mandates.leave_subscription', payload: { subscriptionId, revoke } });
}
