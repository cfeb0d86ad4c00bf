import type { Command } from '../command';
import type { CustomerCommandPayloads } from '../customers/commands';
import type { Failure } from '../india/failure-reasons';
import type { Collection, InvoiceStatus } from '../invoices/words';
import type { PayInvoicePayload } from '../invoices/commands';
import type { MandateAction, MandateInstrument } from '../mandates/commands';
import type { MandateStatus } from '../mandates/mandate.resource';
import type { MandateCategory, MandateMethod } from '../mandates/words';
import type { Metadata } from '../payments/commands';
import type { Interval, PriceTax } from '../plans/commands';
import type { CancelRefund, ChangeTime, FirstPeriod, OpenInvoices, OverLimit, Prorating, SubscriptionOutcome } from './words';

/** What one unit of a period costs. */
export interface SubscriptionPrice {
  /** Absent of a price that was given without a name. */
  name?: string;
  /** Minor units. */
  amount: number;
  currency: string;
  interval: Interval;
  /** Absent: as the account's tax settings say. */
  tax?: PriceTax;
}

/** Charged once, with the first invoice. */
export interface UpfrontItem {
  description?: string;
  /** Minor units, of one. */
  amount: number;
  quantity: number;
}

/** How a subscription is collected and described. Absent means empty. */
export interface SubscriptionTerms {
  customerId: string;
  /** Of whose price it is; absent of a price of its own. */
  planId?: string;
  quantity: number;
  /** Periods in all, 1 to 1200; absent for until it is cancelled. */
  totalCount?: number;
  collection: Collection;
  /** With `send_invoice`. */
  daysUntilDue: number;
  /** Of the week, 1 for Monday to 7, or of the month, 1 to 31; absent for the day of the first paid date. */
  anchorDay?: number;
  firstPeriod: FirstPeriod;
  /** On which rail its mandate is; where the customer chooses, the first of the list until they did. */
  method: MandateMethod;
  /** The rails that the customer may choose from; absent where it is known. */
  methods?: readonly MandateMethod[];
  /** The saved instrument that it is on. */
  paymentMethodId?: string;
  category: MandateCategory;
  /** Hours after the first attempt at which a failed debit is tried again, ascending; absent for those of the rail. */
  retrySchedule?: readonly number[];
  upfrontItems: UpfrontItem[];
  notifyCustomer: boolean;
  /** Routing hint for its mandates. */
  processorHint?: string;
  returnUrl?: string;
  description?: string;
  referenceId?: string;
  metadata?: Metadata;
}

/** What is asked for. Times in ms since the epoch. */
export interface CreateSubscriptionPayload extends SubscriptionTerms {
  /** The customer of `customerId`, who is made in the same commit. */
  customer?: CustomerCommandPayloads['customers.create'];
  /** Without `planId`. */
  price?: SubscriptionPrice;
  /** Absent for now. */
  startsAtMs?: number;
  /** One of the two; absent for the trial of the plan. */
  trialDays?: number;
  trialEndsAtMs?: number;
  /** At most one of the three says what is debited; none leaves it to the sandbox, or to the customer. */
  mandateId?: string;
  instrument?: MandateInstrument;
  /** Minor units; absent for the larger of the regular amount and the first invoice. */
  mandateMaxAmount?: number;
  /** By when the customer has to agree. */
  authorizeByMs?: number;
  cancelAt?: CancelTime;
}

/** When a subscription ends: `period_end`, or ms since the epoch. */
export type CancelTime = 'period_end' | number;

/** How it ends. */
export interface CancelSubscriptionPayload {
  at: 'now' | CancelTime;
  refund: CancelRefund;
  openInvoices: OpenInvoices;
  /** Absent: when the mandate was made for this subscription. */
  revokeMandate?: boolean;
  reason?: string;
}

/** From when on nothing is charged. Times in ms since the epoch. */
export interface PauseSubscriptionPayload {
  from: 'now' | 'period_end';
  /** Absent: until it is resumed. */
  resumeAtMs?: number;
}

/** What is charged now. */
export interface RetrySubscriptionPayload {
  /** Absent for the oldest that is open. */
  invoiceId?: string;
  /** The customer pays once; before the first payment: what the mandate is to be on. Absent: another debit. */
  payment?: Omit<PayInvoicePayload, 'mandateId'>;
}

/** What can change: absent keeps, null empties. Times in ms since the epoch. */
export interface SubscriptionChange {
  /** A new price: of a plan, or its parts, which keep the others. */
  planId?: string;
  amount?: number;
  interval?: Interval;
  quantity?: number;
  anchorDay?: number | null;
  /** Absent for now, but for a new day alone, which waits for the end of the period. */
  effective?: ChangeTime;
  proration: Prorating;
  overLimit: OverLimit;
  trialEndsAtMs?: number;
  /** Another mandate, or what one is to be on. */
  mandateId?: string;
  paymentMethodId?: string;
  instrument?: MandateInstrument;
  mandateMaxAmount?: number;
  cancelAt?: CancelTime | null;
  totalCount?: number | null;
  retrySchedule?: readonly number[];
  notifyCustomer?: boolean;
  description?: string | null;
  referenceId?: string | null;
  /** Merged key by key; null removes a key, and null for the whole removes all. */
  metadata?: Record<string, string | number | boolean | null> | null;
}

/**
 * How an invoice is collected: a debit is planned, waits for others of its mandate to end, money may be moving, all tries failed, it was
 * given up before any, or none of it.
 */
export type InvoiceCollecting = 'planned' | 'waiting' | 'trying' | 'exhausted' | 'untried' | 'none';

/** What an invoice says of itself to its subscription. Money in minor units, times in ms since the epoch. */
export interface SubscriptionInvoiceReport {
  invoiceId: string;
  status: InvoiceStatus;
  amountRemaining: number;
  /** Payments and attempts that have ended. */
  attempts: number;
  collecting: InvoiceCollecting;
  nextAttemptAtMs: number | null;
  /** When it is due; null in a draft. */
  dueAtMs: number | null;
  /** The payment that paid it; null while none did, and where credit paid it. */
  paymentId: string | null;
  /** It is paid, and no money was received for it. */
  isFree?: true;
  /** It was paid and is open again: the whole period that it charges is not paid any more. */
  unpaysPeriod?: true;
  /** Of a payment or a debit that just failed; `isDebit` tells the two apart. */
  failure?: Failure;
  isDebit?: boolean;
}

/** What a mandate says of itself to the subscriptions under it. */
export interface SubscriptionMandateReport {
  mandateId: string;
  status: MandateStatus;
  /** What the payer has to do; null for nothing. */
  action: MandateAction | null;
  /** Until when, ms since the epoch; null where nothing is open. */
  expiresAtMs: number | null;
}

/** On what the mandate is to be. */
export interface ChooseMethodPayload {
  instrument: MandateInstrument;
  /** The mandate that the page of the customer knew of, null for none: beside another one that is not what they chose. */
  mandateSeen?: string | null;
}

/** Command type → payload: everything that can be asked of a subscription (docs/reference/state-machines.md, Subscription). */
export interface SubscriptionCommandPayloads {
  'subscriptions.create': CreateSubscriptionPayload;
  'subscriptions.update': SubscriptionChange;
  /** Never stored: answered with the invoice that would follow. */
  'subscriptions.preview_update': SubscriptionChange;
  'subscriptions.cancel': CancelSubscriptionPayload;
  'subscriptions.pause': PauseSubscriptionPayload;
  'subscriptions.resume': Record<string, never>;
  'subscriptions.retry': RetrySubscriptionPayload;
  /** By the customer on the page of the subscription: on what the mandate is to be. */
  'subscriptions.choose_method': ChooseMethodPayload;
  /** By the customer, who opens the page after the registration of the mandate has run out. */
  'subscriptions.register_again': Record<string, never>;
  /** In the sandbox: what time would bring. */
  'subscriptions.simulate': { outcome: SubscriptionOutcome };
  /** By its mandate. */
  'subscriptions.record_mandate': SubscriptionMandateReport;
  /** By one of its invoices. */
  'subscriptions.record_invoice': SubscriptionInvoiceReport;
  /** By its customer, who is erased. */
  'subscriptions.end_with_customer': Record<string, never>;
  /** Sent by the store when the time has come that the subscription asked for. */
  'subscriptions.wake': Record<string, never>;
}

export type SubscriptionCommandType = keyof SubscriptionCommandPayloads;

export const SUBSCRIPTION_COMMAND_TYPES = [
  'subscriptions.create',
  'subscriptions.update',
  'subscriptions.preview_update',
  'subscriptions.cancel',
  'subscriptions.pause',
  'subscriptions.resume',
  'subscriptions.retry',
  'subscriptions.choose_method',
  'subscriptions.register_again',
  'subscriptions.simulate',
  'subscriptions.record_mandate',
  'subscriptions.record_invoice',
  'subscriptions.end_with_customer',
  'subscriptions.wake',
] as const satisfies readonly SubscriptionCommandType[];

export type SubscriptionCommand = {
  [TType in SubscriptionCommandType]: Command<TType, SubscriptionCommandPayloads[TType]>;
}[SubscriptionCommandType];
