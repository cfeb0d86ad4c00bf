import {
  formatIstDate,
  startOfIstDate,
  toSeconds,
  type SubscriptionPendingLine,
  type SubscriptionPendingUpdate,
  type SubscriptionPlan,
  type SubscriptionResource,
  type SubscriptionRetry,
  type SubscriptionStatus,
} from '#contracts';
import type { Snapshot } from '#event-store';
import { errorOf } from '../invoice/render';
import { approvalUrl, type MandateRenderOptions } from '../mandate/render';
import type { SubscriptionRules } from './decide/context';
import { debitFromMs } from './decide/agree';
import { nextUnbilledPeriod } from './decide/begin';
import { endMsOf, lastDebitMs, lastDraftDueMs } from './decide/last-invoice';
import { approvalOf, isUnchosen } from './render-approval';
import { canDebit, isEnded, type ExistingSubscription, type SubscriptionState, type WaitingLine } from './state';

/** What subscriptions are shown with. */
export interface SubscriptionRenderOptions extends Pick<MandateRenderOptions, 'publicUrl'> {
  rules: SubscriptionRules;
}

/** The public resource of a subscription. */
export function subscriptionResource(
  { head, state }: Snapshot<SubscriptionState>,
  { rules, publicUrl }: SubscriptionRenderOptions,
): SubscriptionResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no subscription.created`);
  return {
    id: head.streamId,
    object: 'subscription',
    livemode: head.livemode,
    status: state.status,
    ...agreedOf(state),
    ...collectedOf(state),
    ...approvalOf(state, approvalUrl(head.streamId, { publicUrl })),
    ...timesOf(state, rules),
    ...moneyOf(state),
    ...endOf(state),
    test_clock_id: head.clockId ?? null,
    metadata: state.terms.metadata ?? {},
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

type Agreed = Pick<
  SubscriptionResource,
  | 'customer_id'
  | 'plan_id'
  | 'plan'
  | 'quantity'
  | 'regular_amount'
  | 'total_count'
  | 'paid_count'
  | 'remaining_count'
  | 'first_period'
  | 'upfront_items'
  | 'billing_anchor_day'
  | 'notify_customer'
  | 'return_url'
  | 'description'
  | 'reference_id'
>;

function agreedOf(state: ExistingSubscription): Agreed {
  const { terms, paidCount } = state;
  const { totalCount = null } = terms;
  return {
    customer_id: terms.customerId,
    plan_id: terms.planId ?? null,
    plan: planOf(state),
    quantity: terms.quantity,
    regular_amount: state.regularAmount,
    total_count: totalCount,
    paid_count: paidCount,
    remaining_count: totalCount === null ? null : Math.max(0, totalCount - paidCount),
    first_period: terms.firstPeriod,
    upfront_items: terms.upfrontItems.map(({ description = null, amount, quantity }) => ({ description, amount, quantity })),
    billing_anchor_day: terms.anchorDay ?? null,
    notify_customer: terms.notifyCustomer,
    return_url: terms.returnUrl ?? null,
    description: terms.description ?? null,
    reference_id: terms.referenceId ?? null,
  };
}

function planOf({ price: { name, amount, currency, interval, tax } }: ExistingSubscription): SubscriptionPlan {
  return {
    name: name ?? null,
    amount,
    currency,
    interval: interval.unit,
    interval_count: interval.count,
    tax: tax === undefined ? null : { sac: tax.sac, rate_bps: tax.rateBps, behavior: tax.behavior },
  };
}

type Collected = Pick<
  SubscriptionResource,
  | 'collection'
  | 'days_until_due'
  | 'payment_method'
  | 'payment_methods'
  | 'category'
  | 'mandate_id'
  | 'default_payment_method_id'
  | 'retry_schedule'
  | 'retry'
  | 'halt_reason'
  | 'last_error'
>;

function collectedOf(state: ExistingSubscription): Collected {
  const { terms, mandate, status, haltReason, failure } = state;
  const isSent = terms.collection === 'send_invoice';
  return {
    collection: terms.collection,
    days_until_due: isSent ? terms.daysUntilDue : null,
    payment_method: isSent || isUnchosen(state) ? null : terms.method,
    payment_methods: [...(terms.methods ?? [])],
    category: terms.category,
    mandate_id: mandate?.id ?? null,
    default_payment_method_id: terms.paymentMethodId ?? null,
    retry_schedule: [...terms.retrySchedule],
    retry: retryOf(state),
    halt_reason: status === 'halted' ? haltReason : null,
    last_error: failure === null ? null : errorOf(failure),
  };
}

function retryOf({ invoices, status }: ExistingSubscription): SubscriptionRetry | null {
  const late = invoices.filter(({ isOverdue, status: invoiceStatus }) => isOverdue && invoiceStatus === 'open');
  const [first] = [...late].sort((one, other) => (one.nextAttemptAtMs ?? Infinity) - (other.nextAttemptAtMs ?? Infinity) || 0);
  if (first === undefined || status !== 'past_due') return null;
  return { attempt: first.attempts, next_at: toSeconds(first.nextAttemptAtMs) };
}

type Times = Pick<
  SubscriptionResource,
  | 'start_at'
  | 'trial_start_at'
  | 'trial_end_at'
  | 'anchor_date'
  | 'current_period_start_at'
  | 'current_period_end_at'
  | 'current_period_number'
  | 'next_charge_at'
  | 'authorize_by_at'
  | 'pause'
  | 'pending_update'
>;

function timesOf(state: ExistingSubscription, rules: SubscriptionRules): Times {
  const { startsAtMs, trial, anchor, authorizeByMs, status, pause } = state;
  return {
    start_at: toSeconds(startsAtMs),
    trial_start_at: toSeconds(trial?.startMs ?? null),
    trial_end_at: toSeconds(trial?.endMs ?? null),
    anchor_date: anchor === null ? null : formatIstDate(anchor.date),
    ...periodOf(state),
    next_charge_at: toSeconds(nextChargeMs(state, rules)),
    authorize_by_at: status === 'created' ? toSeconds(authorizeByMs) : null,
    pending_update: pendingOf(state),
    pause: pause === null ? null : { from_at: toSeconds(pause.fromMs), resume_at: toSeconds(pause.resumeAtMs) },
  };
}

type PeriodFields = Pick<SubscriptionResource, 'current_period_start_at' | 'current_period_end_at' | 'current_period_number'>;

function periodOf({ current }: ExistingSubscription): PeriodFields {
  if (current === null) return { current_period_start_at: null, current_period_end_at: null, current_period_number: 0 };
  const { from, to, number } = current;
  const [start, end] = [toSeconds(startOfIstDate(from)), toSeconds(startOfIstDate(to))];
  return { current_period_start_at: start, current_period_end_at: end, current_period_number: number };
}

function pendingOf({ pendingUpdate, current }: ExistingSubscription): SubscriptionPendingUpdate | null {
  if (pendingUpdate === null) return null;
  const { change, reason, mandate, effective, expiresAtMs } = pendingUpdate;
  return {
    changes: change && {
      plan_id: change.planId,
      amount: change.price.amount,
      interval: change.price.interval.unit,
      interval_count: change.price.interval.count,
      quantity: change.quantity,
      billing_anchor_day: change.anchorDay,
    },
    reason,
    mandate_id: mandate?.id ?? null,
    apply_at: effective === 'period_end' && current !== null ? toSeconds(startOfIstDate(current.to)) : null,
    expires_at: toSeconds(expiresAtMs),
  };
}

/** Statuses in which no money is asked for. */
const UNCHARGED: readonly SubscriptionStatus[] = ['created', 'halted', 'paused'];

/** The time of the planned debit, of the next period without an invoice, or of the waiting lines at the end; null for none. */
function nextChargeMs(state: ExistingSubscription, rules: SubscriptionRules): number | null {
  if (UNCHARGED.includes(state.status)) return null;
  const planned = state.invoices.flatMap(({ nextAttemptAtMs, isLast }) => (isEnded(state) && !isLast ? [] : (nextAttemptAtMs ?? [])));
  if (planned.length > 0) return Math.min(...planned);
  if (isEnded(state)) return null;
  const period = nextUnbilledPeriod(state);
  if (state.terms.collection === 'send_invoice') return period === null ? null : startOfIstDate(period.from);
  if (!canDebit(state)) return null;
  if (period !== null) return debitFromMs(period.from, { rules });
  return lastDraftDueMs(state, { rules }) === null ? null : lastDebitMs(endMsOf(state)!, { rules });
}

type Money = Pick<SubscriptionResource, 'pending_lines' | 'outstanding_amount' | 'latest_invoice_id'>;

function moneyOf({ invoices, latestInvoiceId, pendingLines }: ExistingSubscription): Money {
  const open = invoices.filter(({ status }) => status === 'open');
  return {
    pending_lines: pendingLines.map(pendingLineOf),
    outstanding_amount: open.reduce((sum, { amountRemaining }) => sum + amountRemaining, 0),
    latest_invoice_id: latestInvoiceId,
  };
}

function pendingLineOf({ description, quantity, unitAmount, period, taxed }: WaitingLine): SubscriptionPendingLine {
  const { amount, taxable } = taxed ?? { amount: quantity * unitAmount, taxable: quantity * unitAmount };
  const [start, end] = [toSeconds(period?.startMs ?? null), toSeconds(period?.endMs ?? null)];
  return { description: description ?? null, amount, taxable_amount: taxable, period_start_at: start, period_end_at: end };
}

type End = Pick<SubscriptionResource, 'cancel_at' | 'cancelled_at' | 'cancel_reason' | 'ended_at'>;

function endOf({ status, cancelAtMs, cancelReason, endedAtMs }: ExistingSubscription): End {
  return {
    cancel_at: toSeconds(cancelAtMs),
    cancelled_at: status === 'cancelled' ? toSeconds(endedAtMs) : null,
    cancel_reason: cancelReason,
    ended_at: toSeconds(endedAtMs),
  };
}
