import {
  FAILURES,
  formatIstDate,
  idOfPart,
  istDateOf,
  toSeconds,
  type Failure,
  type InvoiceBalanceNote,
  type InvoiceBuyer,
  type InvoiceCreditNote,
  type InvoiceError,
  type InvoiceLine,
  type InvoiceOutsidePayment,
  type InvoiceResource,
  type InvoiceSeller,
  type SealedBuyer,
} from '#contracts';
import type { Snapshot } from '#event-store';
import { addressOf as buyerAddressOf, tokenOf } from '../customer/render';
import { addressOf as sellerAddressOf } from '../tax-settings/render';
import type { Bill, BilledLine } from './decide/bill';
import {
  amountDue,
  amountOfTds,
  amountReceived,
  amountReduced,
  amountRemaining,
  documentOf,
  isOfRest,
  isPayable,
  type CreditNote,
  type ExistingInvoice,
  type InvoiceDocument,
  type InvoiceState,
  type OutsidePayment,
  type Seller,
  nextAttemptMs,
} from './state';

export interface InvoiceRenderOptions {
  /** Where merchants and customers reach the gateway, without a slash at the end. */
  publicUrl: string;
}

/** The public resource of an invoice. */
export function invoiceResource({ head, state }: Snapshot<InvoiceState>, { publicUrl }: InvoiceRenderOptions): InvoiceResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no invoice.created`);
  const { terms, bill } = state;
  return {
    id: head.streamId,
    object: 'invoice',
    livemode: head.livemode,
    status: state.status,
    ...termsOf(state),
    ...amountsOf(state),
    lines: linesOf(head.streamId, bill).slice(0, LINES_SHOWN_MAX),
    document_type: bill.documentType,
    place_of_supply: bill.place,
    supply_type: bill.supply,
    ...documentFields(documentOf(state)),
    hosted_url: isPayable(state) ? `${publicUrl}/invoice/${head.streamId}` : null,
    ...paymentFields(state),
    outside_payments: state.outsidePayments.map(outsidePaymentOf),
    ...creditedOf(state),
    paid_at: state.status === 'paid' ? toSeconds(state.paidAtMs) : null,
    voided_at: state.status === 'void' ? toSeconds(state.voidedAtMs) : null,
    metadata: terms.metadata ?? {},
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

type Terms = Pick<
  InvoiceResource,
  'customer_id' | 'subscription_id' | 'billing_reason' | 'collection' | 'mandate_id' | 'currency' | 'description' | 'reference_id'
>;

function termsOf({ terms }: ExistingInvoice): Terms {
  return {
    customer_id: terms.customerId,
    subscription_id: terms.subscriptionId ?? null,
    billing_reason: terms.billingReason,
    collection: terms.collection,
    mandate_id: terms.mandateId ?? null,
    currency: terms.currency,
    description: terms.description ?? null,
    reference_id: terms.referenceId ?? null,
  };
}

type Amounts = Pick<
  InvoiceResource,
  | 'subtotal'
  | 'tax'
  | 'round_off'
  | 'total'
  | 'balance_applied'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_tds'
  | 'amount_credited'
  | 'amount_refunded'
  | 'amount_over_refunded'
  | 'amount_remaining'
>;

function amountsOf(state: ExistingInvoice): Amounts {
  const { taxable, cgst, sgst, igst, roundOff, total }: Bill = state.bill;
  return {
    subtotal: taxable,
    tax: { cgst, sgst, igst, total: cgst + sgst + igst },
    round_off: roundOff,
    total,
    balance_applied: state.terms.balanceApplied ?? 0,
    amount_due: amountDue(state),
    amount_paid: amountReceived(state),
    amount_tds: amountOfTds(state),
    amount_credited: amountReduced(state),
    amount_refunded: state.refunds.amount,
    amount_over_refunded: state.refunds.over,
    amount_remaining: state.status === 'paid' ? 0 : amountRemaining(state),
  };
}

function outsidePaymentOf(payment: OutsidePayment): InvoiceOutsidePayment {
  const { number, amount, tdsAmount, channel, reference, paidAtMs, recordedAtMs, reversed } = payment;
  return {
    number,
    amount,
    tds_amount: tdsAmount,
    payment_channel: channel,
    reference,
    paid_at: toSeconds(paidAtMs),
    reversed_at: toSeconds(reversed?.atMs ?? null),
    reversal_reason: reversed?.reason ?? null,
    created_at: toSeconds(recordedAtMs),
  };
}

/** Lines that an invoice shows; the rest are at `/v1/invoices/{id}/lines`. */
const LINES_SHOWN_MAX = 100;

/** Every line of an invoice, in its order. */
export function linesOf(invoiceId: string, { lines }: Pick<Bill, 'lines'>): InvoiceLine[] {
  return lines.map((line, index) => lineOf(line, idOfPart('invoiceLine', invoiceId, index + 1)));
}

function lineOf({ period, proration, ...line }: BilledLine, id: string): InvoiceLine {
  return {
    id,
    type: line.type,
    description: line.description ?? null,
    quantity: line.quantity,
    unit_amount: line.unitAmount,
    amount: line.amount,
    period_start_at: toSeconds(period?.startMs ?? null),
    period_end_at: toSeconds(period?.endMs ?? null),
    sac: line.sac ?? null,
    rate_bps: line.rateBps ?? null,
    taxable_amount: line.taxable,
    cgst: line.cgst,
    sgst: line.sgst,
    igst: line.igst,
    proration: proration === undefined ? null : { days: proration.days, of_days: proration.ofDays, plan_id: proration.planId ?? null },
  };
}

type DocumentFields = Pick<InvoiceResource, 'number' | 'seller' | 'buyer' | 'invoice_date' | 'due_at' | 'finalized_at'>;

function documentFields(document: InvoiceDocument | null): DocumentFields {
  if (document === null) return { number: null, seller: null, buyer: null, invoice_date: null, due_at: null, finalized_at: null };
  const { number, seller, buyer, finalizedAtMs, dueAtMs } = document;
  return {
    number,
    seller: sellerOf(seller),
    buyer: buyerOf(buyer),
    invoice_date: formatIstDate(istDateOf(finalizedAtMs)),
    due_at: toSeconds(dueAtMs),
    finalized_at: toSeconds(finalizedAtMs),
  };
}

function sellerOf({ name, gstin, address, stateCode }: Seller): InvoiceSeller {
  return {
    name: name ?? null,
    gstin: tokenOf(gstin),
    address: address === undefined ? null : sellerAddressOf(address),
    state_code: stateCode ?? null,
  };
}

function buyerOf({ name, gstin, address, stateCode }: SealedBuyer): InvoiceBuyer {
  return {
    name: tokenOf(name),
    gstin: tokenOf(gstin),
    address: address === undefined ? null : buyerAddressOf(address),
    state_code: stateCode ?? null,
  };
}

type PaymentFields = Pick<InvoiceResource, 'attempt_count' | 'next_attempt_at' | 'payment_id' | 'debit_id' | 'last_error'>;

function paymentFields(state: ExistingInvoice): PaymentFields {
  const { ended, paymentId, failedPaymentId, debit, failure } = state;
  return {
    attempt_count: ended,
    next_attempt_at: toSeconds(nextAttemptMs(state)),
    payment_id: paymentId ?? failedPaymentId,
    debit_id: debit?.id ?? null,
    last_error: failure && errorOf(failure),
  };
}

/** A failure, as invoices and subscriptions show it. */
export function errorOf({ reason, networkCode }: Failure): InvoiceError {
  const { source, step, message } = FAILURES[reason];
  return { reason, source, step, message, network_code: networkCode };
}

/** What was taken back, and what stays credit of the customer. */
function creditedOf({ creditNotes }: ExistingInvoice): Pick<InvoiceResource, 'credit_notes' | 'balance_credit_note'> {
  const ofRest = creditNotes.find(isOfRest);
  return {
    credit_notes: creditNotes.filter((note) => !isOfRest(note)).map(creditNoteOf),
    balance_credit_note: ofRest === undefined ? null : noteOf(ofRest),
  };
}

function creditNoteOf(note: CreditNote): InvoiceCreditNote {
  const { reason, refundId, issued } = note;
  return { ...noteOf(note), reason, refund: issued?.refund ?? 'payment', refund_id: refundId };
}

function noteOf({ number, atMs, amount, taxable, cgst, sgst, igst, roundOff = 0 }: CreditNote): InvoiceBalanceNote {
  return { number, date: formatIstDate(istDateOf(atMs)), amount, taxable_amount: taxable, cgst, sgst, igst, round_off: roundOff };
}
