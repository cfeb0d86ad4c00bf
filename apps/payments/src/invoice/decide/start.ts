import type { InvoiceStart, PayInvoicePayload } from '#contracts';
import { accept, refuse } from '#decider';
import type { DraftInvoice, ExistingInvoice } from '../state';
import type { InvoiceContext, InvoiceDecision, Step } from './context';
import { beginDebit } from './debit';
import { beginPayment, recordTaken } from './pay';
import { paymentUnderWay } from './record';
import { stateConflict, underWay } from './refusals';

/** A draft is paid by the payment that comes with the registration of a mandate, or is debited once what it charges has begun. */
export function begin(state: DraftInvoice, start: InvoiceStart, context: InvoiceContext): Step {
  if (start.kind === 'debit') return beginDebit(state, start.mandateId ?? state.terms.mandateId ?? '', context, start.notBeforeMs);
  const { instrument, mandateId, taken } = start;
  const payload: PayInvoicePayload = { instrument, mandateId, methods: instrument.method === 'enach' ? [] : [instrument.method] };
  return taken === undefined ? beginPayment(state, payload, context) : recordTaken(state, payload, taken, context);
}

/** The first payment failed, and is tried with another instrument. */
export function restart(start: InvoiceStart, state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  if (state.status !== 'draft') return stateConflict(state, 'be tried again', ['draft']);
  const what = paymentUnderWay(state);
  if (what !== null) return refuse(underWay(what));
  const step = begin(state, start, context);
  return 'refusal' in step ? refuse(step.refusal) : accept(step.events, 200, { followUps: step.followUps });
}
