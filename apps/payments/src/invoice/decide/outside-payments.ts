import { minorText, type InvoiceCommandPayloads, type MarkPaidPayload, type Refusal } from '#contracts';
import { accept, refuse } from '#decider';
import type { InvoiceEvent } from '../events';
import { evolve } from '../evolve';
import { amountRemaining, isPayable, OUTSIDE_PAYMENTS_MAX, type ExistingInvoice, type OpenInvoice } from '../state';
import { collectRest } from './collect';
import type { InvoiceContext, InvoiceDecision } from './context';
import { moneyMoves, stateConflict } from './refusals';
import { paymentUnderWay } from './record';
import { useCredit } from './use-credit';

/** open, uncollectible → paid, or the same with less to pay: the merchant received money that did not pass through Hundi. */
export function markPaid(payload: MarkPaidPayload, state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  if (!isPayable(state)) return stateConflict(state, 'be marked as paid', ['open', 'uncollectible']);
  const refusal = moneyMoves(paymentUnderWay(state), state) ?? problemOf(payload, state, context);
  if (refusal !== null) return refuse(refusal);
  const { nowMs } = context;
  const { tdsAmount, channel, reference, paidAtMs = nowMs } = payload;
  const amount = payload.amount ?? amountRemaining(state) - tdsAmount;
  const number = state.outsidePayments.length + 1;
  const data = { number, amount, tdsAmount, channel, reference: reference ?? null, paidAtMs, recordedAtMs: nowMs };
  return collectRest([{ type: 'invoice.outside_payment_recorded', data }], state, context);
}

function problemOf({ amount, tdsAmount, paidAtMs }: MarkPaidPayload, state: OpenInvoice, { nowMs }: InvoiceContext): Refusal | null {
  const remaining = amountRemaining(state);
  const text = minorText(remaining, state.terms.currency);
  const param = amount === undefined ? 'tds_amount' : 'amount';
  if ((amount ?? 0) + tdsAmount > remaining) {
    const message = `amount and tds_amount must be at most ${text} together: that remains to be paid.`;
    return { code: 'amount_too_large', details: { param, message, reason: 'above_remaining' } };
  }
  if (amount === 0 && tdsAmount === 0) {
    return { code: 'amount_too_small', details: { param, message: 'amount and tds_amount must be above 0 together.' } };
  }
  if (paidAtMs !== undefined && paidAtMs > nowMs) {
    return {
      code: 'parameter_invalid',
      details: { param: 'paid_at', message: 'paid_at must not be in the future.', reason: 'time_in_future' },
    };
  }
  if (state.outsidePayments.length < OUTSIDE_PAYMENTS_MAX) return null;
  const message = `An invoice has at most ${OUTSIDE_PAYMENTS_MAX} outside payments.`;
  return {
    code: 'limit_exceeded',
    details: { message, hint: 'Record what remains in one amount, or let the customer pay it: POST /v1/invoices/{id}/pay.' },
  };
}

/** Money that was recorded did not come after all, as with a cheque that bounced: the invoice is open again. */
export function reverseOutsidePayment(
  { number, reason }: InvoiceCommandPayloads['invoices.reverse_outside_payment'],
  state: ExistingInvoice,
  context: InvoiceContext,
): InvoiceDecision {
  const payment = state.outsidePayments.find((candidate) => candidate.number === number);
  if (payment === undefined) return refuse({ code: 'resource_missing', details: { param: 'number' } });
  if (payment.reversed !== null) {
    const message = `Outside payment ${number} of this invoice is reversed already.`;
    return refuse({ code: 'state_conflict', details: { message, reason: 'already_reversed', current_status: state.status } });
  }
  const refusal = moneyMoves(paymentUnderWay(state), state);
  if (refusal !== null) return refuse(refusal);
  const event: InvoiceEvent = { type: 'invoice.outside_payment_reversed', data: { number, reason: reason ?? null, atMs: context.nowMs } };
  return isPayable(state) ? collectRest([event], state, context) : reopen(event, state, context);
}

/** Credit that came while it was paid pays it first. */
function reopen(event: InvoiceEvent, state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  const used = useCredit({}, evolve(state, event) as ExistingInvoice, context);
  return used.accepted ? accept([event, ...used.events], 200, { followUps: used.followUps }) : used;
}
