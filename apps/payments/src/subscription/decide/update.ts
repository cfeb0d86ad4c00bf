import { invalidParameter, istDateOf, startOfIstDate, type Refusal, type SubscriptionChange } from '#contracts';
import { refuse } from '#decider';
import type { PlainChange, SubscriptionEvent } from '../events';
import type { ExistingSubscription, NewPrice } from '../state';
import { dropUpcoming, periodEndMs } from './cancel';
import { changeMandate } from './change-mandate';
import { changeTo, newPriceOf, priceProblem, settleUpdate, withMandate } from './change-price';
import type { SubscriptionContext, SubscriptionDecision } from './context';
import { Draft } from './draft';
import { stateConflict } from './refusals';
import { passedProblem } from './time-problems';

const CHANGEABLE = ['authenticated', 'active', 'past_due', 'halted', 'paused'] as const;

/** What is asked for, one after the other: what it is called, when it ends, its trial, its mandate, its price. */
export function update(change: SubscriptionChange, state: ExistingSubscription, context: SubscriptionContext): SubscriptionDecision {
  const draft = new Draft(state);
  const refused = updated(draft, change, context);
  return refused ?? draft.accept();
}

/** The same on a draft. @returns why not, or null. */
export function updated(draft: Draft, change: SubscriptionChange, context: SubscriptionContext): SubscriptionDecision | null {
  const { state } = draft;
  if (!CHANGEABLE.some((status) => status === state.status)) return stateConflict(state, 'be changed', CHANGEABLE);
  const price = newPriceOf(change, state, context);
  if (price !== null && 'refusal' in price) return refuse(price.refusal);
  const problem =
    plainProblem(change, state, context) ?? trialProblem(change, state, context) ?? priceProblem(price, state, change, context);
  if (problem !== null) return refuse(problem);
  changePlain(draft, change, context);
  if (change.trialEndsAtMs !== undefined) changeTrial(draft, change.trialEndsAtMs);
  const refusal = changeWhatIsCharged(draft, price, change, context);
  return refusal === null ? null : refuse(refusal);
}

function changeWhatIsCharged(
  draft: Draft,
  price: NewPrice | null,
  change: SubscriptionChange,
  context: SubscriptionContext,
): Refusal | null {
  const mandate = changeMandate(draft, change, withMandate(price, draft.state, change, context), context);
  if ('refusal' in mandate) return mandate.refusal;
  if (mandate.waits) return null;
  if (price !== null) return changeTo(draft, price, change, context);
  if (mandate.isAgreed) settleUpdate(draft, context);
  return null;
}

const PLAIN = ['totalCount', 'retrySchedule', 'notifyCustomer', 'description', 'referenceId', 'metadata', 'mandateMaxAmount'] as const;

function changePlain(draft: Draft, change: SubscriptionChange, { nowMs }: SubscriptionContext): void {
  const plain = Object.fromEntries(PLAIN.filter((name) => change[name] !== undefined).map((name) => [name, change[name]])) as PlainChange;
  const before = draft.state;
  const cancelAtMs = cancelAtMsOf(change, before, nowMs);
  const data: Extract<SubscriptionEvent, { type: 'subscription.changed' }>['data'] = {
    ...plain,
    ...(cancelAtMs !== undefined && { cancelAtMs }),
  };
  if (Object.keys(data).length > 0) draft.add({ type: 'subscription.changed', data });
  dropUpcoming(draft, before);
}

function cancelAtMsOf({ cancelAt }: SubscriptionChange, state: ExistingSubscription, nowMs: number): number | null | undefined {
  return cancelAt === 'period_end' ? periodEndMs(state, nowMs) : cancelAt;
}

function plainProblem(change: SubscriptionChange, state: ExistingSubscription, context: SubscriptionContext): Refusal | null {
  const atMs = cancelAtMsOf(change, state, context.nowMs);
  return passedProblem('cancel_at', atMs, context.nowMs) ?? countProblem(change, state) ?? scheduleProblem(change, state, context);
}

function countProblem({ totalCount }: SubscriptionChange, { current, isRunOut }: ExistingSubscription): Refusal | null {
  if (totalCount === undefined) return null;
  if (isRunOut) return invalidParameter('total_count', 'cannot change after the last period.', 'periods_over');
  const begun = current?.number ?? 0;
  if (totalCount === null || totalCount >= begun) return null;
  return invalidParameter('total_count', `must be at least ${begun}: so many periods have begun.`, 'periods_begun');
}

function scheduleProblem(
  { retrySchedule }: SubscriptionChange,
  { terms }: ExistingSubscription,
  { rules }: SubscriptionContext,
): Refusal | null {
  const most = rules.rails[terms.method].attemptsMax - 1;
  if (retrySchedule === undefined || retrySchedule.length <= most) return null;
  return invalidParameter('retry_schedule', `must contain at most ${most} values for ${terms.method}.`, 'invalid_length');
}

function trialProblem(
  { trialEndsAtMs }: SubscriptionChange,
  { current, trial }: ExistingSubscription,
  { nowMs }: SubscriptionContext,
): Refusal | null {
  if (trialEndsAtMs === undefined) return null;
  if (trial === null || current !== null) return invalidParameter('trial_end_at', 'can change during a trial alone.', 'no_trial');
  if (istDateOf(trialEndsAtMs) >= istDateOf(nowMs)) return null;
  return invalidParameter('trial_end_at', 'must be in the future.', 'time_in_past');
}

/** It covers whole dates. A draft of the first period is made anew. */
function changeTrial(draft: Draft, trialEndsAtMs: number): void {
  const firstFrom = istDateOf(trialEndsAtMs);
  const { upcoming } = draft.state;
  draft.add({ type: 'subscription.trial_changed', data: { endMs: startOfIstDate(firstFrom), firstFrom } });
  if (upcoming !== null) draft.ask({ streamId: upcoming, type: 'invoices.drop', payload: {} });
}
