import type { Failure, InvoiceDebitReport } from '#contracts';
import type { FollowUp } from '#decider';
import { isEnded, isWaiting, type DebitState, type EndedDebit, type ExistingDebit } from './state';

interface Change {
  before: DebitState;
  after: DebitState;
}

/** What others learn of a debit in the same commit: its mandate, and the invoice that it is to pay. */
export function followUpsOf(change: Change, debitId: string): FollowUp[] {
  return [...mandateFollowUps(change, debitId), ...invoiceFollowUps(change, debitId)];
}

/** The mandate knows which debits under it have not ended, and when one last succeeded. */
function mandateFollowUps({ before, after }: Change, debitId: string): FollowUp[] {
  if (after.status === 'none') return [];
  const streamId = after.terms.mandateId;
  const closed = (hasSucceeded: boolean): FollowUp[] => [{ streamId, type: 'mandates.close_debit', payload: { debitId, hasSucceeded } }];
  if (!isEnded(after)) return before.status === 'none' ? [{ streamId, type: 'mandates.open_debit', payload: { debitId } }] : [];
  if (after.status === 'succeeded') return before.status === 'succeeded' ? [] : closed(true);
  return before.status === 'none' || isEnded(before) || isOfMandate(after) ? [] : closed(false);
}

/** Ended by its mandate, which has forgotten it already. */
function isOfMandate({ cancelReason }: EndedDebit): boolean {
  return cancelReason === 'mandate_paused' || cancelReason === 'mandate_revoked' || cancelReason === 'mandate_expired';
}

/** The invoice knows when it is tried next, and why it failed. That it succeeded its payment tells. */
function invoiceFollowUps({ before, after }: Change, debitId: string): FollowUp[] {
  if (after.status === 'none' || after.terms.invoiceId === undefined || isSettled(after)) return [];
  const failure = failuresOf(after) > failuresOf(before) ? failureOf(after) : null;
  const next = planOf(after);
  if (failure === null && before.status !== 'none' && JSON.stringify(planOf(before)) === JSON.stringify(next)) return [];
  const payload: InvoiceDebitReport = { debitId, ...next, ...failure };
  return [{ streamId: after.terms.invoiceId, type: 'invoices.record_debit', payload }];
}

/** There is nothing for the invoice to learn: it has the money, or called the debit off itself. */
function isSettled(state: ExistingDebit): boolean {
  if (state.status !== 'cancelled') return state.status === 'succeeded';
  return state.cancelReason === 'invoice_settled' || state.cancelReason === 'collection_stopped';
}

function planOf(state: ExistingDebit): Pick<InvoiceDebitReport, 'nextAttemptAtMs' | 'isApprovalOpen' | 'isOver'> {
  const isApprovalOpen = state.status === 'requires_action' && { isApprovalOpen: true as const };
  return { nextAttemptAtMs: isWaiting(state) ? state.executeAtMs : null, ...isApprovalOpen, isOver: isEnded(state) };
}

/** Attempts that failed, and an end without one. */
function failuresOf(state: DebitState): number {
  if (state.status === 'none') return 0;
  const failed = state.attempts.filter(({ outcome }) => outcome === 'failed').length;
  return failed + (ownFailureOf(state) === null ? 0 : 1);
}

/** Why it ended without an attempt: the payer could not be told, or did not approve. */
function ownFailureOf(state: ExistingDebit): Failure | null {
  if (!isEnded(state) || state.failure?.reason === state.attempts.at(-1)?.failure?.reason) return null;
  return state.failure;
}

function failureOf(state: ExistingDebit): Pick<InvoiceDebitReport, 'failure' | 'paymentId'> | null {
  const failure = ownFailureOf(state);
  if (failure !== null) return { failure };
  const last = state.attempts.at(-1);
  return last === undefined || last.failure === null ? null : { failure: last.failure, paymentId: last.paymentId };
}
