import { ENDED_SUBSCRIPTION_STATUSES } from '#contracts';
import type {
  ChangeTime,
  Failure,
  HaltReason,
  InvoiceLineTerms,
  PendingReason,
  Prorating,
  SubscriptionInvoiceReport,
  SubscriptionMandateReport,
  SubscriptionPrice,
  SubscriptionStatus,
  SubscriptionTerms,
  TaxParties,
} from '#contracts';
import type { Anchor, Period } from './decide/periods';

/** Nothing was ever stored under this id. */
export interface NoSubscription {
  status: 'none';
}

/** A period, whole or incomplete. */
export interface SubscriptionPeriod extends Period {
  /** How many days the whole of it has. */
  ofDays: number;
  isWhole: boolean;
  /** From 1; an incomplete period has that of the whole one before it, 0 at first. */
  number: number;
  /**
   * What changes without proration raised its price by, and nothing charged; below zero what they lowered it by, and nothing gave back. Of
   * the whole of it, minor units. Absent for 0.
   */
  waived?: number;
}

/** A line that waits for an invoice. */
export interface WaitingLine extends InvoiceLineTerms {
  /** With tax, and without it, as it was when the price changed last. Minor units. */
  taxed?: { amount: number; taxable: number };
}

/** An invoice that is not settled. */
export interface TrackedInvoice extends Omit<SubscriptionInvoiceReport, 'invoiceId' | 'failure' | 'isDebit' | 'paymentId' | 'isFree'> {
  id: string;
  /** What it charges; null where that is no period. */
  period: SubscriptionPeriod | null;
  /** What of it is for the period, with tax, minor units. */
  periodAmount: number;
  /** A debit of it failed, none is planned, or it is past its time. */
  isOverdue: boolean;
  /** It is debited when the subscription is resumed; of more than one commit takes, by the next. Absent otherwise. */
  isHeld?: true;
  /** Its debit is called off: with those of more invoices than one commit takes, or once the attempt that is under way fails. Absent otherwise. */
  isStopping?: true;
  /** It charges what waited when the subscription ended. */
  isLast?: true;
  /** The lines that waited for it, and wait again when it is void as a draft. Absent for none. */
  took?: readonly WaitingLine[];
  /** Deductions from these lines, which go with it. Absent for none. */
  deducted?: readonly Deduction[];
}

/** An invoice, and the date on which what it charges ends. */
export interface PeriodInvoice {
  id: string;
  to: number;
}

/**
 * What refunds of an invoice, and credit notes without dates, took off what a change of the price gives back: they count for its dates then,
 * and not for later changes. `to` is not included.
 */
export interface Deduction {
  invoiceId: string;
  /** Minor units. */
  amount: number;
  from: number;
  to: number;
}

/** The newest period that was paid, and by what. */
export interface PaidPeriod {
  period: SubscriptionPeriod;
  /** Null where earlier credit paid it. */
  paymentId: string | null;
  /** What was paid for the period, with tax, minor units. */
  amount: number;
}

/** What the registration of a mandate takes for it: fixed when the customer is asked, whatever changes until they agree. */
export interface FirstCharge {
  /** Minor units. */
  amount: number;
  /** Where the first period begins; null where that is later, and only what is charged once is taken. */
  from: number | null;
  /** Seller and buyer, as they were then. */
  charged: TaxParties;
}

/** The mandate that is debited. */
export interface MandateOfSubscription extends Pick<SubscriptionMandateReport, 'status' | 'action' | 'expiresAtMs'> {
  id: string;
  /** Made for this subscription. */
  isOwn: boolean;
  /** Ms since the epoch. */
  endsAtMs: number;
  /** Absent where its registration takes nothing of the subscription. */
  first?: FirstCharge;
  /** How often the customer was asked for another one, since it ends. Absent for never. */
  renewals?: number;
}

/** When a trial runs, ms since the epoch. */
export interface Trial {
  startMs: number;
  endMs: number;
}

/** From when on, and until when, nothing is charged. Ms since the epoch; null for until it is resumed. */
export interface Pause {
  fromMs: number;
  resumeAtMs: number | null;
}

/** What a new price makes of it. */
export interface NewPrice {
  /** Null of a price of its own. */
  planId: string | null;
  price: SubscriptionPrice;
  quantity: number;
  /** Null for the day of the first paid date. */
  anchorDay: number | null;
}

/** A change that waits. Ms since the epoch. */
export interface PendingUpdate {
  /** Null where only the mandate changes. */
  change: NewPrice | null;
  proration: Prorating;
  reason: PendingReason;
  /** That the customer has to agree to. */
  mandate: MandateOfSubscription | null;
  effective: ChangeTime;
  expiresAtMs: number | null;
  /** The draft of the next period is of other dates, and is made anew. */
  dropsUpcoming?: true;
  /** The change waits for its time alone: the customer is asked for the mandate for another reason. */
  isPlanned?: true;
}

/** What is fixed when it is made. */
export interface SubscriptionFacts {
  terms: SubscriptionTerms & { retrySchedule: readonly number[] };
  /** The schedule is that of the rail: it changes with the method that the customer chooses. */
  hasUsualSchedule?: true;
  price: SubscriptionPrice;
  /** What a whole period comes to, with tax, minor units. */
  regularAmount: number;
  /** Null where it begins once the customer has agreed. Ms since the epoch. */
  startsAtMs: number | null;
  trial: Trial | null;
  /** The first date that is charged for; null where it is not known yet. */
  firstFrom: number | null;
  /** Minor units; absent for what is needed. */
  mandateMaxAmount?: number;
  /** By when the customer has to agree, ms since the epoch; null where nothing has to be agreed to. */
  authorizeByMs: number | null;
}

/** A subscription (docs/reference/state-machines.md, Subscription). */
export interface ExistingSubscription extends SubscriptionFacts {
  status: SubscriptionStatus;
  /** Null before the first date that is charged for is known. */
  anchor: Anchor | null;
  current: SubscriptionPeriod | null;
  /** Where the next period begins, or the last one ended; null before the first is known. */
  nextFrom: number | null;
  /** The draft of the period that begins next. */
  upcoming: string | null;
  /** Invoices made so far: what is made twice has one id. */
  made: number;
  /** Mandates made so far. */
  mandates: number;
  mandate: MandateOfSubscription | null;
  /** How the last mandate ended that ended while it was debited. Absent for none. */
  lastMandateEnd?: 'revoked' | 'expired';
  /** Oldest first. */
  invoices: readonly TrackedInvoice[];
  latestInvoiceId: string | null;
  /** Those that charge days from the present period on, oldest first: what a change or the end gives back comes from them. */
  periodInvoices: readonly PeriodInvoice[];
  /** Oldest first. Absent for none. */
  deductions?: readonly Deduction[];
  paidCount: number;
  lastPaid: PaidPeriod | null;
  failure: Failure | null;
  haltReason: HaltReason | null;
  /** Of one that is past due: the last attempt or payment of any invoice since it became so, else when it did. Ms since the epoch. */
  quietSinceMs: number | null;
  isTrialEndNoticed: boolean;
  /** Charged or given back with the next invoice. */
  pendingLines: readonly WaitingLine[];
  pendingUpdate: PendingUpdate | null;
  /** When another try was asked for within the last hour, ms since the epoch. */
  retriedAtMs: readonly number[];
  /** Changes of its price on a date. */
  priceChanges: { date: number; count: number };
  /** When its customer was erased, ms since the epoch. */
  erasedAtMs: number | null;
  /** The last of `totalCount` periods is over. */
  isRunOut: boolean;
  pause: Pause | null;
  cancelAtMs: number | null;
  cancelReason: string | null;
  endedAtMs: number | null;
  /** Invoices that are not paid are void with its end, some in each commit. Absent where they stay, or one commit was enough. */
  voidsOpen?: true;
}

export type SubscriptionState = NoSubscription | ExistingSubscription;

export const INITIAL_SUBSCRIPTION: SubscriptionState = { status: 'none' };

/** Whether it is over for good. */
export function isEnded({ status }: ExistingSubscription): boolean {
  return ENDED_SUBSCRIPTION_STATUSES.includes(status);
}

/** Whether a debit under its mandate can be begun. */
export function canDebit({ terms, mandate, status }: ExistingSubscription): boolean {
  return terms.collection === 'automatic' && mandate?.status === 'active' && status !== 'halted';
}

/** The mandate that the customer is asked to agree to, or was while there is time; null for none. */
export function requestOf({ status, mandate: present, pendingUpdate }: ExistingSubscription): MandateOfSubscription | null {
  return pendingUpdate?.mandate ?? (status === 'created' ? present : null);
}

const HOUR_MS = 3_600_000;

/** The tries that were asked for within an hour, ms since the epoch. */
export function recentTries({ retriedAtMs }: ExistingSubscription, nowMs: number): number[] {
  return retriedAtMs.filter((atMs) => atMs > nowMs - HOUR_MS);
}

/** Whether money of an invoice is asked for, or will be: its debit is planned, waits for others, announced, waits for approval, or is under way. */
export function isCollecting({ invoices }: ExistingSubscription): boolean {
  return invoices.some(isBeingCollected);
}

/** True when a subscription is halted because its debits fail, or none is planned; its mandate can be debited. */
export function isOfDebits(reason: HaltReason | null): boolean {
  return reason === 'retries_exhausted' || reason === 'nothing_scheduled';
}

/** Whether its debit is planned, waits for others, or is under way. */
export function isBeingCollected(invoice: Pick<TrackedInvoice, 'collecting'>): boolean {
  return isPlanned(invoice) || invoice.collecting === 'trying';
}

/** Whether its debit is planned, or waits for others: it can be called off. */
export function isPlanned({ collecting }: Pick<TrackedInvoice, 'collecting'>): boolean {
  return collecting === 'planned' || collecting === 'waiting';
}

/** Whether a customer is late with an invoice. */
export function hasOverdue({ invoices }: ExistingSubscription): boolean {
  return invoices.some(({ isOverdue, status }) => isOverdue && status === 'open');
}
