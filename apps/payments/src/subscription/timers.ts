import { startOfIstDate } from '#contracts';
import { draftDueMs, draftNext, renew, trialNoticeMs } from './decide/begin';
import { cancelNow, voidRest } from './decide/cancel';
import type { SubscriptionContext, SubscriptionDecision, SubscriptionRules } from './decide/context';
import { Draft } from './decide/draft';
import { collectRest, dropRequest } from './decide/larger-mandate';
import { pauseNow, resumeNow } from './decide/pause';
import { chargeLast, draftLast, lastDraftDueMs } from './decide/last-invoice';
import { complete } from './decide/record-invoice';
import { haltWithoutMandate, leaveMandate, stopRest } from './decide/stop';
import { endDunning } from './decide/end-dunning';
import { trackedReport } from './decide/tracked-report';
import { mandateRenewalMs, renewMandate } from './decide/renew-mandate';
import { nextPeriodOf, isLast } from './decide/schedule';
import { isCollecting, isEnded, isPlanned, type ExistingSubscription, type SubscriptionState } from './state';

/** Something that time brings. */
interface Step {
  /** Ms since the epoch; null for never. */
  atMs: number | null;
  take(draft: Draft, context: SubscriptionContext): void;
}

/** When this subscription wants to be looked at again, ms since the epoch; null for never. */
export function wakeAtMs(state: SubscriptionState, rules: SubscriptionRules): number | null {
  return state.status === 'none' ? null : (nextStep(state, rules)?.atMs ?? null);
}

/** One step, the one that was due first: after a standstill every period is worked in order. */
export function wake(state: ExistingSubscription, context: SubscriptionContext): SubscriptionDecision {
  const draft = new Draft(state);
  const step = nextStep(state, context.rules);
  if (step === null || (step.atMs ?? Infinity) > context.nowMs) return draft.accept();
  if (isEnded(state) || context.customer(state.terms.customerId).status === 'active') step.take(draft, context);
  else cancelNow(draft, { refund: 'none', openInvoices: 'keep', reason: 'customer_erased' }, context);
  return draft.accept();
}

function nextStep(state: ExistingSubscription, rules: SubscriptionRules): Step | null {
  const steps = stepsOf(state, rules).filter(({ atMs }) => atMs !== null);
  return steps.reduce<Step | null>((first, step) => (first === null || step.atMs! < first.atMs! ? step : first), null);
}

/** In the past of every clock. */
const AT_ONCE_MS = 0;

/** What a commit before has left of its work; null for nothing. */
function restOf(state: ExistingSubscription): Step['take'] | null {
  if (isEnded(state) && state.voidsOpen) return state.invoices.length > 0 ? voidRest : null;
  return state.invoices.some((invoice) => invoice.isStopping && isPlanned(invoice)) ? stopRest : null;
}

/** Of two at the same time the first is taken. */
function stepsOf(state: ExistingSubscription, rules: SubscriptionRules): Step[] {
  const rest = restOf(state);
  if (rest !== null || isEnded(state)) return rest === null ? [] : [{ atMs: AT_ONCE_MS, take: rest }];
  const ends: Step = { atMs: state.erasedAtMs ?? state.cancelAtMs, take: cancelDue };
  switch (state.status) {
    case 'created':
      return [{ atMs: state.authorizeByMs, take: expire }, ends];
    case 'paused':
      return [ends, { atMs: state.pause?.resumeAtMs ?? null, take: resumeNow }];
    default:
      return [ends, ...runningSteps(state, rules)];
  }
}

function runningSteps(state: ExistingSubscription, rules: SubscriptionRules): Step[] {
  return [
    { atMs: state.invoices.some(({ isHeld }) => isHeld) ? AT_ONCE_MS : null, take: collectRest },
    { atMs: state.pause?.fromMs ?? null, take: (draft) => state.pause !== null && pauseNow(draft, state.pause) },
    { atMs: state.pendingUpdate?.expiresAtMs ?? null, take: dropRequest },
    { atMs: trialNoticeMs(state), take: (draft) => draft.add({ type: 'subscription.trial_ending', data: {} }) },
    ...periodSteps(state, rules),
    { atMs: mandateRenewalMs(state), take: renewMandate },
    ...lateSteps(state, rules),
  ];
}

function periodSteps(state: ExistingSubscription, rules: SubscriptionRules): Step[] {
  const period = nextPeriodOf(state);
  if (period !== null) {
    const ahead = draftDueMs(state, { rules });
    return ahead === null ? [{ atMs: startOfIstDate(period.from), take: beginPeriod }] : [{ atMs: ahead, take: draftNext }];
  }
  const isOver = isLast(state) && !state.isRunOut && state.nextFrom !== null;
  const drafted: Step = { atMs: lastDraftDueMs(state, { rules }), take: draftLast };
  return isOver ? [{ atMs: startOfIstDate(state.nextFrom!), take: runOut }, drafted] : [drafted];
}

/** What was not paid in time. */
function lateSteps(state: ExistingSubscription, { haltAfterMs }: SubscriptionRules): Step[] {
  const due = state.invoices.filter(({ status, isOverdue, dueAtMs }) => status === 'open' && !isOverdue && dueAtMs !== null);
  const isSent = state.terms.collection === 'send_invoice';
  const first = isSent ? due.reduce<number | null>((least, { dueAtMs }) => Math.min(least ?? dueAtMs!, dueAtMs!), null) : null;
  return [
    { atMs: first, take: overdue },
    { atMs: quietUntilMs(state, haltAfterMs), take: (draft, context) => endDunning(draft, 'nothing_scheduled', context) },
  ];
}

/** When nothing was tried for too long, ms since the epoch; null while something is planned or under way. */
function quietUntilMs(state: ExistingSubscription, haltAfterMs: number): number | null {
  const { status, quietSinceMs } = state;
  return status !== 'past_due' || quietSinceMs === null || isCollecting(state) ? null : quietSinceMs + haltAfterMs;
}

function expire(draft: Draft, { nowMs, subscriptionId }: SubscriptionContext): void {
  const drafts = draft.state.invoices;
  draft.add({ type: 'subscription.expired', data: { atMs: nowMs } });
  draft.ask(...drafts.map(({ id }) => ({ streamId: id, type: 'invoices.drop', payload: {} })));
  leaveMandate(draft, subscriptionId, draft.state.mandate?.isOwn ? 'yes' : 'no');
}

function cancelDue(draft: Draft, context: SubscriptionContext): void {
  cancelNow(draft, { refund: 'none', openInvoices: 'keep' }, context);
}

function beginPeriod(draft: Draft, context: SubscriptionContext): void {
  if (draft.state.status !== 'halted') haltWithoutMandate(draft);
  renew(draft, context);
}

function runOut(draft: Draft, context: SubscriptionContext): void {
  draft.add({ type: 'subscription.run_out', data: {} });
  chargeLast(draft, 'none', context);
  complete(draft, context);
}

/** The customer has not paid by hand in time. */
function overdue(draft: Draft, { nowMs }: SubscriptionContext): void {
  const late = draft.state.invoices.filter(
    ({ status, isOverdue, dueAtMs }) => status === 'open' && !isOverdue && (dueAtMs ?? Infinity) <= nowMs,
  );
  for (const invoice of late) {
    draft.add({ type: 'subscription.invoice_recorded', data: { ...trackedReport(invoice), isOverdue: true } });
  }
  if (draft.state.status === 'active') draft.add({ type: 'subscription.past_due', data: { quietSinceMs: nowMs } });
}
