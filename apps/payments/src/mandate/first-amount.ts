import type { CreatePaymentPayload, DebitTerms, TakenPayment } from '#contracts';
import type { FollowUp } from '#decider';
import { derivedIdOf, type Owner } from '#event-store';
import { paymentUnder } from './decide/payment-under';
import type { ExistingMandate, MandateState } from './state';

/** What takes the first amount. */
export interface FirstIds {
  first_payment_id: string | null;
  first_debit_id: string | null;
}

/** Nothing before the payer has agreed, and for a mandate without a first amount. */
export function firstIdsOf(state: ExistingMandate, mandateId: string, owner: Owner): FirstIds {
  const isTaken = state.terms.firstAmount !== undefined && 'activatedAtMs' in state && state.activatedAtMs !== null;
  if (!isTaken) return { first_payment_id: null, first_debit_id: null };
  return isPaid(state)
    ? { first_payment_id: firstIdOf('payment', mandateId, owner), first_debit_id: null }
    : { first_payment_id: null, first_debit_id: firstIdOf('debit', mandateId, owner) };
}

/**
 * Once the payer has agreed, in the same commit: a payment where the registration took it, or, on UPI and cards of the sandbox, takes it
 * now; a debit elsewhere. That of a subscription is made by its first invoice.
 */
export function firstAmountFollowUps(
  { before, after }: { before: MandateState; after: MandateState },
  { streamId: mandateId, ...owner }: Owner & { streamId: string },
): FollowUp[] {
  const isAgreed =
    after.status === 'active' && (before.status === 'none' || before.status === 'created' || before.status === 'requires_action');
  if (!isAgreed || after.terms.firstAmount === undefined || isForInvoice(after)) return [];
  const amount = after.terms.firstAmount;
  if (isPaid(after)) {
    const streamId = firstIdOf('payment', mandateId, owner);
    return [{ streamId, type: 'payments.create', payload: paymentOf(after, mandateId, amount) }];
  }
  const { description } = after.terms;
  const debit: DebitTerms = { mandateId, amount, orLater: true, ...(description !== undefined && { description }) };
  return [{ streamId: firstIdOf('debit', mandateId, owner), type: 'debits.create', payload: debit }];
}

/** The payment that the registration took, under the id that it has here; null where it took none. */
export function takenPaymentOf(state: ExistingMandate, mandateId: string, owner: Owner): TakenPayment | null {
  const { processor, firstPayment } = state;
  return firstPayment === undefined ? null : { ...firstPayment, processor, paymentId: firstIdOf('payment', mandateId, owner) };
}

/** Whether the first invoice of the subscription that it was made for is paid by it. */
function isForInvoice({ terms: { subscriptionId }, subscriptions = [] }: ExistingMandate): boolean {
  return subscriptionId !== undefined && subscriptions.includes(subscriptionId);
}

/** A bank account is debited after its registration, and so is what a registration behind a network does not take (docs/reference/indian-payments.md). */
function isPaid({ terms, answersLater, takesFirst }: ExistingMandate): boolean {
  return answersLater === undefined ? terms.instrument.method !== 'enach' : takesFirst === true;
}

function firstIdOf(kind: 'payment' | 'debit', mandateId: string, { accountId, livemode }: Owner): string {
  return derivedIdOf(kind, { accountId, livemode }, `${mandateId}:first`);
}

function paymentOf({ terms, processor, firstPayment }: ExistingMandate, mandateId: string, amount: number): CreatePaymentPayload {
  const { description, metadata } = terms;
  return {
    amount,
    ...paymentUnder(terms),
    referenceId: mandateId,
    mandateId,
    withRegistration: true,
    ...(firstPayment !== undefined && { taken: { ...firstPayment, processor } }),
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { metadata }),
  };
}
