import { refuse } from '#decider';
import { mandateLimit } from '../../mandate/decide/rails';
import type { ExistingMandate } from '../../mandate/state';
import { requestOf, type ExistingSubscription } from '../state';
import { amountProblem, askForMandate, mandateTermsOf, ownMandate } from './agree';
import { chargedOf } from './bills';
import { settleUpdate } from './change-price';
import type { SubscriptionContext, SubscriptionDecision } from './context';
import { Draft } from './draft';
import { beginningMandate } from './first-charge';
import { goOn, instrumentAfter, replaceMandate } from './larger-mandate';
import { neededAmount } from './needed';
import { registerAnother } from './retry';

/**
 * The customer opens the page after a registration has run out, and still has time to agree: another one begins, on the same
 * instrument. Asked again while that is open, nothing happens.
 */
export function registerAgain(
  _payload: Record<string, never>,
  state: ExistingSubscription,
  context: SubscriptionContext,
): SubscriptionDecision {
  const draft = new Draft(state);
  const request = requestOf(state);
  const before = request?.status === 'expired' ? context.mandate(request.id) : null;
  if (before === null || before.status === 'none') return draft.accept();
  if (state.status !== 'created') {
    askAgain(draft, before, context);
    return draft.accept();
  }
  const instrument = instrumentAfter(before, context);
  const amount = neededAmount(state, context);
  const problem = amountProblem(state, instrument.method, { amount }, context);
  if (problem !== null) return refuse(problem);
  const made = beginningMandate(state, { instrument, amount, charged: chargedOf(state, context), number: state.mandates }, context);
  registerAnother(draft, made, context);
  return draft.accept();
}

/** No less than before: invoices may be larger by now. */
function askAgain(draft: Draft, before: ExistingMandate, context: SubscriptionContext): void {
  const { state } = draft;
  const instrument = instrumentAfter(before, context);
  const most = mandateLimit(context.rules.rails[instrument.method], context.rules.mcc);
  const amount = Math.min(Math.max(before.terms.maxAmount, neededAmount(state, context)), most);
  const own = ownMandate(mandateTermsOf(state, { instrument, amount }, context), state.mandates, context);
  askForMandate(draft, own);
  draft.add({ type: 'subscription.request_renewed', data: own.mandate });
  if (own.mandate.status !== 'active') return;
  replaceMandate(draft, own.mandate, context);
  settleUpdate(draft, context);
  goOn(draft, context);
}
