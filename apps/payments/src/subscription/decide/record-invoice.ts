import type { SubscriptionInvoiceReport } from '#contracts';
import type { SubscriptionContext, SubscriptionDecision } from './context';
import { Draft } from './draft';
import { activate, authenticate } from './begin';
import { endDunning } from './end-dunning';
import { leaveMandate, stopCollecting } from './stop';
import { hasOverdue, isEnded, isOfDebits, type ExistingSubscription, type TrackedInvoice } from '../state';

/** What an invoice reports: its money came, a debit of it failed, or nobody has to pay it any more. */
export function recordInvoice(
  report: SubscriptionInvoiceReport,
  state: ExistingSubscription,
  context: SubscriptionContext,
): SubscriptionDecision {
  const draft = new Draft(state);
  const before = state.invoices.find(({ id }) => id === report.invoiceId);
  if (before === undefined) return reopen(report, draft, context);
  const tried = (report.attempts > before.attempts || isReduced(report, before)) && { triedAtMs: context.nowMs };
  draft.add({ type: 'subscription.invoice_recorded', data: { ...report, isOverdue: isLate(report, before, state), ...tried } });
  if (report.status === 'paid') paid(draft, before, report, context);
  else if (report.status === 'void' || report.status === 'uncollectible') settled(draft, report.status);
  else if (report.collecting !== 'trying' || report.failure !== undefined) failed(draft, report, context);
  complete(draft, context);
  return draft.accept();
}

/** A part of it was paid outside, or credited. */
function isReduced({ status, amountRemaining }: SubscriptionInvoiceReport, before: TrackedInvoice): boolean {
  return before.status === 'open' && (status === 'open' || status === 'paid') && amountRemaining < before.amountRemaining;
}

/** One that was paid is open again: the merchant took back an outside payment, as of a cheque that bounced. */
function reopen(report: SubscriptionInvoiceReport, draft: Draft, context: SubscriptionContext): SubscriptionDecision {
  if (report.status !== 'open') return draft.accept();
  const isOverdue = draft.state.terms.collection === 'automatic' || (report.dueAtMs ?? 0) <= context.nowMs;
  draft.add({ type: 'subscription.invoice_recorded', data: { ...report, isOverdue } });
  failed(draft, report, context);
  return draft.accept();
}

/** A debit of it failed, or it is open without one. What a customer pays by hand is late when its time is over. */
function isLate(report: SubscriptionInvoiceReport, before: TrackedInvoice, { terms }: ExistingSubscription): boolean {
  if (before.isOverdue) return true;
  if (report.status !== 'open' || terms.collection === 'send_invoice') return false;
  if (report.failure !== undefined && report.isDebit === true) return true;
  return hasNoDebit(report) && (before.status === 'draft' || !hasNoDebit(before));
}

function hasNoDebit({ collecting }: Pick<SubscriptionInvoiceReport, 'collecting'>): boolean {
  return collecting === 'none' || collecting === 'untried' || collecting === 'exhausted';
}

function paid(draft: Draft, { id, period }: TrackedInvoice, { isFree }: SubscriptionInvoiceReport, context: SubscriptionContext): void {
  const { status } = draft.state;
  const charged = { type: 'subscription.charged', data: { invoiceId: id } } as const;
  switch (status) {
    case 'created':
      if (period === null) return authenticate(draft, context);
      activate(draft, period);
      break;
    case 'authenticated':
      if (period !== null) draft.add({ type: 'subscription.activated', data: {} });
      break;
    case 'halted':
      if (!isFree || !hasUnpaid(draft.state)) draft.add({ type: 'subscription.activated', data: {} });
      break;
    default:
  }
  draft.add(charged);
}

/** Whether an invoice is left to pay. One of nothing does not make good for it. */
function hasUnpaid({ invoices }: ExistingSubscription): boolean {
  return invoices.some(({ status }) => status === 'open');
}

/** Without money: the customer is not late any more. */
function settled(draft: Draft, status: 'void' | 'uncollectible'): void {
  const { state } = draft;
  if (hasOverdue(state)) return;
  if (state.status === 'past_due') draft.add({ type: 'subscription.settled', data: {} });
  // Nothing is owed any more, and its mandate can be debited. What is given up stays owed.
  const goesOn = state.status === 'halted' && status === 'void' && isOfDebits(state.haltReason);
  if (goesOn) draft.add({ type: 'subscription.activated', data: {} });
}

const COLLECTED: readonly ExistingSubscription['status'][] = ['authenticated', 'active', 'past_due'];

function failed(draft: Draft, report: SubscriptionInvoiceReport, context: SubscriptionContext): void {
  const { state } = draft;
  const invoice = state.invoices.find(({ id }) => id === report.invoiceId);
  if (invoice !== undefined && state.status === 'paused') return stopCollecting(draft, [invoice]);
  if (invoice === undefined || !invoice.isOverdue || !COLLECTED.includes(state.status)) return;
  if (report.collecting === 'exhausted' && report.isDebit) return endDunning(draft, 'retries_exhausted', context);
  const quietSinceMs = state.quietSinceMs ?? context.nowMs;
  if (state.status !== 'past_due') draft.add({ type: 'subscription.past_due', data: { quietSinceMs } });
  else draft.add({ type: 'subscription.retry_changed', data: { quietSinceMs } });
}

/** The last of its periods is over, and no invoice is left to pay. */
export function complete(draft: Draft, { nowMs, subscriptionId }: Pick<SubscriptionContext, 'nowMs' | 'subscriptionId'>): void {
  const { state } = draft;
  const isOpen = state.invoices.some(({ status }) => status !== 'uncollectible');
  if (!state.isRunOut || isOpen || isEnded(state)) return;
  draft.add({ type: 'subscription.completed', data: { atMs: nowMs } });
  leaveMandate(draft, subscriptionId, 'unless_used');
}
