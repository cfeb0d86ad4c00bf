import { minorText, type DebitTerms, type InvoiceTerms, type Refusal } from '#contracts';
import { openDebitsRefusal } from '../../debit/decide/plan';
import type { OpenInvoice } from '../state';
import type { Bill } from './bill';
import type { InvoiceContext, Step } from './context';

/** Judged when it is named, also for a draft: who finalizes it later should not be the first to hear of it. */
export function mandateRefusal({ mandateId, customerId }: InvoiceTerms, { total }: Bill, { mandate }: InvoiceContext): Refusal | null {
  if (mandateId === undefined) return null;
  const state = mandate(mandateId);
  if (state.status === 'none' || state.terms.customerId !== customerId) {
    const message = state.status === 'none' ? {} : { message: 'It does not belong to the customer of this invoice.' };
    return { code: 'resource_missing', details: { param: 'mandate_id', ...message } };
  }
  if (state.status !== 'active') {
    const message = `The mandate is ${state.status} and cannot be debited.`;
    return {
      code: 'mandate_not_active',
      details: { message, param: 'mandate_id', current_status: state.status, allowed_from: ['active'] },
    };
  }
  if (total <= state.terms.maxAmount) return openDebitsRefusal(state, 'mandate_id');
  const message = `The total of ${minorText(total, 'INR')} is above the ${minorText(state.terms.maxAmount, 'INR')} that the payer agreed to.`;
  return { code: 'mandate_amount_exceeded', details: { message, param: 'mandate_id' } };
}

/** The payer is told, and debited at the earliest allowed time: the debit says when. */
export function beginDebit(state: OpenInvoice, mandateId: string, context: InvoiceContext): Step {
  const refusal = mandateRefusal({ ...state.terms, mandateId }, state.bill, context);
  if (refusal !== null) return { refusal };
  const { invoiceId, idOf } = context;
  const debitId = idOf('debit', state.begun + 1);
  const payload: DebitTerms = { mandateId, amount: state.bill.total, invoiceId, description: `Invoice ${state.document.number}` };
  return {
    events: [{ type: 'invoice.debit_begun', data: { debitId, mandateId } }],
    followUps: [{ streamId: debitId, type: 'debits.create', payload }],
  };
}
