import type { FollowUp } from '#decider';
import type { BalanceChange, SubscriptionInvoiceReport } from '#contracts';
import type { StateChange } from '#event-store';
import { takenOf } from './decide/balance';
import { callOff } from './decide/debit';
import type { InvoiceEvent } from './events';
import {
  amountOfTds,
  amountReceived,
  amountRemaining,
  documentOf,
  isUnpaid,
  nextAttemptMs,
  type ExistingInvoice,
  type InvoiceState,
} from './state';

type Change = StateChange<InvoiceState, InvoiceEvent>;

/** What others hear of an invoice in the same commit: a debit that is called off, and the subscription that made it. */
export function followUpsOf(change: Change, invoiceId: string): FollowUp[] {
  return [
    ...debitFollowUps(change),
    ...balanceFollowUps(change, invoiceId),
    ...openFollowUps(change, invoiceId),
    ...subscriptionFollowUps(change, invoiceId),
  ];
}

/** A debit that has not ended is called off once there is nothing for it to pay, or its money is not expected. Who puts another in its place calls it off. */
function debitFollowUps({ before, after, events }: Change): FollowUp[] {
  const [was, is] = [debitIdOf(before), debitIdOf(after)];
  if (was === null || was === is) return [];
  const isReplaced = events.some(({ type }) => type === 'invoice.debit_begun');
  if (isReplaced) return [];
  const isStopped = events.some(({ type, data }) => type === 'invoice.debit_ended' && 'isStopped' in data);
  const isGivenUp = events.some(({ type }) => type === 'invoice.uncollectible');
  if (isUnpaid(after) && !isStopped && !isGivenUp) return [];
  return [callOff(was, isStopped ? 'collection_stopped' : 'invoice_settled')];
}

function debitIdOf(state: InvoiceState): string | null {
  return state.status === 'none' ? null : (state.debit?.id ?? null);
}

/** The customer has less credit by what the invoice takes, has it again once the invoice is void, and gets what it carries. */
function balanceFollowUps({ before, after, events }: Change, invoiceId: string): FollowUp[] {
  if (after.status === 'none') return [];
  const { customerId, currency, subscriptionId } = after.terms;
  const about = { currency, invoiceId, ...(subscriptionId !== undefined && { subscriptionId }) };
  const changes: Pick<BalanceChange, 'amount' | 'type'>[] = [{ amount: takenOf(before) - takenOf(after), type: 'applied' }];
  for (const event of events) if (isOfRest(event)) changes.push({ amount: -event.data.amount, type: 'proration' });
  const wanted = changes.filter(({ amount }) => amount !== 0);
  return wanted.map((change) => ({ streamId: customerId, type: 'customers.change_balance', payload: { ...about, ...change } }));
}

/** Its customer knows what is due: credit that comes later pays it. */
function openFollowUps({ before, after }: Change, invoiceId: string): FollowUp[] {
  if (after.status === 'none') return [];
  const [was, isOpen] = [before.status === 'open', after.status === 'open'];
  if (was === isOpen) return [];
  const { customerId, currency } = after.terms;
  return [{ streamId: customerId, type: 'customers.record_invoice', payload: { invoiceId, currency, isOpen } }];
}

type Noted = Extract<InvoiceEvent, { type: 'invoice.refunded' }>;

function isOfRest(event: InvoiceEvent): event is Noted {
  return event.type === 'invoice.refunded' && event.data.refundId === null;
}

/** Its subscription hears what became of it, when money is asked for next, and of a debit that failed. */
function subscriptionFollowUps({ before, after, events }: Change, invoiceId: string): FollowUp[] {
  if (after.status === 'none' || after.terms.subscriptionId === undefined) return [];
  const report = reportOf(after, invoiceId);
  const failed = events.findLast((event) => event.type === 'invoice.payment_failed');
  if (failed === undefined && isKnown(report, before, invoiceId)) return [];
  const unpays = before.status === 'paid' && after.status === 'open' && after.terms.paysPeriod;
  const payload: SubscriptionInvoiceReport = {
    ...report,
    ...(unpays && { unpaysPeriod: true }),
    ...(failed !== undefined && failureOf(failed)),
  };
  return [{ streamId: after.terms.subscriptionId, type: 'subscriptions.record_invoice', payload }];
}

/** Nothing that matters is new: also while a payment is under way, whose end is reported. */
function isKnown(report: SubscriptionInvoiceReport, before: InvoiceState, invoiceId: string): boolean {
  if (before.status === 'none') return report.status === 'draft' && report.collecting !== 'planned' && report.collecting !== 'waiting';
  if (report.collecting === 'trying' && report.status === before.status) return nextOf(before) === null;
  return JSON.stringify(reportOf(before, invoiceId)) === JSON.stringify(report);
}

/** When its debit is tried next, ms since the epoch. */
function nextOf(state: ExistingInvoice): number | null {
  return isUnpaid(state) ? nextAttemptMs(state) : null;
}

type Failed = Extract<InvoiceEvent, { type: 'invoice.payment_failed' }>;

function failureOf({ data: { failure, debit } }: Failed): Pick<SubscriptionInvoiceReport, 'failure' | 'isDebit'> {
  return { failure, isDebit: debit !== undefined };
}

function reportOf(state: ExistingInvoice, invoiceId: string): SubscriptionInvoiceReport {
  return {
    invoiceId,
    status: state.status,
    amountRemaining: isUnpaid(state) ? amountRemaining(state) : 0,
    attempts: state.ended,
    collecting: collectingOf(state),
    nextAttemptAtMs: nextOf(state),
    dueAtMs: documentOf(state)?.dueAtMs ?? null,
    paymentId: state.status === 'paid' ? state.paymentId : null,
    ...(state.status === 'paid' && amountReceived(state) + amountOfTds(state) === 0 && { isFree: true as const }),
  };
}

function collectingOf(state: ExistingInvoice): SubscriptionInvoiceReport['collecting'] {
  if (!isUnpaid(state)) return 'none';
  if (state.debit !== null) return state.debit.nextAttemptAtMs === null ? 'trying' : 'planned';
  if (state.paymentId !== null) return 'trying';
  return state.waits === undefined ? (state.givenUp ?? 'none') : 'waiting';
}
