import {
  savedInstrumentOf,
  type Command,
  type InvoicePaymentReport,
  type InvoiceRefundReport,
  type RequestRefundPayload,
} from '#contracts';
import type { FollowUp, FollowUps } from '#decider';
import type { StateChange } from '#event-store';
import { systemRefundIdOf } from './attempt-id';
import type { PaymentEvent } from './events';
import { evolve } from './evolve';
import { attemptOf, isSettled, overRefundedAmount, refundedAmount, type PaymentState } from './state';
import { refundOrders } from './decide/system-refunds';
import { attemptReportOf, invoiceReportOf, isTriedAgain } from './purpose';
import { referenceStreamIdOf } from '../reference/aggregate';
import { REFERENCE_COMMANDS } from '../reference/decide';

/**
 * What a change of a payment asks of others, in the same commit: refunds to be made, and the reference under which the money
 * was captured. Who asked for a refund is answered with that refund.
 */
export function followUpsOf(change: StateChange<PaymentState, PaymentEvent>, command: Command): FollowUps {
  const others = [
    ...referenceFollowUps(change, command),
    ...savingFollowUps(change, command),
    ...debitFollowUps(change, command),
    ...invoiceFollowUps(change, command),
  ];
  const refunds = refundsOf(change, command);
  const isAnsweredByRefund = command.type === 'payments.request_refund' && refunds.length > 0;
  return { followUps: [...others, ...refunds], ...(isAnsweredByRefund && { answeredBy: others.length }) };
}

function refundsOf({ before, events }: StateChange<PaymentState, PaymentEvent>, command: Command): FollowUp[] {
  const request = command.type === 'payments.request_refund' ? (command.payload as RequestRefundPayload) : null;
  return refundOrders({ id: command.streamId, before, events }, request).map(({ refund, payload }) => ({
    streamId: typeof refund === 'string' ? refund : systemRefundIdOf(command.streamId, refund),
    type: 'refunds.create',
    payload,
  }));
}

/** An instrument that was paid with is the customer's from the commit on in which the money is held or taken. */
function savingFollowUps({ after, events }: StateChange<PaymentState, PaymentEvent>, { streamId }: Command): FollowUp[] {
  const paymentMethodId = events.find((event) => event.type === 'payment.method_saved')?.data.paymentMethodId ?? null;
  if (paymentMethodId === null || after.status === 'none') return [];
  const instrument = savedInstrumentOf(attemptOf(after)?.instrument);
  const { customerId } = after.terms;
  if (instrument === undefined || customerId === undefined) return [];
  const payload = { paymentMethodId, instrument, paymentId: streamId };
  return [{ streamId: customerId, type: 'customers.save_payment_method', payload }];
}

/** The debit that a payment is an attempt of learns what becomes of it, in the same commit. */
function debitFollowUps({ before, after }: StateChange<PaymentState, PaymentEvent>, { streamId }: Command): FollowUp[] {
  const debit = after.status === 'none' ? undefined : after.terms.debit;
  const report = debit === undefined ? null : attemptReportOf(after, streamId);
  if (debit === undefined || report === null || report.state === attemptReportOf(before, streamId)?.state) return [];
  return [{ streamId: debit.id, type: 'debits.record_attempt', payload: report }];
}

/** The invoice that a payment pays learns what becomes of it, and of its money, in the same commit. */
function invoiceFollowUps({ before, after, events }: StateChange<PaymentState, PaymentEvent>, { streamId }: Command): FollowUp[] {
  const invoiceId = after.status === 'none' ? undefined : after.terms.invoiceId;
  if (invoiceId === undefined) return [];
  const refunds = refundReportsOf(before, events, streamId);
  return [
    ...paymentReportsOf(before, after, streamId).map((payload) => ({ streamId: invoiceId, type: 'invoices.record_payment', payload })),
    ...refunds.map((payload) => ({ streamId: invoiceId, type: 'invoices.record_refund', payload })),
  ];
}

/** That a payment which had failed is tried again, and what is new of it. */
function paymentReportsOf(before: PaymentState, after: PaymentState, paymentId: string): InvoicePaymentReport[] {
  const report = invoiceReportOf(after, paymentId);
  const isAgain = isTriedAgain(before, after);
  const isNew = isAgain || report?.state !== invoiceReportOf(before, paymentId)?.state;
  return [...(isAgain ? [{ paymentId, state: 'begun' } as const] : []), ...(report !== null && isNew ? [report] : [])];
}

/** What these events changed of the money that went back. */
function refundReportsOf(before: PaymentState, events: readonly PaymentEvent[], paymentId: string): InvoiceRefundReport[] {
  const reports: InvoiceRefundReport[] = [];
  let state = before;
  for (const event of events) {
    const after = evolve(state, event);
    const [was, is] = [state, after].map(wentBack) as [WentBack, WentBack];
    const amount = Math.abs(is.refunded - was.refunded);
    const refund = 'refundId' in event.data && { refundId: event.data.refundId };
    const isReturned = is.refunded < was.refunded && { isReturned: true as const };
    const overRefunded = is.over - was.over;
    if (amount > 0 || overRefunded !== 0) reports.push({ paymentId, ...refund, amount, ...isReturned, overRefunded });
    state = after;
  }
  return reports;
}

/** Minor units of the captured amount, and above it. */
interface WentBack {
  refunded: number;
  over: number;
}

function wentBack(state: PaymentState): WentBack {
  return isSettled(state) ? { refunded: refundedAmount(state), over: overRefundedAmount(state) } : { refunded: 0, over: 0 };
}

/** A payment counts under its reference for as long as it is captured, or its processor is asked for the money. */
function referenceFollowUps({ before, after, clockId }: StateChange<PaymentState, PaymentEvent>, command: Command): FollowUp[] {
  const report = (type: string, referenced: Referenced): FollowUp => reportToReference(type, { ...referenced, clockId }, command);
  const [was, is] = [referencedBy(before), referencedBy(after)];
  const isSameReference = was?.referenceId === is?.referenceId;
  if (isSameReference && was?.kind === is?.kind) return [];
  // What was asked for and is captured under the same reference moves there by itself.
  const left = was === null || isSameReference ? [] : [report(LEFT[was.kind], was)];
  const joined = is === null ? [] : [report(JOINED[is.kind], is)];
  return [...left, ...joined];
}

/** `claimed`: the processor is asked for the money. */
interface Referenced {
  referenceId: string;
  kind: 'claimed' | 'captured';
}

const { claimed, released, captured, refunded } = REFERENCE_COMMANDS;
const JOINED = { claimed, captured };
const LEFT = { claimed: released, captured: refunded };

function reportToReference(
  type: string,
  { referenceId, clockId }: Referenced & { clockId: string | undefined },
  { streamId, accountId, livemode }: Command,
): FollowUp {
  return { streamId: referenceStreamIdOf({ accountId, livemode }, referenceId, clockId), type, payload: { paymentId: streamId } };
}

function referencedBy(state: PaymentState): Referenced | null {
  if (state.status === 'none' || state.terms.referenceId === undefined) return null;
  const { referenceId } = state.terms;
  if (state.status === 'captured') return { referenceId, kind: 'captured' };
  return state.status === 'authorized' && state.call?.call.kind === 'capture' ? { referenceId, kind: 'claimed' } : null;
}
