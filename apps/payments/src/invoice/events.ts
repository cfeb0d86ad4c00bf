import type { DomainEvent, Failure, InvoiceTerms, SealedBuyer } from '#contracts';
import type { Bill } from './decide/bill';
import type { CreditNote, DebitOfInvoice, InvoiceDocument, OutsidePayment } from './state';

/** The facts of an invoice's life. Money in minor units, times in ms since the epoch. */
export type InvoiceEvent =
  | DomainEvent<'invoice.created', { terms: InvoiceTerms; bill: Bill }>
  /** Of a period that has not begun. */
  | DomainEvent<'invoice.upcoming', Record<string, never>>
  /** `balanceApplied`: what it charges beyond its total, or less, since tax changed after its amount was announced; absent for no change. */
  | DomainEvent<'invoice.finalized', { bill: Bill; document: InvoiceDocument; balanceApplied?: number }>
  /** Internal: the customer pays by this payment, which says in the same commit what it knows. */
  | DomainEvent<'invoice.payment_begun', { paymentId: string }>
  /** Internal: it is to be debited under this mandate by this debit. */
  | DomainEvent<'invoice.debit_begun', { debitId: string; mandateId: string }>
  /** Its debit waits for one of the open ones of the mandate to end. `notBeforeMs`: of the debit; absent for the earliest allowed time. */
  | DomainEvent<'invoice.debit_waits', { mandateId: string; notBeforeMs?: number }>
  /** Internal: when its debit is tried next; null while it is tried. */
  | DomainEvent<'invoice.debit_planned', { nextAttemptAtMs: number | null; isApprovalOpen?: true }>
  /** Its debit was called off, by itself or, with `isStopped`, by the invoice. */
  | DomainEvent<'invoice.debit_ended', { isStopped?: true; atMs?: number }>
  /**
   * `debit`: it was an attempt of its debit, which goes on or, with null, is over; absent for a payment by the customer. `paymentId`:
   * absent where the debit failed without an attempt. `atMs`: when, where the debit is over.
   */
  | DomainEvent<'invoice.payment_failed', { failure: Failure; paymentId?: string; debit?: DebitOfInvoice | null; atMs?: number }>
  /** `debitId`: by an attempt of this debit. `paymentId`: null where no payment took the last of it. */
  | DomainEvent<'invoice.paid', { paymentId: string | null; debitId?: string; atMs: number }>
  /** Below zero: credit of the customer pays so much of it, or later invoices charge so much. */
  | DomainEvent<'invoice.balance_applied', { amount: number }>
  | DomainEvent<'invoice.voided', { atMs: number }>
  | DomainEvent<'invoice.uncollectible', Record<string, never>>
  | DomainEvent<'invoice.outside_payment_recorded', Omit<OutsidePayment, 'reversed'>>
  /** It is open again where something is left to pay. */
  | DomainEvent<'invoice.outside_payment_reversed', { number: number; reason: string | null; atMs: number }>
  /** The merchant, or its subscription, takes some of it back. */
  | DomainEvent<'invoice.credited', CreditNote>
  /** Money of its payment went back. */
  | DomainEvent<'invoice.refunded', CreditNote>
  /** The bank returned money that had gone back: its credit note stands. */
  | DomainEvent<'invoice.refund_returned', { refundId: string; amount: number }>
  /** Money went back without a credit note of its own: of one that the bank had returned before, or from the balance of the customer: `fromBalance` of it. */
  | DomainEvent<'invoice.refund_repeated', { refundId: string; amount: number; fromBalance?: number }>
  /** What went out above what was captured changed. Minor units, of all refunds. */
  | DomainEvent<'invoice.over_refunded', { amount: number }>
  /** Internal: its customer is erased, and the buyer is sealed under the key of its series from now on. */
  | DomainEvent<'invoice.buyer_kept', { buyer: SealedBuyer }>;
