import { statusSentence, type InvoiceStatus } from '#contracts';
import { refuse } from '#decider';
import type { ExistingInvoice } from '../state';
import type { InvoiceDecision } from './context';

/** There is no such invoice. */
export function missing(): InvoiceDecision {
  return refuse({ code: 'resource_missing', details: { param: 'id' } });
}

/** What cannot happen in this status. @param act as in `be voided`. */
export function stateConflict({ status }: ExistingInvoice, act: string, allowedFrom: InvoiceStatus[]): InvoiceDecision {
  const message = statusSentence('invoice', status, act, allowedFrom);
  return refuse({ code: 'state_conflict', details: { message, current_status: status, allowed_from: allowedFrom } });
}
