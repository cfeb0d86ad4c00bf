import { accept } from '#decider';
import type { KycCommandOf, VerificationContext, VerificationDecision } from './decide/context';
import { eventsOfStep } from './decide/follow-step';
import type { RequestKind } from './events';
import { missing } from './decide/refusals';
import { isOpen, isUnderReview, type OpenVerification, type VerificationState } from './state';

/** When time alone changes this verification, ms since the epoch; null for never. Reviews wait for a person, however long. */
export function limitOf(state: VerificationState): number | null {
  if (!isOpen(state)) return null;
  if (state.status === 'requires_input') return Math.min(state.action.expiresAtMs, state.terms.expiresAtMs);
  if (isUnderReview(state)) return null;
  return state.terms.expiresAtMs;
}

/** Whether time alone has ended it, be it recorded already or not. */
export function isOver(state: VerificationState, nowMs: number): boolean {
  const limitMs = limitOf(state);
  return limitMs !== null && nowMs >= limitMs;
}

/** When the sandbox has to be asked in a decision, ms since the epoch; null when no call is due. */
export function requestDueMs(state: VerificationState): number | null {
  return isOpen(state) && state.terms.chain === undefined ? state.checkAtMs : null;
}

/** The next call to a provider behind a network, and when, ms since the epoch. */
export interface DueRequest {
  kind: RequestKind;
  dueAtMs: number;
}

/** The next question to a provider behind a network, which the store's task puts; null when there is none. */
export function nextRequestOf(state: VerificationState): DueRequest | null {
  if (!isOpen(state) || state.terms.chain === undefined || state.checkAtMs === null) return null;
  const dueAtMs = state.checkAtMs;
  if (state.status === 'processing') return state.providerRequest === null ? null : { kind: state.providerRequest, dueAtMs };
  // Without a reference the call did not arrive, or its reply was lost: it is repeated.
  return { kind: state.answered?.reference == null ? 'start' : 'fetch', dueAtMs };
}

/** A callback of the provider: what would have been asked later is asked now. Repeated, late or from another provider it changes nothing. */
export function recordProviderCallback(
  { payload: { provider } }: KycCommandOf<'kyc.record_provider_callback'>,
  state: VerificationState,
  { nowMs }: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  const providerRequest = nextRequestOf(state);
  const isWaiting =
    providerRequest?.kind === 'fetch' && providerRequest.dueAtMs > nowMs && state.terms.chain?.[state.providerIndex]?.provider === provider;
  return accept(isWaiting ? [{ type: 'kyc.verification.provider_callback_received', data: { provider, atMs: nowMs } }] : []);
}

/** Whether the vault still holds a number that is no longer needed: the flow has ended, or a person decides. */
export function isNumberLeft(state: VerificationState): boolean {
  if (state.status === 'none' || state.terms.chain === undefined || state.terms.document.vaultId === null) return false;
  return !isOpen(state) || isUnderReview(state);
}

/** The time has come that the state named: out of time, or the answer of a provider that can be asked at once. */
export function wake(_command: KycCommandOf<'kyc.wake'>, state: VerificationState, context: VerificationContext): VerificationDecision {
  if (state.status === 'none') return missing();
  if (!isOpen(state)) return accept([]);
  if (isOver(state, context.nowMs)) return accept([expiredAt(state, context.nowMs)]);
  const { sandbox, nowMs } = context;
  const dueMs = requestDueMs(state);
  if (sandbox === undefined || dueMs === null || dueMs > nowMs) return accept([]);
  return accept(eventsOfStep(sandbox.fetch(state.terms), state, context));
}

function expiredAt(state: OpenVerification, atMs: number) {
  const wasOtp = state.status === 'requires_input' && state.action.type === 'otp';
  return { type: 'kyc.verification.expired', data: { reason: wasOtp ? 'otp_expired' : 'session_expired', atMs } } as const;
}
