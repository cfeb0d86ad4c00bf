import type { CancelVerificationPayload } from '#contracts';
import { accept } from '#decider';
import type { KycCommandOf, VerificationContext, VerificationDecision } from './context';
import { missing, stateConflict } from './refusals';
import type { VerificationState } from '../state';

/** pending, requires_input → cancelled. */
export function cancel(
  { payload }: KycCommandOf<'kyc.cancel'>,
  state: VerificationState,
  context: VerificationContext,
): VerificationDecision {
  return cancelFor(payload.reason, state, context);
}

/** The same for a reason that is known. */
export function cancelFor(
  reason: CancelVerificationPayload['reason'],
  state: VerificationState,
  { nowMs }: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  if (state.status !== 'pending' && state.status !== 'requires_input')
    return stateConflict(state, ['pending', 'requires_input'], 'be cancelled');
  return accept([{ type: 'kyc.verification.cancelled', data: { reason, atMs: nowMs } }]);
}
