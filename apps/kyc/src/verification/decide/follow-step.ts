import type { VerificationReason } from '#contracts';
import type { VerificationContext } from './context';
import type { Answered, InputAction, VerificationEvent } from '../events';
import type { VerificationRules } from './rules';
import type { ProviderStep, VerificationResult } from './step';
import { isUnderReview, type OpenVerification } from '../state';

type StepOf<TKind extends ProviderStep['kind']> = Extract<ProviderStep, { kind: TKind }>;
type Follow<TKind extends ProviderStep['kind']> = (step: StepOf<TKind>, state: OpenVerification, context: StepContext) => VerificationEvent;

const FOLLOW: { [TKind in ProviderStep['kind']]: Follow<TKind> } = {
  passed: ({ result }, state, { answered, atMs, rules }) => {
    if (isToBeReviewed(state)) return reviewOf('duplicate_identity', result, answered);
    return { type: 'kyc.verification.verified', data: { result, atMs, validUntilMs: atMs + rules.validForMs, answered } };
  },
  failed: ({ reason, result }, _state, { answered, atMs }) => ({
    type: 'kyc.verification.failed',
    data: { reason, atMs, answered, ...(result && { result }) },
  }),
  review: ({ reason, result }, _state, { answered }) => reviewOf(reason, result, answered),
  otp: ({ expiresAtMs, resendAfterMs }, state, context) => ask('otp_required', { type: 'otp', expiresAtMs, resendAfterMs }, state, context),
  redirect: ({ url, expiresAtMs, checkAtMs }, state, context) => {
    const asked = ask('redirect_required', { type: 'redirect', url, expiresAtMs }, state, context);
    return checkAtMs === undefined ? asked : { ...asked, data: { ...asked.data, checkAtMs } };
  },
  details: ({ missing }, state, context) =>
    ask('document_details_required', { type: 'details', missing, expiresAtMs: state.terms.expiresAtMs }, state, context),
  otp_wrong: askForAnotherOtp,
  pending: ({ checkAtMs }, state, { answered }) => ({
    type: 'kyc.verification.awaited',
    data: { reason: state.status === 'requires_input' ? state.reason : 'awaiting_provider', checkAtMs, answered },
  }),
  unavailable: countFailure,
  ended: ({ reason = 'otp_expired' }, _state, { answered, atMs }) => ({
    type: 'kyc.verification.expired',
    data: { reason, atMs, answered },
  }),
};

/** What a provider's answer means for a verification that is still open (docs/reference/identity-providers.md, Answers). */
export function eventsOfStep(step: ProviderStep, state: OpenVerification, { nowMs, rules }: VerificationContext): VerificationEvent[] {
  // A later answer without a reference does not make us forget the earlier one.
  const answered = { provider: step.provider, reference: step.reference ?? state.answered?.reference ?? null };
  return [(FOLLOW[step.kind] as Follow<ProviderStep['kind']>)(step, state, { atMs: nowMs, rules, answered })];
}

type AskedEvent = Extract<VerificationEvent, { type: 'kyc.verification.requires_input' }>;

function reviewOf(reason: VerificationReason, result: VerificationResult | undefined, answered: Answered): VerificationEvent {
  const data = { reason, providerRequest: null, checkAtMs: null, answered, ...(result && { result }) };
  return { type: 'kyc.verification.processing', data };
}

/** The same document on another customer is for a person to decide, once: who accepts has seen it. */
function isToBeReviewed(state: OpenVerification): boolean {
  return state.terms.document.isDuplicate && !isUnderReview(state);
}

interface StepContext {
  atMs: number;
  rules: VerificationRules;
  answered: Answered;
}

/** Tries are counted over all OTPs of a verification: another OTP does not give new ones. */
function ask(reason: VerificationReason, action: InputAction, state: OpenVerification, { rules, answered }: StepContext): AskedEvent {
  const triesLeft = 'triesLeft' in state && state.triesLeft > 0 ? state.triesLeft : rules.otpTriesMax;
  return { type: 'kyc.verification.requires_input', data: { action, reason, triesLeft, answered } };
}

/** The same OTP may be tried again until the tries are used up; an expired one needs a new OTP. */
function askForAnotherOtp(
  { reason }: StepOf<'otp_wrong'>,
  state: OpenVerification,
  { atMs, rules, answered }: StepContext,
): VerificationEvent {
  const triesLeft = ('triesLeft' in state ? state.triesLeft : rules.otpTriesMax) - 1;
  if (triesLeft <= 0) return { type: 'kyc.verification.failed', data: { reason: 'attempts_exhausted', atMs, answered } };
  const asked = state.status === 'processing' ? state.lastAction : null;
  const action = asked?.type === 'otp' ? asked : { type: 'otp' as const, expiresAtMs: state.terms.expiresAtMs, resendAfterMs: atMs };
  return { type: 'kyc.verification.requires_input', data: { action, reason, triesLeft, answered } };
}

/** The next provider is called, or the same one later; when the tries are used up it is a failure. A silent sandbox is simulated. */
function countFailure(step: StepOf<'unavailable'>, state: OpenVerification, context: StepContext): VerificationEvent {
  const { atMs, rules, answered } = context;
  const { reason, isUnknown = false, mayBeCharged } = step;
  if (step.retryAtMs === null) return { type: 'kyc.verification.provider_failed', data: { reason, retryAtMs: null, answered } };
  const isLast = state.consecutiveFailures + 1 >= rules.providerTriesMax && state.status !== 'requires_input';
  if (isLast) return { type: 'kyc.verification.failed', data: { reason, atMs, answered } };
  const providerIndex = mayBeCharged || state.mayBeCharged ? state.providerIndex : nextProviderIndex(state, isUnknown, rules);
  const isElsewhere = providerIndex > state.providerIndex;
  const retryAtMs = isElsewhere ? atMs : Math.max(step.retryAtMs, atMs + pauseMs(state.consecutiveFailures, rules));
  const providerResult = { isUnknown, ...(mayBeCharged && { mayBeCharged }) };
  return {
    type: 'kyc.verification.provider_failed',
    data: { reason, retryAtMs, answered, ...providerResult, ...(providerIndex !== state.providerIndex && { providerIndex }) },
  };
}

/**
 * Who is asked after trouble. Another provider only at the start, for what one of them has begun he has to end; and not before
 * the same was asked twice more when the question may have arrived, and never when it may have been
 * answered, because then it would be paid for twice (docs/reference/identity-providers.md, One charge).
 */
function nextProviderIndex(state: OpenVerification, isUnknown: boolean, { unknownOutcomesMax }: VerificationRules): number {
  const count = state.terms.chain?.length ?? 1;
  if (count < 2 || isBegun(state) || (isUnknown && state.unknownOutcomes < unknownOutcomesMax)) return state.providerIndex;
  return (state.providerIndex + 1) % count;
}

/** Whether a provider has taken it on. With details that came later the question is put for the first time all the same. */
function isBegun(state: OpenVerification): boolean {
  const isAtStart = state.status === 'pending' || (state.status === 'processing' && state.providerRequest === 'start');
  return !isAtStart || state.answered?.reference != null;
}

function pauseMs(consecutiveFailures: number, { providerRetryMs, providerRetryMsMax }: VerificationRules): number {
  return Math.min(providerRetryMs * 2 ** Math.min(consecutiveFailures, 16), providerRetryMsMax);
}
