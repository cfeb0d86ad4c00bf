import { istDateOf, type Refusal, type SubscriptionChange } from '#contracts';
import type { MandateOfSubscription, PendingUpdate } from '../state';
import { amountProblem, askForMandate, existingMandate, joinedMandate, mandateTermsOf, namedInstrument, ownMandate } from './agree';
import type { SubscriptionContext } from './context';
import type { Draft } from './draft';

const AGREE_WITHIN_MS = 7 * 86_400_000;

/** A new price that comes with it, and what one debit may have to take then, minor units. */
export interface WithPrice {
  change: PendingUpdate['change'];
  effective: PendingUpdate['effective'];
  needed: number;
}

/**
 * Another mandate, or one on another instrument. Where the customer has to agree first, the price that comes with it waits as well.
 *
 * @returns why not, or whether it waits.
 */
export function changeMandate(
  draft: Draft,
  asked: SubscriptionChange,
  price: WithPrice,
  context: SubscriptionContext,
): { refusal: Refusal } | { waits: boolean } {
  const { mandateId, instrument, paymentMethodId } = asked;
  if (mandateId !== undefined) return takeMandate(draft, mandateId, price.needed, context);
  if (instrument === undefined && paymentMethodId === undefined) return { waits: false };
  const { state } = draft;
  const { customerId, method, returnUrl } = state.terms;
  const named = namedInstrument({ instrument, paymentMethodId, customerId, method, returnUrl }, context);
  if ('refusal' in named) return named;
  const { needed: amount, change, effective } = price;
  const facts = { ...state, mandateMaxAmount: asked.mandateMaxAmount };
  const problem = amountProblem(facts, named.instrument.method, amount, context);
  if (problem !== null) return { refusal: problem };
  const terms = mandateTermsOf(facts, { instrument: named.instrument, amount, today: istDateOf(context.nowMs) }, context);
  const own = ownMandate(terms, state.mandates, context);
  askForMandate(draft, own);
  if (own.mandate.status === 'active') {
    replaceMandate(draft, own.mandate, context);
    goOn(draft);
    return { waits: false };
  }
  const expiresAtMs = context.nowMs + AGREE_WITHIN_MS;
  const waiting = { change, proration: asked.proration, effective, expiresAtMs, mandate: own.mandate } as const;
  draft.add({ type: 'subscription.update_planned', data: { ...waiting, reason: 'instrument' } });
  return { waits: true };
}

function takeMandate(
  draft: Draft,
  mandateId: string,
  amount: number,
  context: SubscriptionContext,
): { refusal: Refusal } | { waits: boolean } {
  const { state } = draft;
  if (state.mandate?.id === mandateId) return { waits: false };
  const found = existingMandate({ mandateId, customerId: state.terms.customerId, amount }, context);
  if ('refusal' in found) return found;
  draft.ask({ streamId: mandateId, type: 'mandates.join_subscription', payload: { subscriptionId: context.subscriptionId } });
  replaceMandate(draft, joinedMandate(mandateId, found.mandate), context);
  goOn(draft);
  return { waits: false };
}

/** A debit of which the payer has heard runs on its own mandate: the old one ends after it. */
export function replaceMandate(
  draft: Draft,
  mandate: MandateOfSubscription,
  { subscriptionId }: Pick<SubscriptionContext, 'subscriptionId'>,
): void {
  const { mandate: before } = draft.state;
  draft.add({ type: 'subscription.mandate_replaced', data: mandate });
  if (before === null) return;
  const revoke = before.isOwn ? 'when_idle' : 'no';
  draft.ask({ streamId: before.id, type: 'mandates.leave_subscription', payload: { subscriptionId, revoke } });
}

/** One that stood still goes on: its oldest open invoice is debited; without one it is active. Later invoices are, at most, of one period. */
export function goOn(draft: Draft): void {
  const { invoices, mandate, status, current } = draft.state;
  if (mandate === null || (status !== 'halted' && status !== 'past_due')) return;
  const open = invoices.find((invoice) => invoice.status === 'open' && isRecent(invoice.period?.to, current?.from));
  if (open !== undefined) draft.ask({ streamId: open.id, type: 'invoices.collect', payload: { mandateId: mandate.id } });
  else if (status === 'halted') draft.add({ type: 'subscription.activated', data: {} });
}

/** Of the present period, or of the one before it. */
function isRecent(to: number | undefined, currentFrom: number | undefined): boolean {
  return to === undefined || currentFrom === undefined || to >= currentFrom;
}
