import type { Failure, InvoiceTerms, SealedAddress, SealedText, SellerAddress } from '#contracts';
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

/** Who buys, as it was when the invoice was finalized: sealed under the key of the customer. */
export interface BuyerOnInvoice {
  name?: SealedText;
  gstin?: SealedText;
  address?: SealedAddress;
  stateCode?: string;
}

/** What finalizing added. Times in ms since the epoch. */
export interface InvoiceDocument {
  number: string;
  seller: Seller;
  buyer: BuyerOnInvoice;
  finalizedAtMs: number;
  dueAtMs: number;
}

/** The debit that is to pay it. */
export interface DebitOfInvoice {
  id: string;
  /** When it is tried next, ms since the epoch; null while it is tried. */
  nextAttemptAtMs: number | null;
}

/** What every invoice has. */
export interface Billed {
  terms: InvoiceTerms;
  bill: Bill;
}

/** It can change, and has no number. */
export interface DraftInvoice extends Billed {
  status: 'draft';
}

/** What an invoice has once it has a number. */
export interface Issued extends Billed {
  document: InvoiceDocument;
  /** Payments and debits begun: what is begun twice has one id. */
  begun: number;
  /** Payments that failed or succeeded. */
  ended: number;
  /** The payment by the customer that has not ended; of a paid invoice the one that paid it. */
  paymentId: string | null;
  /** The payment that failed last. */
  failedPaymentId: string | null;
  debit: DebitOfInvoice | null;
  failure: Failure | null;
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
  refundId: string;
}

export interface PaidInvoice extends Issued {
  status: 'paid';
  paidAtMs: number;
  creditNotes: readonly CreditNote[];
}

/** It is not due any more. */
export interface VoidInvoice extends Billed {
  status: 'void';
  voidedAtMs: number;
  /** Null of a draft that was dropped. */
  issued: Issued | null;
}

export type ExistingInvoice = DraftInvoice | OpenInvoice | PaidInvoice | VoidInvoice;

/** An invoice by status; each member carries only what is true in it (docs/reference/state-machines.md, Invoice). */
export type InvoiceState = NoInvoice | ExistingInvoice;

export const INITIAL_INVOICE: InvoiceState = { status: 'none' };

/** Whether it can be paid. */
export function isPayable(state: InvoiceState): state is OpenInvoice {
  return state.status === 'open' || state.status === 'uncollectible';
}

/** What it has once it has a number; null before. */
export function issuedOf(state: ExistingInvoice): Issued | null {
  switch (state.status) {
    case 'draft':
      return null;
    case 'void':
      return state.issued;
    default:
      return state;
  }
}

/** Minor units that went back. */
export function refundedAmount({ creditNotes }: PaidInvoice): number {
  return creditNotes.reduce((sum, { amount }) => sum + amount, 0);
}
