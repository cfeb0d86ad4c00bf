import type { AccountPaymentRules } from '../accounts/account-rules';
import type { Command } from '../command';
import type { SealedAddress } from '../customers/commands';
import type { SealedText } from '../encrypted';
import type { Failure } from '../india/failure-reasons';
import type { TakenPayment } from '../mandates/registration-payment';
import type { Instrument, Metadata } from '../payments/commands';
import type { PaymentMethod } from '../payments/payment-method';
import type { PriceTax } from '../plans/commands';
import type { TaxSettings } from '../tax-settings/commands';
import type { BillingReason, Collection, CreditNoteRefund, InvoiceLineType, OutsideChannel, SupplyType } from './words';

/** What is charged, before tax is known. Absent means empty. */
export interface InvoiceLineTerms {
  type: InvoiceLineType;
  description?: string;
  quantity: number;
  /** Minor units, of one; negative for what is given back. */
  unitAmount: number;
  /** First and last instant of what is charged, ms since the epoch; the last is not part of it. */
  period?: { startMs: number; endMs: number };
  /** Absent: as the tax settings say. */
  tax?: PriceTax;
  /** What part of a whole period it is. */
  proration?: LineProration;
  /** The invoice that it corrects. */
  ofInvoice?: string;
  /** The tax of the line of an invoice that it corrects, in place of `tax` and of what holds now (CGST Act, section 34). */
  taxedAs?: LineTaxBasis;
}

/** How a line of an invoice was taxed. */
export interface LineTaxBasis {
  sac?: string;
  /** Absent: not taxed. */
  rateBps?: number;
  behavior: 'inclusive' | 'exclusive';
  supply: SupplyType;
}

/** Days of a period that has more. */
export interface LineProration {
  days: number;
  ofDays: number;
  /** Absent of a price of its own. */
  planId?: string;
}

/** What is asked for. Absent means empty. */
export interface InvoiceTerms {
  customerId: string;
  billingReason: BillingReason;
  currency: string;
  lines: readonly InvoiceLineTerms[];
  collection: Collection;
  /** With `automatic`. */
  mandateId?: string;
  /** With `send_invoice`. */
  daysUntilDue: number;
  /** Of the subscription that made it. Its amounts are fixed from the start: the payer hears of them before it is finalized. */
  subscriptionId?: string;
  /** It charges a whole period of its subscription, which is paid with it. */
  paysPeriod?: true;
  /** Hours after the first attempt at which a failed debit is tried again, ascending; absent for those of the rail. */
  retrySchedule?: readonly number[];
  /** Below zero what earlier credit pays of it, above zero what was too small to be paid before, minor units. Absent for none. */
  balanceApplied?: number;
  description?: string;
  referenceId?: string;
  metadata?: Metadata;
}

/**
 * How an invoice is paid that is still a draft: by the payment with which a mandate is registered, or by a debit of which the payer
 * hears before. `taken`: a processor behind a network has that payment already. `notBeforeMs`: ms since the epoch.
 */
export type InvoiceStart =
  | { kind: 'payment'; mandateId: string; instrument: Instrument; taken?: TakenPayment }
  | { kind: 'debit'; mandateId?: string; notBeforeMs: number };

/** A buyer as far as tax asks: GST codes of states, and the country. Null where nothing is known. */
export interface TaxedBuyer {
  gstinState: string | null;
  country: string | null;
  state: string | null;
  isSez: boolean;
}

/** A seller as far as tax asks. */
export type TaxingSeller = Pick<
  TaxSettings,
  'stateCode' | 'registration' | 'defaultSac' | 'defaultRateBps' | 'behavior' | 'roundToRupee' | 'lutReference'
>;

/** Who charges whom, as it was when the customer was asked to pay: a bill that is made of it later comes to the same. */
export interface TaxParties {
  seller: TaxingSeller;
  buyer: TaxedBuyer;
}

/** Who buys, as an invoice shows it from its finalization on. */
export interface SealedBuyer {
  name?: SealedText;
  gstin?: SealedText;
  address?: SealedAddress;
  /** GST code, in plain. */
  stateCode?: string;
}

/** One of the three says how it is paid; none leaves it to the customer. */
export interface PayInvoicePayload {
  mandateId?: string;
  instrument?: Instrument;
  paymentMethodId?: string;
  /** What the customer may choose from. */
  methods: PaymentMethod[];
  returnUrl?: string;
  /** What the account has decided; absent for nothing. */
  rules?: AccountPaymentRules;
}

/**
 * What a payment of an invoice says of itself. `debitId`: it is an attempt of this debit, which tells of its failures itself. `begun`: it
 * had failed, and is tried again.
 */
export type InvoicePaymentReport =
  | { paymentId: string; state: 'begun' }
  | { paymentId: string; state: 'captured'; debitId?: string }
  | { paymentId: string; state: 'failed'; failure: Failure };

/** What the debit of an invoice says of itself. */
export interface InvoiceDebitReport {
  debitId: string;
  /** When it is tried next, ms since the epoch; null while it is tried, and when it is over. */
  nextAttemptAtMs: number | null;
  /** The payer has to approve it first: when it is tried is not known. */
  isApprovalOpen?: true;
  isOver: boolean;
  /** Of an attempt that just failed, with its payment, or of the notice. */
  failure?: Failure;
  paymentId?: string;
}

/** Money of its payment that went back. */
export interface InvoiceRefundReport {
  paymentId: string;
  /** Absent where no refund changed it. */
  refundId?: string;
  /** Minor units of what was captured that went back, or came back. */
  amount: number;
  /** The bank returned it. */
  isReturned?: true;
  /** Minor units by which what went out above what was captured rose; below 0 where it fell. */
  overRefunded: number;
}

/** Money that did not pass through Hundi, minor units. */
export interface MarkPaidPayload {
  /** What the merchant received; absent for what remains, less `tdsAmount`. */
  amount?: number;
  /** What the customer deducted at source. */
  tdsAmount: number;
  channel: OutsideChannel;
  reference?: string;
  /** Ms since the epoch; absent for now. */
  paidAtMs?: number;
}

/** A part of an invoice, or lines of it, that is taken back. Minor units. */
export interface IssueCreditNotePayload {
  /** With tax. Either this or `lines`. */
  amount?: number;
  /** Of a line as the invoice shows its `amount`; absent for what is left of it. */
  lines?: readonly { id: string; amount?: number }[];
  reason?: string;
  refund: CreditNoteRefund;
  /** By its subscription: the dates that it gives back, the last one not included. */
  days?: { from: number; to: number };
}

/** Command type → payload: everything that can be asked of an invoice (docs/reference/state-machines.md, Invoice). */
export interface InvoiceCommandPayloads {
  /** `isUpcoming`: of a period that has not begun. `parties`: absent for seller and buyer as they are now. */
  'invoices.create': InvoiceTerms & { isFinal: boolean; start?: InvoiceStart; isUpcoming?: true; parties?: TaxParties };
  'invoices.finalize': Record<string, never>;
  'invoices.pay': PayInvoicePayload;
  'invoices.void': Record<string, never>;
  /** `ifIdle`: by its subscription, which does without where a payment is under way. */
  'invoices.mark_uncollectible': { ifIdle?: true };
  'invoices.mark_paid': MarkPaidPayload;
  'invoices.reverse_outside_payment': { number: number; reason?: string };
  'invoices.issue_credit_note': IssueCreditNotePayload;
  /** By its own timer: its money is not expected any more. */
  'invoices.wake': Record<string, never>;
  /** By its subscription: what it charges has begun. */
  'invoices.open': Record<string, never>;
  /** By its subscription: a draft is paid by another way. */
  'invoices.restart': InvoiceStart;
  /** By its subscription: it is debited now, whatever was planned. `ifIdle`: unless money may be moving. */
  'invoices.collect': { mandateId: string; ifIdle?: true };
  /** By its mandate: the debit that waited for it can begin. */
  'invoices.begin_waiting': { mandateId: string };
  /** By its subscription: nothing is debited any more. */
  'invoices.stop_collecting': Record<string, never>;
  /** By its subscription: it is void, whatever is under way. */
  'invoices.drop': { givesBack?: true };
  /** By its payments. */
  'invoices.record_payment': InvoicePaymentReport;
  /** By the payment that paid it. */
  'invoices.record_refund': InvoiceRefundReport;
  /** By its debit. */
  'invoices.record_debit': InvoiceDebitReport;
  /** Its customer is erased: the buyer, sealed under the key that belongs to its series. */
  'invoices.keep_buyer': { buyer: SealedBuyer };
  /** By its customer, who has credit. */
  'invoices.use_credit': Record<string, never>;
}

export type InvoiceCommandType = keyof InvoiceCommandPayloads;

export const INVOICE_COMMAND_TYPES = [
  'invoices.create',
  'invoices.finalize',
  'invoices.pay',
  'invoices.void',
  'invoices.mark_uncollectible',
  'invoices.mark_paid',
  'invoices.reverse_outside_payment',
  'invoices.issue_credit_note',
  'invoices.wake',
  'invoices.open',
  'invoices.restart',
  'invoices.collect',
  'invoices.begin_waiting',
  'invoices.stop_collecting',
  'invoices.drop',
  'invoices.record_payment',
  'invoices.record_refund',
  'invoices.record_debit',
  'invoices.keep_buyer',
  'invoices.use_credit',
] as const satisfies readonly InvoiceCommandType[];

export type InvoiceCommand = { [TType in InvoiceCommandType]: Command<TType, InvoiceCommandPayloads[TType]> }[InvoiceCommandType];
