import {
  methodTakes,
  minorText,
  offeredMethods,
  type CreatePaymentPayload,
  type PayInvoicePayload,
  type Refusal,
  type TakenPayment,
} from '#contracts';
import { accept, refuse } from '#decider';
import {
  amountRemaining,
  documentOf,
  isPayable,
  type DraftInvoice,
  type ExistingInvoice,
  type InvoiceState,
  type OpenInvoice,
} from '../state';
import { joined, type InvoiceContext, type InvoiceDecision, type Step } from './context';
import { beginDebit } from './debit';
import { issue, openOf } from './issue';
import { paymentUnderWay } from './record';
import { missing, notPayable, underWay } from './refusals';

/** draft, open, uncollectible: a debit is made, or the customer pays. A draft gets its number first. */
export function pay(payload: PayInvoicePayload, state: InvoiceState, context: InvoiceContext): InvoiceDecision {
  if (state.status === 'none') return missing();
  const step = state.status === 'draft' ? payDraft(payload, state, context) : payOpen(payload, state, context);
  return 'refusal' in step ? refuse(step.refusal) : accept(step.events, 200, { followUps: step.followUps });
}

function payDraft(payload: PayInvoicePayload, state: DraftInvoice, context: InvoiceContext): Step {
  const what = paymentUnderWay(state);
  if (what !== null) return { refusal: underWay(what) };
  return joined(issue(state, context), (events) => payOpen(payload, openOf(state, events), context));
}

/** While money may be moving no further attempt is made: an invoice is never paid twice. */
function payOpen(payload: PayInvoicePayload, state: Exclude<ExistingInvoice, DraftInvoice>, context: InvoiceContext): Step {
  if (!isPayable(state)) return { refusal: notPayable(state) };
  const what = paymentUnderWay(state);
  if (what !== null) return { refusal: underWay(what) };
  const mandateId = payload.mandateId ?? (isLeftOpen(payload) ? usualMandateOf(state) : undefined);
  if (mandateId === undefined) return beginPayment(state, payload, context);
  return state.debit === null ? beginDebit(state, mandateId, context) : { refusal: underWay(`debit ${state.debit.id}`) };
}

/** Whether the caller leaves it to the invoice how it is paid. */
function isLeftOpen({ instrument, paymentMethodId, methods }: PayInvoicePayload): boolean {
  return instrument === undefined && paymentMethodId === undefined && methods.length === 0;
}

function usualMandateOf({ terms }: OpenInvoice): string | undefined {
  return terms.collection === 'automatic' ? terms.mandateId : undefined;
}

/** The customer pays. @param payload `mandateId`: it is the payment with which this mandate is registered. */
export function beginPayment(state: DraftInvoice | OpenInvoice, payload: PayInvoicePayload, context: InvoiceContext): Step {
  const { currency } = state.terms;
  const amount = amountRemaining(state);
  const offered = offeredMethods(payload.rules);
  const asked = payload.methods.length > 0 ? payload.methods : offered;
  const methods = asked.filter((method) => offered.includes(method) && methodTakes(method, { amount, currency }));
  if (methods.length === 0) return { refusal: noMethod(asked, minorText(amount, currency)) };
  return begun(context.idOf('payment', state.begun + 1), paymentOf(state, { ...payload, methods }, context));
}

/** The customer has paid: a processor behind a network took the payment with the registration of a mandate. */
export function recordTaken(
  state: DraftInvoice | OpenInvoice,
  payload: PayInvoicePayload,
  { paymentId, ...taken }: TakenPayment,
  context: InvoiceContext,
): Step {
  return begun(paymentId, { ...paymentOf(state, payload, context), taken });
}

/** The payment is made in the same commit. */
function begun(paymentId: string, payload: CreatePaymentPayload): Step {
  return {
    events: [{ type: 'invoice.payment_begun', data: { paymentId } }],
    followUps: [{ streamId: paymentId, type: 'payments.create', payload }],
  };
}

function paymentOf(
  state: DraftInvoice | OpenInvoice,
  { instrument, paymentMethodId, returnUrl, mandateId, methods, rules }: PayInvoicePayload,
  { invoiceId, customer }: InvoiceContext,
): CreatePaymentPayload {
  const { currency, customerId, description } = state.terms;
  return {
    amount: amountRemaining(state),
    currency,
    methods,
    captureMethod: 'automatic',
    referenceId: invoiceId,
    invoiceId,
    description: description ?? `Invoice ${documentOf(state)?.number ?? invoiceId}`,
    ...subscribedOf(state),
    ...(mandateId !== undefined && { mandateId }),
    ...(customer(customerId).status === 'active' && { customerId }),
    ...(instrument !== undefined && { instrument }),
    ...(paymentMethodId !== undefined && { paymentMethodId }),
    ...(returnUrl !== undefined && { returnUrl }),
    ...(rules !== undefined && { rules }),
  };
}

/** A payment for a subscription has its words, which a sandbox listens to. */
function subscribedOf({
  terms: { subscriptionId, metadata },
}: DraftInvoice | OpenInvoice): Pick<CreatePaymentPayload, 'subscriptionId' | 'metadata'> {
  return subscriptionId === undefined ? {} : { subscriptionId, ...(metadata !== undefined && { metadata }) };
}

function noMethod(asked: readonly string[], amount: string): Refusal {
  const message = `${asked.join(' and ')} cannot take ${amount}.`;
  return { code: 'parameter_invalid', details: { param: 'payment_method', message, reason: 'method_not_usable' } };
}
