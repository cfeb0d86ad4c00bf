import type { SubmitInputPayload } from '#contracts';
import { accept } from '#decider';
import type { VerificationContext, VerificationDecision } from './context';
import type { InputAction, VerificationEvent } from '../events';
import { evolve } from '../evolve';
import { eventsOfStep } from './follow-step';
import type { InstructionOf } from './instructions';
import { detailsLeft, missing, notWhatWasAsked, stateConflict } from './refusals';
import { isOpen, type AwaitingInput, type VerificationState } from '../state';

/** What each thing that can be handed in answers. */
const ANSWERS: Readonly<Record<SubmitInputPayload['kind'], InputAction['type']>> = {
  otp: 'otp',
  share_code: 'details',
  details: 'details',
  consent: 'redirect',
};

/** requires_input → processing, and on with what the provider makes of it. Details have to be all that were asked for. */
export function submit(
  { payload, step }: InstructionOf<'SubmitInput'>,
  state: VerificationState,
  context: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  if (state.status !== 'requires_input') return stateConflict(state, ['requires_input'], 'take an answer');
  if (state.action.type !== ANSWERS[payload.kind]) return notWhatWasAsked(state);
  const left = leftOf(state, payload);
  if (left.length > 0) return detailsLeft(left);
  const processing = processingOf(payload, step === undefined ? context.nowMs : null);
  const next = evolve(state, processing);
  if (step === undefined || !isOpen(next)) return accept([processing]);
  return accept([processing, ...eventsOfStep(step, next, context)]);
}

function leftOf({ action }: AwaitingInput, { given = [] }: SubmitInputPayload): string[] {
  const names: readonly string[] = given;
  return action.type === 'details' ? action.missing.filter((name) => !names.includes(name)) : [];
}

/** With what was missing the question can be put at last; anything else answers one that was put. */
function processingOf({ kind, vaultId, details }: SubmitInputPayload, checkAtMs: number | null): VerificationEvent {
  const asked = { reason: 'awaiting_provider', checkAtMs } as const;
  if (ANSWERS[kind] !== 'details') {
    return { type: 'kyc.verification.processing', data: { ...asked, providerRequest: 'submit', ...(vaultId !== null && { vaultId }) } };
  }
  const handedIn = { ...(Object.keys(details).length > 0 && { details }), ...(vaultId !== null && { detailsVaultId: vaultId }) };
  return { type: 'kyc.verification.processing', data: { ...asked, providerRequest: 'start', ...handedIn } };
}
