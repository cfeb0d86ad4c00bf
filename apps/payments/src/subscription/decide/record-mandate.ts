import type { MandateStatus, SubscriptionMandateReport } from '#contracts';
import type { ExistingSubscription } from '../state';
import { begin } from './begin';
import { settleUpdate } from './change-price';
import type { MandateHalt, SubscriptionContext, SubscriptionDecision } from './context';
import { Draft } from './draft';
import { dropRequest, goOn, replaceMandate } from './larger-mandate';
import { halt, needsMandate } from './stop';

const HALTS: Partial<Record<MandateStatus, MandateHalt>> = {
  paused: 'mandate_paused',
  revoked: 'mandate_revoked',
  expired: 'mandate_expired',
};
const COLLECTED: readonly ExistingSubscription['status'][] = ['active', 'past_due'];

/** What its mandate reports: the customer agreed, or took it back. */
export function recordMandate(
  report: SubscriptionMandateReport,
  state: ExistingSubscription,
  context: SubscriptionContext,
): SubscriptionDecision {
  const draft = new Draft(state);
  if (state.pendingUpdate?.mandate?.id === report.mandateId) {
    recordPending(draft, report, context);
    return draft.accept();
  }
  if (state.mandate?.id !== report.mandateId) return draft.accept();
  draft.add({ type: 'subscription.mandate_recorded', data: report });
  const reason = HALTS[report.status];
  if (reason !== undefined && COLLECTED.includes(state.status) && needsMandate(state)) halt(draft, reason);
  if (report.status === 'active') agreed(draft, context);
  return draft.accept();
}

/** The mandate that a change waits for: the change is made, dropped, or goes on waiting. */
function recordPending(draft: Draft, report: SubscriptionMandateReport, context: SubscriptionContext): void {
  const { pendingUpdate } = draft.state;
  const mandate = pendingUpdate?.mandate;
  if (!pendingUpdate || !mandate) return;
  if (report.status === 'active') {
    replaceMandate(draft, { ...mandate, status: 'active', action: null, expiresAtMs: null }, context);
    settleUpdate(draft, context);
    goOn(draft, context);
  } else if (report.status === 'rejected') dropRequest(draft);
  // One that has expired is registered again when the customer opens the page, as long as there is time.
  else draft.add({ type: 'subscription.mandate_recorded', data: report });
}

/** A customer who agrees begins it; one who resumes the mandate goes on where it stood still. */
function agreed(draft: Draft, context: SubscriptionContext): void {
  const { status, haltReason } = draft.state;
  if (status === 'created') beginWith(draft, context);
  if (status === 'halted' && haltReason === 'mandate_paused') goOn(draft, context);
}

function beginWith(draft: Draft, context: SubscriptionContext): void {
  const { mandate } = draft.state;
  if (mandate === null) return;
  const state = context.mandate(mandate.id);
  if (!mandate.isOwn || state.status === 'none') return begin(draft, {}, context);
  const { first } = mandate;
  const taken = first === undefined ? null : context.taken(mandate.id);
  const own = { terms: state.terms, mandate, ...(taken !== null && { taken }) };
  begin(draft, { own, ...(taken !== null && { charged: first?.charged }) }, context);
}
