import { invalidParameter, type Refusal, type SubscriptionCommandPayloads } from '#contracts';
import { refuse } from '#decider';
import type { ExistingSubscription } from '../state';
import { amountProblem } from './agree';
import { chargedOf } from './bills';
import type { SubscriptionContext, SubscriptionDecision } from './context';
import { Draft } from './draft';
import { beginningMandate } from './first-charge';
import { neededAmount } from './needed';
import { notNow, stateConflict } from './refusals';
import { oftenProblem, registerAnother } from './retry';

/** created: the customer chooses one of the methods that they were offered, as often as they like until it begins. */
export function chooseMethod(
  { instrument, mandateSeen }: SubscriptionCommandPayloads['subscriptions.choose_method'],
  state: ExistingSubscription,
  context: SubscriptionContext,
): SubscriptionDecision {
  const { methods = [] } = state.terms;
  if (state.status !== 'created') return stateConflict(state, 'be put on another method', ['created']);
  if (methods.length === 0) return notNow(state, 'The subscription offers one method alone: there is none to choose.');
  if (!methods.includes(instrument.method)) {
    return refuse(invalidParameter('payment_method', `must be one of ${methods.join(', ')}.`, 'method_not_usable'));
  }
  const charged = chargedOf(state, context);
  const amount = neededAmount(state, context);
  const problem =
    unseenProblem(mandateSeen, state) ?? oftenProblem(state, context.nowMs) ?? amountProblem(state, instrument.method, { amount }, context);
  if (problem !== null) return refuse(problem);
  const draft = new Draft(state);
  registerAnother(draft, beginningMandate(state, { instrument, amount, charged, number: state.mandates }, context), context);
  return draft.accept();
}

/** Two forms of one page that come at once: the second was sent before the customer saw what came of the first. */
function unseenProblem(seen: string | null | undefined, { status, mandate }: ExistingSubscription): Refusal | null {
  if (seen === undefined || seen === (mandate?.id ?? null)) return null;
  return { code: 'state_conflict', details: { message: 'Another method was chosen since.', current_status: status } };
}
