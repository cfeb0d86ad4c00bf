import type { Failure, InvoiceTerms, SealedBuyer, SealedText, SellerAddress } from '#contracts';
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
  /** The payment by the customer that has not ended; of a paid invoice the one that paid it, null where credit did. */
  paymentId: string | null;
  /** The payment that failed last. */
  failedPaymentId: string | null;
  debit: DebitOfInvoice | null;
  failure: Failure | null;
  /** Null while a debit is planned, and where there was none. */
  givenUp: GivenUp | null;
  /** When its last debit was over, ms since the epoch; absent where there was none. */
  stoppedAtMs?: number;
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

/** What was given back. Minor units. */
export interface CreditNote extends LineTax {
  /** Null where the series is used up. */
  number: string | null;
  amount: number;
  atMs: number;
  reason: string | null;
  /** Null where the rest of an invoice stays credit of the customer. */
  refundId: string | null;
}

export interface PaidInvoice extends Issued {
  status: 'paid';
  paidAtMs: number;
  creditNotes: readonly CreditNote[];
  /** Absent before the bank returned some of it. */
  returned?: ReturnedRefunds;
  /** Minor units that went out above what was captured; absent before any did. */
  overRefunded?: number;
}

/** Refunds whose money the bank returned, those by which it went back again, and what has not yet, minor units. */
export interface ReturnedRefunds {
  refundIds: readonly string[];
  repeatedIds: readonly string[];
  open: number;
}

/** Minor units that credit notes say went back, and that the bank returned. */
export function returnedAmount({ returned }: PaidInvoice): number {
  return returned?.open ?? 0;
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

/** What the customer has to pay, minor units: the total less what earlier credit pays of it. */
export function amountDue({ terms, bill }: Billed): number {
  return bill.total + (terms.balanceApplied ?? 0);
}

/** Minor units that went back. */
export function refundedAmount(state: PaidInvoice): number {
  const credited = state.creditNotes.reduce((sum, { amount, refundId }) => sum + (refundId === null ? 0 : amount), 0);
  return credited - returnedAmount(state);
}
