import { istDateOf, type Instrument, type MandateInstrument, type Refusal, type RetrySubscriptionPayload } from '#contracts';
import { refuse } from '#decider';
import { recentTries, type ExistingSubscription, type TrackedInvoice } from '../state';
import { amountProblem, askForMandate, namedInstrument, registrationOf, type OwnMandate } from './agree';
import { begin } from './begin';
import { chargedOf } from './bills';
import type { SubscriptionContext, SubscriptionDecision } from './context';
import { Draft } from './draft';
import { beginningMandate } from './first-charge';
import { collectInvoice } from './larger-mandate';
import { neededAmount } from './needed';
import { leaveMandate } from './stop';
import { stateConflict } from './refusals';

const RETRIED = ['created', 'past_due', 'halted'] as const;

const RETRIES_AN_HOUR_MAX = 10;
const TOO_OFTEN: Refusal = {
  code: 'limit_exceeded',
  details: { message: `A subscription is retried at most ${RETRIES_AN_HOUR_MAX} times an hour.`, hint: 'Retry it again in an hour.' },
};

/** created: another instrument is registered. past_due, halted: an invoice is debited now, or the customer pays it once. */
export function retry(payload: RetrySubscriptionPayload, state: ExistingSubscription, context: SubscriptionContext): SubscriptionDecision {
  if (!RETRIED.some((status) => status === state.status)) return stateConflict(state, 'be retried', RETRIED);
  const problem = oftenProblem(state, context.nowMs);
  if (problem !== null) return refuse(problem);
  return state.status === 'created' ? register(payload, state, context) : charge(payload, state, context);
}

function charge(
  { invoiceId, payment }: RetrySubscriptionPayload,
  state: ExistingSubscription,
  context: SubscriptionContext,
): SubscriptionDecision {
  const invoice = state.invoices.find(({ id, status }) => status !== 'draft' && (invoiceId === undefined || id === invoiceId));
  if (invoice === undefined) return refuse(noInvoice(invoiceId));
  const draft = new Draft(state);
  draft.add({ type: 'subscription.retried', data: { atMs: context.nowMs } });
  if (payment !== undefined) {
    draft.ask({ streamId: invoice.id, type: 'invoices.pay', payload: payment });
    return draft.accept();
  }
  const { mandate } = state;
  if (mandate?.status !== 'active') return refuse(noMandate(state));
  collectInvoice(draft, invoice, context);
  return draft.accept();
}

function noInvoice(invoiceId: string | undefined): Refusal {
  if (invoiceId !== undefined) return { code: 'resource_missing', details: { param: 'invoice_id' } };
  const hint = 'GET /v1/subscriptions/{id}/invoices lists its invoices with their status.';
  return { code: 'invoice_not_payable', details: { message: 'No invoice of this subscription is open.', hint } };
}

function noMandate({ mandate, terms }: ExistingSubscription): Refusal {
  const message =
    terms.collection === 'send_invoice'
      ? 'The customer pays each invoice of this subscription: send an instrument.'
      : `The mandate is ${mandate?.status ?? 'not there'} and cannot be debited: send an instrument.`;
  return { code: 'mandate_not_active', details: { message, allowed_from: ['active'] } };
}

/** The customer agrees with another instrument, and pays what is due today. */
function register(
  { payment, invoiceId }: RetrySubscriptionPayload,
  state: ExistingSubscription,
  context: SubscriptionContext,
): SubscriptionDecision {
  const draft = new Draft(state);
  const first = state.invoices[0];
  if (invoiceId !== undefined && invoiceId !== first?.id) return refuse(noInvoice(invoiceId));
  if (payment === undefined) {
    const message = 'Before the first payment an instrument is needed: payment_method with upi or card, or payment_method_id.';
    return refuse({ code: 'parameter_missing', details: { message, param: 'payment_method' } });
  }
  const made = replacement(payment, state, context);
  if ('refusal' in made) return refuse(made.refusal);
  registerAnother(draft, made, context);
  return draft.accept();
}

/** Before the first payment: another mandate in place of the present one, and what is due today with it. */
export function registerAnother(draft: Draft, made: OwnMandate, context: SubscriptionContext): void {
  const { mandate: before, terms, hasUsualSchedule } = draft.state;
  const { method } = made.terms.instrument;
  draft.add({ type: 'subscription.retried', data: { atMs: context.nowMs } });
  leaveMandate(draft, context.subscriptionId, before?.isOwn ? 'yes' : 'no');
  draft.add({ type: 'subscription.mandate_replaced', data: made.mandate });
  if (terms.methods !== undefined || method !== terms.method) {
    const retrySchedule = hasUsualSchedule ? context.rules.rails[method].retrySchedule : terms.retrySchedule;
    draft.add({ type: 'subscription.method_chosen', data: { method, retrySchedule } });
  }
  askForMandate(draft, made);
  if (made.mandate.status === 'active') payFirst(draft, made, context);
}

/** Why nothing is tried or registered any more within this hour, or null. */
export function oftenProblem(state: ExistingSubscription, nowMs: number): Refusal | null {
  return recentTries(state, nowMs).length >= RETRIES_AN_HOUR_MAX ? TOO_OFTEN : null;
}

function replacement(
  { instrument, paymentMethodId }: NonNullable<RetrySubscriptionPayload['payment']>,
  state: ExistingSubscription,
  context: SubscriptionContext,
): OwnMandate | { refusal: Refusal } {
  const { customerId, method, returnUrl } = state.terms;
  const on = instrument === undefined ? undefined : mandateInstrumentOf(instrument);
  if (on === null) {
    return {
      refusal: {
        code: 'parameter_invalid',
        details: { param: 'payment_method', message: 'No mandate is registered on netbanking.', reason: 'method_not_usable' },
      },
    };
  }
  const named = namedInstrument({ instrument: on, paymentMethodId, customerId, method, returnUrl }, context);
  if ('refusal' in named) return named;
  const amount = neededAmount(state, context);
  const problem = amountProblem(state, named.instrument.method, { amount }, context);
  if (problem !== null) return { refusal: problem };
  const beginner = { instrument: named.instrument, amount, charged: chargedOf(state, context), number: state.mandates };
  return beginningMandate(state, beginner, context);
}

/** Null for what no mandate is made on. */
function mandateInstrumentOf(instrument: Instrument): MandateInstrument | null {
  if (instrument.method === 'upi') return { method: 'upi', vpa: instrument.vpa };
  return instrument.method === 'card' ? instrument : null;
}

/** The draft of today is paid; one of another day gives way to one whose period begins today. */
function payFirst(draft: Draft, own: OwnMandate, context: SubscriptionContext): void {
  const first = draft.state.invoices[0];
  if (first !== undefined && isOfToday(first, context.nowMs)) {
    const { mandateId, instrument } = registrationOf(own);
    return draft.ask({ streamId: first.id, type: 'invoices.restart', payload: { kind: 'payment', mandateId, instrument } });
  }
  if (first !== undefined) draft.ask({ streamId: first.id, type: 'invoices.drop', payload: {} });
  begin(draft, { own }, context);
}

function isOfToday({ period }: TrackedInvoice, nowMs: number): boolean {
  return period === null || period.from === istDateOf(nowMs);
}
