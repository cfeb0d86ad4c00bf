import { accept } from '#decider';
import type { VerificationContext, VerificationDecision } from './context';
import { eventsOfStep } from './follow-step';
import type { InstructionOf } from './instructions';
import { missing } from './refusals';
import { isOpen, type OpenVerification, type VerificationState } from './verification';

/** When time alone changes this verification, ms since the epoch; null for never. Reviews wait for a person, however long. */
export function limitOf(state: VerificationState): number | null {
  if (!isOpen(state)) return null;
  if (state.status === 'requires_input') return Math.min(state.action.expiresAtMs, state.terms.expiresAtMs);
  if (state.status === 'processing' && state.question === null) return null;
  return state.terms.expiresAtMs;
}

/** When the provider has to be asked, ms since the epoch; null when nobody needs asking. */
export function questionDueMs(state: VerificationState): number | null {
  return state.status === 'pending' || state.status === 'processing' ? state.checkAtMs : null;
}

/** The time has come that the state named: out of time, or the answer of a provider that can be asked at once. */
export function wake(
  { step }: InstructionOf<'WakeVerification'>,
  state: VerificationState,
  context: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  if (!isOpen(state)) return accept([]);
  const limitMs = limitOf(state);
  if (limitMs !== null && context.nowMs >= limitMs) return accept([expiredAt(state, context.nowMs)]);
  return accept(step === undefined ? [] : eventsOfStep(step, state, context));
}

function expiredAt(state: OpenVerification, atMs: number) {
  const wasOtp = state.status === 'requires_input' && state.action.type === 'otp';
  return { type: 'kyc.verification.expired', data: { reason: wasOtp ? 'otp_expired' : 'session_expired', atMs } } as const;
}
