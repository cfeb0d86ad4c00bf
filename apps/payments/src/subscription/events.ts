import type {
  DomainEvent,
  HaltReason,
  MandateMethod,
  SubscriptionChange,
  SubscriptionInvoiceReport,
  SubscriptionMandateReport,
} from '#contracts';
import type { Anchor } from './decide/periods';
import type {
  Deduction,
  MandateOfSubscription,
  NewPrice,
  Pause,
  PendingUpdate,
  SubscriptionFacts,
  SubscriptionPeriod,
  TrackedInvoice,
  WaitingLine,
} from './state';

/** What changes without consequences. */
export type PlainChange = Pick<
  SubscriptionChange,
  'totalCount' | 'retrySchedule' | 'notifyCustomer' | 'description' | 'referenceId' | 'metadata' | 'mandateMaxAmount'
>;

/** The facts of a subscription's life. Money in minor units, times in ms since the epoch. */
export type SubscriptionEvent =
  | DomainEvent<'subscription.created', { facts: SubscriptionFacts; mandate: MandateOfSubscription | null; cancelAtMs: number | null }>
  /** Internal: another mandate takes the place of the one before. */
  | DomainEvent<'subscription.mandate_replaced', MandateOfSubscription>
  /** It is on another rail than it was made for, or the customer has chosen one. */
  | DomainEvent<'subscription.method_chosen', { method: MandateMethod; retrySchedule: readonly number[] }>
  /** Internal: what the mandate reports. */
  | DomainEvent<'subscription.mandate_recorded', SubscriptionMandateReport>
  /**
   * Internal. `isUpcoming`: for the period that begins next. `takesPending`: with the lines that waited.
   * `regularAmount`: what a whole period comes to, where that changed with the tax. `isLast`: at the end.
   */
  | DomainEvent<
      'subscription.invoice_made',
      Pick<TrackedInvoice, 'id' | 'period' | 'periodAmount' | 'amountRemaining'> & {
        isUpcoming?: true;
        takesPending?: true;
        /** Lines that wait on for the outcome of the invoice that they correct. */
        kept?: WaitingLine[];
        /** What refunds and credit notes took off its lines. Absent for nothing. */
        deductions?: Deduction[];
        regularAmount?: number;
        isLast?: true;
      }
    >
  /**
   * Internal: what an invoice reports. `triedAtMs`: when an attempt or a payment of it ended; absent where none did.
   * `isHeld`: it is debited by the next commit.
   */
  | DomainEvent<'subscription.invoice_recorded', SubscriptionInvoiceReport & { isOverdue: boolean; triedAtMs?: number; isHeld?: true }>
  | DomainEvent<'subscription.authenticated', Record<string, never>>
  /** `begins`: its first period, and from where all are counted. */
  | DomainEvent<'subscription.activated', { begins?: { period: SubscriptionPeriod; anchor: Anchor } }>
  | DomainEvent<'subscription.period_begun', { period: SubscriptionPeriod; anchor: Anchor }>
  | DomainEvent<'subscription.charged', { invoiceId: string }>
  | DomainEvent<'subscription.past_due', { quietSinceMs: number | null }>
  /** A further debit failed, or another one is planned. */
  | DomainEvent<'subscription.retry_changed', { quietSinceMs: number | null }>
  /** Internal: the caller asks for another try. */
  | DomainEvent<'subscription.retried', { atMs: number }>
  /** No invoice is overdue any more, without money. */
  | DomainEvent<'subscription.settled', Record<string, never>>
  /** `stopsMore`: later commits call off the rest of the debits. */
  | DomainEvent<'subscription.halted', { reason: HaltReason; stopsMore?: true }>
  | DomainEvent<'subscription.pause_planned', Pause>
  | DomainEvent<'subscription.paused', Pause & { stopsMore?: true }>
  /** `nextFrom`: where the next period begins. */
  | DomainEvent<'subscription.resumed', { nextFrom: number | null; atMs?: number }>
  | DomainEvent<'subscription.changed', PlainChange & { cancelAtMs?: number | null; cancelReason?: string }>
  /** `lines`: all that wait for the next invoice. `date`: of the change, in India. `begins`: the period that begins with it. */
  | DomainEvent<
      'subscription.price_changed',
      {
        change: NewPrice;
        regularAmount: number;
        lines: WaitingLine[];
        date: number;
        /** Every period is counted from it. */
        anchor: Anchor | null;
        begins?: SubscriptionPeriod;
        /** The draft of the next period is of other dates, and is made anew. */
        dropsUpcoming?: true;
        /** What refunds and credit notes took off what it gives back. Absent for nothing. */
        deductions?: Deduction[];
        /** That of the present period. Absent for 0. */
        waived?: number;
      }
    >
  | DomainEvent<'subscription.trial_changed', { endMs: number; firstFrom: number }>
  | DomainEvent<'subscription.update_planned', PendingUpdate>
  | DomainEvent<'subscription.update_dropped', Record<string, never>>
  /** The customer is asked again for the mandate of `pendingUpdate`, by another registration. */
  | DomainEvent<'subscription.request_renewed', MandateOfSubscription>
  | DomainEvent<'subscription.trial_ending', Record<string, never>>
  /** Internal: the last period is over. */
  | DomainEvent<'subscription.run_out', Record<string, never>>
  /** Internal: it ends with its customer, in a commit of its own. */
  | DomainEvent<'subscription.customer_erased', { atMs: number }>
  /** `voidsOpen`: further invoices than those of this commit. */
  | DomainEvent<'subscription.cancelled', { atMs: number; reason: string | null; voidsOpen?: true; stopsMore?: true }>
  | DomainEvent<'subscription.completed', { atMs: number }>
  | DomainEvent<'subscription.expired', { atMs: number }>;
