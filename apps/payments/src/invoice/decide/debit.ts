import { findCurrency, minorText, type DebitTerms, type FailureReason, type InvoiceTerms, type Refusal } from '#contracts';
import type { MandateState } from '../../mandate/state';
import type { FollowUp } from '#decider';
import { openDebitsRefusal, plan } from '../../debit/decide/plan';
import { amountRemaining, documentOf, type DraftInvoice, type OpenInvoice } from '../state';
import type { Bill } from './bill';
import type { InvoiceContext, Step } from './context';

/** Judged when it is named, also for a draft: who finalizes it later should not be the first to hear of it. */
export function mandateRefusal(
  { mandateId, customerId, subscriptionId }: InvoiceTerms,
  { total }: Pick<Bill, 'total'>,
  { mandate }: InvoiceContext,
): Refusal | null {
  // A subscription goes on without its mandate.
  if (mandateId === undefined || subscriptionId !== undefined) return null;
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

/**
 * The payer is notified, and debited at the earliest allowed time: the debit says when. Where it cannot be made, the caller hears
 * why, or, of a subscription, which goes on, the customer pays otherwise.
 *
 * @param notBeforeMs ms since the epoch; absent for the earliest allowed time.
 */
export function beginDebit(state: DraftInvoice | OpenInvoice, mandateId: string, context: InvoiceContext, notBeforeMs?: number): Step {
  const { invoiceId, idOf } = context;
  const payload = debitOf(state, { mandateId, invoiceId, notBeforeMs });
  const refusal = mandateRefusal({ ...state.terms, mandateId }, { total: amountRemaining(state) }, context);
  if (refusal !== null) return { refusal };
  if (state.terms.subscriptionId !== undefined) {
    const planRefusal = planRefusalOf(payload, context);
    if (planRefusal !== null) return cannotDebit(planRefusal, { mandateId, notBeforeMs }, invoiceId);
  }
  const debitId = idOf('debit', state.begun + 1);
  return {
    events: [{ type: 'invoice.debit_begun', data: { debitId, mandateId } }],
    followUps: [{ streamId: debitId, type: 'debits.create', payload }],
  };
}

/** A debit that is planned, or waits for its turn at the processor, is not made. */
export function callOff(debitId: string, reason: 'collection_stopped' | 'invoice_settled' = 'collection_stopped'): FollowUp {
  return { streamId: debitId, type: 'debits.end_with_invoice', payload: { reason } };
}

/** Whether a debit of what is left to pay can be planned now. */
export function canBeDebited(state: OpenInvoice, mandateId: string, context: InvoiceContext): boolean {
  const payload = debitOf(state, { mandateId, invoiceId: context.invoiceId, notBeforeMs: undefined });
  const total = amountRemaining(state);
  if (total < (findCurrency('INR')?.minMinor ?? 1)) return false;
  const refusal = mandateRefusal({ ...state.terms, mandateId }, { total }, context) ?? planRefusalOf(payload, context);
  // More than may be open wait.
  const canWait = refusal?.code === 'limit_exceeded' && state.terms.subscriptionId !== undefined;
  return refusal === null || canWait;
}

function planRefusalOf(payload: DebitTerms, context: InvoiceContext): Refusal | null {
  const planned = plan(payload, { ...context.debits, ...knownOf(payload.mandateId, context), nowMs: context.nowMs, debitId: '' });
  return 'refusal' in planned ? planned.refusal : null;
}

function knownOf(mandateId: string, { mandate, customer }: InvoiceContext): { mandate: MandateState; hasCustomer: boolean } {
  const state = mandate(mandateId);
  return { mandate: state, hasCustomer: state.status !== 'none' && customer(state.terms.customerId).status === 'active' };
}

interface DebitOf {
  mandateId: string;
  invoiceId: string;
  notBeforeMs: number | undefined;
}

function debitOf(state: DraftInvoice | OpenInvoice, { mandateId, invoiceId, notBeforeMs }: DebitOf): DebitTerms {
  const { subscriptionId, retrySchedule, description, metadata } = state.terms;
  const number = documentOf(state)?.number ?? null;
  return {
    mandateId,
    amount: amountRemaining(state),
    invoiceId,
    description: number === null ? (description ?? 'Subscription') : `Invoice ${number}`,
    ...(subscriptionId !== undefined && { subscriptionId }),
    ...(retrySchedule !== undefined && { retrySchedule }),
    ...(notBeforeMs !== undefined && { debitAfterMs: notBeforeMs, orLater: true }),
    ...(subscriptionId !== undefined && metadata !== undefined && { metadata }),
  };
}

const WHY_NO_DEBIT: Partial<Record<Refusal['code'], FailureReason>> = {
  mandate_amount_exceeded: 'mandate_amount_exceeded',
  mandate_cycle_used: 'mandate_cycle_used',
};

/** More debits of a mandate than may be open wait in order. */
function cannotDebit({ code }: Refusal, { mandateId, notBeforeMs }: { mandateId: string; notBeforeMs?: number }, invoiceId: string): Step {
  if (code === 'limit_exceeded') {
    const data = { mandateId, ...(notBeforeMs !== undefined && { notBeforeMs }) };
    const followUps = [{ streamId: mandateId, type: 'mandates.queue_debit', payload: { invoiceId } }];
    return { events: [{ type: 'invoice.debit_waits', data }], followUps };
  }
  const reason = WHY_NO_DEBIT[code] ?? 'mandate_not_active';
  return { events: [{ type: 'invoice.payment_failed', data: { failure: { reason, networkCode: null }, debit: null } }], followUps: [] };
}
