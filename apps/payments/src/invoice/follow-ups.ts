import type { FollowUp } from '#decider';
import { issuedOf, type InvoiceState } from './state';

/** A debit that has not ended is called off, in the same commit, once there is nothing for it to pay. */
export function followUpsOf({ before, after }: { before: InvoiceState; after: InvoiceState }): FollowUp[] {
  const [was, is] = [debitIdOf(before), debitIdOf(after)];
  if (was === null || was === is || isOpen(after)) return [];
  return [{ streamId: was, type: 'debits.end_with_invoice', payload: {} }];
}

function isOpen({ status }: InvoiceState): boolean {
  return status === 'draft' || status === 'open';
}

function debitIdOf(state: InvoiceState): string | null {
  return state.status === 'none' ? null : (issuedOf(state)?.debit?.id ?? null);
}
