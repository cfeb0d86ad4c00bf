import type { CreditNoteRefund, Failure, InvoiceTerms, OutsideChannel, SealedBuyer, SealedText, SellerAddress } from '#contracts';
import type { Bill } from './decide/bill';
import type { LineTax } from './decide/gst';

/** Nothing was ever stored under this id. */
export interface NoInvoice {
  status: 'none';
}

/** Who sells, as it was when the invoice was finalized. */
export interface Seller {
  name?: string;
  gstin?: SealedText;
  address?: SellerAddress;
  stateCode?: string;
}

/** What finalizing added. Times in ms since the epoch. */
export interface InvoiceDocument {
  /** Null where its money came when the series was used up. */
  number: string | null;
  seller: Seller;
  /** Who buys, as it was then: sealed under the key of the customer, and once they are erased under that of its series. */
  buyer: SealedBuyer;
  /** The latter. */
  isBuyerKept?: true;
  finalizedAtMs: number;
  dueAtMs: number;
}

/** The debit that is to pay it. */
export interface DebitOfInvoice {
  id: string;
  /** When it is tried next, ms since the epoch; null while it is tried. */
  nextAttemptAtMs: number | null;
  /** The payer has to approve it first. */
  isApprovalOpen?: true;
}

/** Why no debit is planned any more: all tries failed, or it was given up before any. */
export type GivenUp = 'exhausted' | 'untried';

/** What every invoice has: what it is for, and how its money comes. */
export interface Billed {
  terms: InvoiceTerms;
  bill: Bill;
  /** Payments and debits begun: what is begun twice has one id. */
  begun: number;
  /** Payments that failed or succeeded. */
  ended: number;
  /** The payment by the customer that has not ended; of a paid invoice the one that paid it, null where none was the last to. */
  paymentId: string | null;
  /** The payment that failed last. */
  failedPaymentId: string | null;
  debit: DebitOfInvoice | null;
  failure: Failure | null;
  /** Its debit waits for one of the open ones of this mandate to end; not before this, ms since the epoch. Absent for none. */
  waits?: { mandateId: string; notBeforeMs?: number };
  /** Null while a debit is planned, and where there was none. */
  givenUp: GivenUp | null;
  /** When its last debit was over, ms since the epoch; absent where there was none. */
  stoppedAtMs?: number;
  /** Money that payments took for it, oldest first. */
  collected: readonly CollectedPayment[];
  /** Oldest first. */
  outsidePayments: readonly OutsidePayment[];
  /** Oldest first. */
  creditNotes: readonly CreditNote[];
  refunds: InvoiceRefunds;
}

/** What a payment took for an invoice, minor units. */
export interface CollectedPayment {
  paymentId: string;
  amount: number;
}

/** Money that did not pass through Hundi, as the merchant recorded it. Minor units, times in ms since the epoch. */
export interface OutsidePayment {
  /** From 1. */
  number: number;
  /** What the merchant received. */
  amount: number;
  /** What the customer deducted at source and pays to the tax office. */
  tdsAmount: number;
  channel: OutsideChannel;
  reference: string | null;
  paidAtMs: number;
  recordedAtMs: number;
  /** Null unless it was taken back. */
  reversed: { reason: string | null; atMs: number } | null;
}

/** Outside payments of one invoice, with those that were taken back, and credit notes that the merchant issues of it. */
export const OUTSIDE_PAYMENTS_MAX = 100;
export const ISSUED_CREDIT_NOTES_MAX = 100;

/** What went back of the payments that took its money. */
export interface InvoiceRefunds {
  /** Minor units, less what the bank returned. */
  amount: number;
  /** Minor units that went out above what was captured. */
  over: number;
  ids: readonly string[];
  /** Of those, refunds whose money the bank returned. */
  returnedIds: readonly string[];
  /** Minor units that each refund paid from the balance of the customer, which has a credit note of its own. Absent for nothing. */
  fromBalance?: Readonly<Record<string, number>>;
}

/** It has no number. One of a subscription may have a payment or a debit under way. */
export interface DraftInvoice extends Billed {
  status: 'draft';
}

/** What an invoice has once it has a number. */
export interface Issued extends Billed {
  document: InvoiceDocument;
}

/** It is due; `uncollectible`: the money is not expected any more. */
export interface OpenInvoice extends Issued {
  status: 'open' | 'uncollectible';
}

/** A document that takes some of an invoice back, with its tax. Minor units. */
export interface CreditNote extends LineTax {
  /** Null where the series is used up. */
  number: string | null;
  amount: number;
  /** amount less its parts. Absent for 0. */
  roundOff?: number;
  atMs: number;
  reason: string | null;
  /** Null where no refund belongs to it. */
  refundId: string | null;
  /** What the refund gave back, where that is more: the invoice charged a rest of an earlier one, which is no part of its total. */
  refunded?: number;
  /** Absent of one that follows from a refund, or of what the invoice carries, which is credit of the customer. */
  issued?: IssuedCredit;
}

/** What a credit note does that the merchant, or the subscription, issues. Minor units. */
export interface IssuedCredit {
  /** What was not paid yet, and is not due any more. */
  reduced: number;
  /** How the rest of it goes back to the customer, who had paid it. */
  refund: CreditNoteRefund;
  /** By its subscription, of which the price changed: the dates that it gives back, the last one not included. */
  days?: { from: number; to: number };
  /** Amounts of lines, as in the invoice. Absent where it takes back a part of all. */
  lines?: readonly { index: number; amount: number }[];
}

export interface PaidInvoice extends Issued {
  status: 'paid';
  paidAtMs: number;
}

/** It is not due any more. */
export interface VoidInvoice extends Billed {
  status: 'void';
  voidedAtMs: number;
  /** Null of a draft that was dropped. */
  document: InvoiceDocument | null;
}

export type ExistingInvoice = DraftInvoice | OpenInvoice | PaidInvoice | VoidInvoice;

/** An invoice by status; each member carries only what is true in it (docs/reference/state-machines.md, Invoice). */
export type InvoiceState = NoInvoice | ExistingInvoice;

export const INITIAL_INVOICE: InvoiceState = { status: 'none' };

/** Whether it can be paid. */
export function isPayable(state: InvoiceState): state is OpenInvoice {
  return state.status === 'open' || state.status === 'uncollectible';
}

/** Whether money for it would count: it can be paid, or is a draft of which the customer has heard. */
export function isUnpaid(state: InvoiceState): state is DraftInvoice | OpenInvoice {
  return state.status === 'draft' || isPayable(state);
}

/** What finalizing added; null before. */
export function documentOf(state: ExistingInvoice): InvoiceDocument | null {
  return 'document' in state ? state.document : null;
}

/** When its debit is tried next, ms since the epoch; null where none is planned, or its approval is open. */
export function nextAttemptMs({ debit }: Pick<Billed, 'debit'>): number | null {
  return debit === null || debit.isApprovalOpen ? null : debit.nextAttemptAtMs;
}

/** What the customer has to pay in all, minor units: the total less what earlier credit pays of it. */
export function amountDue({ terms, bill }: Billed): number {
  return bill.total + (terms.balanceApplied ?? 0);
}

/** Outside payments that were not taken back. */
export function standing({ outsidePayments }: Billed): OutsidePayment[] {
  return outsidePayments.filter(({ reversed }) => reversed === null);
}

/** Minor units that the merchant received for it. */
export function amountReceived(state: Billed): number {
  return sumOf(state.collected, ({ amount }) => amount) + sumOf(standing(state), ({ amount }) => amount);
}

/** Minor units that the customer deducted at source. */
export function amountOfTds(state: Billed): number {
  return sumOf(standing(state), ({ tdsAmount }) => tdsAmount);
}

/** What credit notes of an invoice take back of its total, minor units; that of what it carries is of no part of it. */
export function amountCredited({ creditNotes }: Billed): number {
  return sumOf(creditNotes, (note) => (isOfRest(note) ? 0 : note.amount));
}

/** What credit notes took off before it was paid, minor units. */
export function amountReduced({ creditNotes }: Billed): number {
  return sumOf(creditNotes, ({ issued }) => issued?.reduced ?? 0);
}

/** What a credit note gives back that had been paid, minor units. */
export function givenBack({ amount, issued }: CreditNote): number {
  return amount - (issued?.reduced ?? 0);
}

/** Whether a credit note is of what the invoice carries, which is credit of the customer. */
export function isOfRest({ refundId, issued }: CreditNote): boolean {
  return refundId === null && issued === undefined;
}

/** Whether money was received for it, or a credit note stands for some of it: then it is no document of no sale. */
export function isSettledInPart(state: Billed): boolean {
  const isCredited = state.creditNotes.some((note) => !isReduction(note) && !isOfRest(note));
  return standing(state).length > 0 || state.collected.length > 0 || isCredited;
}

/** An invoice that becomes void when nothing is collected from the customer any more. */
export function becomesVoid(state: InvoiceState): boolean {
  return isUnpaid(state) && !isSettledInPart(state);
}

/** Whether a change of its subscription reduced what was unpaid, and gave nothing back. */
function isReduction(note: CreditNote): boolean {
  return note.issued?.days !== undefined && givenBack(note) === 0;
}

/** Minor units that refunds gave back of the invoice itself: all of them, less those from the balance of the customer. */
function amountWentBack({ refunds }: Billed): number {
  return refunds.amount - refundedFromBalance(refunds);
}

/** Minor units. */
export function refundedFromBalance({ fromBalance = {} }: InvoiceRefunds): number {
  return sumOf(Object.values(fromBalance), (amount) => amount);
}

/** What credit notes have for refunds of payments that have not gone back, minor units: the next refund needs no note of its own for it. */
export function amountToRefund(state: Billed): number {
  const ofRefunds = state.creditNotes.filter(({ refundId, issued }) => refundId !== null || issued?.refund === 'payment');
  return Math.max(0, sumOf(ofRefunds, givenBack) - amountWentBack(state));
}

/**
 * What is still to be paid, minor units: what neither money nor a credit note covers. Credit notes whose money went back cover nothing of
 * it, which matters once an outside payment is taken back.
 */
export function amountRemaining(state: Billed): number {
  const asCredit = state.creditNotes.filter(({ issued }) => issued?.refund === 'credit');
  const wentBack = amountWentBack(state) + sumOf(asCredit, givenBack);
  const covered = amountReceived(state) + amountOfTds(state) + amountCredited(state) - wentBack;
  return Math.max(0, amountDue(state) - covered);
}

function sumOf<TItem>(items: readonly TItem[], amountOf: (item: TItem) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}
