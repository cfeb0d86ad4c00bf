import type { FollowUp } from '#decider';
import { isEnded, type DebitState, type EndedDebit } from './state';

/** The mandate knows which debits under it have not ended, and when one last succeeded; it learns both in the same commit. */
export function followUpsOf({ before, after }: { before: DebitState; after: DebitState }, debitId: string): FollowUp[] {
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
