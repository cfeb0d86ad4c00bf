import type { SubmitInputPayload } from '#contracts';
import { accept } from '#decider';
import type { KycCommandOf, SandboxProvider, VerificationContext, VerificationDecision } from './context';
import type { InputAction, VerificationEvent } from '../events';
import { evolve } from '../evolve';
import { eventsOfStep } from './follow-step';
import type { ProviderStep } from './step';
import { detailsLeft, missing, notWhatWasAsked, stateConflict, tooLate } from './refusals';
import { isOpen, type AwaitingInput, type VerificationState } from '../state';
import { isOver } from '../timers';

/** What each thing that can be handed in answers. */
const ANSWERS: Readonly<Record<SubmitInputPayload['kind'], InputAction['type']>> = {
  otp: 'otp',
  share_code: 'details',
  details: 'details',
  consent: 'redirect',
};

/** requires_input → processing, and on with what the provider makes of it. Details have to be all that were asked for. */
export function submit(
  { payload }: KycCommandOf<'kyc.submit'>,
  state: VerificationState,
  context: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  if (state.status !== 'requires_input') return stateConflict(state, ['requires_input'], 'take an answer');
  if (isOver(state, context.nowMs)) return tooLate(state, 'take an answer');
  if (state.action.type !== ANSWERS[payload.kind]) return notWhatWasAsked(state);
  const left = leftOf(state, payload);
  if (left.length > 0) return detailsLeft(left);
  const { sandbox } = context;
  const processing = processingOf(payload, sandbox === undefined ? context.nowMs : null);
  const next = evolve(state, processing);
  if (sandbox === undefined || !isOpen(next)) return accept([processing]);
  return accept([processing, ...eventsOfStep(stepOf(payload, state, sandbox), next, context)]);
}

/** An OTP was checked when it came in; with details that were missing the sandbox goes on. */
function stepOf({ kind, sandboxAnswer, details }: SubmitInputPayload, { terms }: AwaitingInput, sandbox: SandboxProvider): ProviderStep {
  if (kind === 'otp') return sandbox.submitOtp(terms, sandboxAnswer);
  const all = { ...terms, details: { ...terms.details, ...details } };
  return sandboxAnswer === 'share_code_invalid' ? sandbox.simulate(all, sandboxAnswer) : sandbox.goOn(all);
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
