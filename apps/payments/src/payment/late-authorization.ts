import type { Command, LateAuthorizationPolicy } from '#contracts';
import type { HandlingContext } from '#event-store';
import { INITIAL_REFERENCE, isPaidByAnother, type ReferenceState } from '../reference/decide';
import { isEnded, type PaymentState } from './state';
import { referenceStreamIdOf } from '../reference/aggregate';

/**
 * What to do with money that may turn up with this command: as the account had decided when the payment was created, or else as
 * configured, but never a second capture for an order that
 * another payment of the same reference has paid already, or is about to: the processor is being asked for its money
 * (docs/reference/state-machines.md, Late money). Both are in the reference as of this commit, so that of two at the same
 * instant one is second.
 */
export function latePolicyOf(
  usual: LateAuthorizationPolicy,
  command: Command,
  state: PaymentState,
  { related, clockId }: Pick<HandlingContext, 'related' | 'clockId'>,
): LateAuthorizationPolicy {
  const decided = (state.status === 'none' ? undefined : state.terms.rules?.lateAuthorization) ?? usual;
  if (decided !== 'capture' || !isEnded(state) || state.terms.referenceId === undefined) return decided;
  const reference = related(referenceStreamIdOf(command, state.terms.referenceId, clockId));
  const known = (reference?.state as ReferenceState | undefined) ?? INITIAL_REFERENCE;
  return isPaidByAnother(known, command.streamId) ? 'refund' : 'capture';
}
