import type { Command, LateAuthorizationPolicy } from '#contracts';
import type { HandlingContext } from '#event-store';
import { isPaidByAnother } from '../reference/decide';
import { referenceOf } from './order-paid-once';
import { isCalledOffByMerchant, isEnded, type ExistingPayment, type PaymentState } from './state';

function decidedFor(state: ExistingPayment, usual: LateAuthorizationPolicy): LateAuthorizationPolicy {
  return state.terms.rules?.lateAuthorization ?? (isCalledOffByMerchant(state) ? 'refund' : usual);
}

/**
 * What to do with money that may turn up with this command (docs/reference/state-machines.md, Late money): as the account had decided
 * when the payment was created. Where it had not, what the merchant called off goes back, and for the rest the configuration decides. Never
 * a second capture for an order that another payment of the same reference has paid already, or is about to: the processor is being
 * asked for its money. Both are in the reference as of this commit, so that of two at the same instant one is second.
 */
export function latePolicyOf(
  usual: LateAuthorizationPolicy,
  command: Command,
  state: PaymentState,
  context: Pick<HandlingContext, 'related' | 'clockId'>,
): LateAuthorizationPolicy {
  if (state.status === 'none') return usual;
  const { referenceId } = state.terms;
  const decided = decidedFor(state, usual);
  if (decided !== 'capture' || !isEnded(state) || referenceId === undefined) return decided;
  return isPaidByAnother(referenceOf(command, referenceId, context), command.streamId) ? 'refund' : 'capture';
}
