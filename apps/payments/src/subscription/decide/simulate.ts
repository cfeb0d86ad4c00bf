import type { SubscriptionOutcome } from '#contracts';
import type { ExistingSubscription } from '../state';
import { draftDueMs, renew, draftNext } from './begin';
import type { SubscriptionContext, SubscriptionDecision } from './context';
import { Draft } from './draft';
import { notNow, stateConflict } from './refusals';
import { nextPeriodOf } from './schedule';

const RENEWED = ['authenticated', 'active', 'past_due', 'halted'] as const;
const ON_TRIAL = ['authenticated'] as const;

/** The next period begins now, whatever its date; its debit is announced first. */
export function simulate(
  { outcome }: { outcome: SubscriptionOutcome },
  state: ExistingSubscription,
  context: SubscriptionContext,
): SubscriptionDecision {
  const from = outcome === 'renew' ? RENEWED : ON_TRIAL;
  if (!from.some((status) => status === state.status)) return stateConflict(state, 'be renewed', from);
  if (nextPeriodOf(state) === null) return notNow(state, 'The subscription has no further period: it ends with this one.');
  if (outcome === 'trial_end' && state.trial === null) return notNow(state, 'The subscription has no trial period.');
  const draft = new Draft(state);
  if (draftDueMs(state, context) !== null) draftNext(draft, context, context.nowMs);
  renew(draft, context);
  return draft.accept();
}
