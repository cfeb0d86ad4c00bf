import {
  findKycOutcome,
  unknownOutcome,
  type CancelVerificationPayload,
  type CreateVerificationPayload,
  type KycCommand,
  type KycCommandType,
  type Refusal,
  type SandboxOutcome,
} from '#contracts';
import type { VerificationInstruction } from './decide/instructions';
import type { ProviderStep } from './decide/step';
import { isOpen, isUnderReview, type OpenVerification, type VerificationState } from './state';
import { missing, stateConflict } from './decide/refusals';
import { requestDueMs } from './timers';
import type { ProviderChoices } from '../providers/routing/provider-choices';
import { sandboxFetch, sandboxGoOn, sandboxResend, sandboxStart, sandboxSubmit, type SandboxRequest } from '../providers/sandbox/sandbox';

/** What an instruction is made with, beside command and state. */
export interface DecisionContext {
  nowMs: number;
  /** Base of the mock pages, without a slash at its end. */
  publicUrl: string;
  /** Whom to ask in live mode. */
  providers: ProviderChoices;
}

type Instructed = { instruction: VerificationInstruction } | { refusal: Refusal };
type CommandOf<TType extends KycCommandType> = Extract<KycCommand, { type: TType }>;
type Instruct<TType extends KycCommandType> = (
  command: CommandOf<TType>,
  state: VerificationState,
  decisionContext: DecisionContext,
) => Instructed;

const TEST_KEYS_ONLY: Refusal = { code: 'key_restricted', details: { message: 'Test helpers take test keys only.' } };

const INSTRUCT: { [TType in KycCommandType]: Instruct<TType> } = {
  'kyc.create': create,
  'kyc.submit': submit,
  'kyc.resend': ({ livemode, streamId }, state, decisionContext) => ({
    instruction: {
      type: 'ResendOtp',
      ...(!livemode && isOpen(state) && { step: sandboxResend(nextRequestOf(state, streamId, decisionContext)) }),
    },
  }),
  'kyc.cancel': ({ payload }) => ({ instruction: { type: 'CancelVerification', payload } }),
  'kyc.redact': ({ payload }) => ({ instruction: { type: 'RedactVerification', because: payload.because } }),
  'kyc.withdraw_consent': () => ({ instruction: { type: 'WithdrawConsent' } }),
  'kyc.hold': ({ payload }) => ({ instruction: { type: 'HoldVerification', reason: payload.reason } }),
  'kyc.inspect': ({ payload }) => ({ instruction: { type: 'InspectVerification', payload } }),
  'kyc.decide': ({ payload }) => ({ instruction: { type: 'DecideVerification', payload } }),
  'kyc.record_key_destroyed': () => ({ instruction: { type: 'RecordKeyDestroyed' } }),
  'kyc.record_provider_callback': ({ payload }) => ({ instruction: { type: 'RecordProviderCallback', provider: payload.provider } }),
  'kyc.record_step': ({ payload }) => ({ instruction: { type: 'RecordStep', tries: payload.tries, step: payload.step as ProviderStep } }),
  'kyc.simulate': simulate,
  'kyc.answer_consent': answerConsent,
  'kyc.record_number_forgotten': () => ({ instruction: { type: 'RecordNumberForgotten' } }),
  'kyc.wake': ({ livemode, streamId }, state, decisionContext) => {
    const dueMs = requestDueMs(state);
    const isDue = !livemode && isOpen(state) && dueMs !== null && dueMs <= decisionContext.nowMs;
    return {
      instruction: { type: 'WakeVerification', ...(isDue && { step: sandboxFetch(nextRequestOf(state, streamId, decisionContext)) }) },
    };
  },
};

/**
 * Command → instruction: the sandbox, which answers without a network, is asked here, so that a sandbox verification is
 * one commit. Pure, and repeatable: the same command and state give the same.
 */
export function instruct(command: KycCommand, state: VerificationState, decisionContext: DecisionContext): Instructed {
  return (INSTRUCT[command.type] as Instruct<KycCommandType>)(command, state, decisionContext);
}

function create(
  { payload, livemode, streamId }: CommandOf<'kyc.create'>,
  _state: VerificationState,
  decisionContext: DecisionContext,
): Instructed {
  if (livemode) {
    const chosen = decisionContext.providers.choose(payload.documentType, payload.isMethodChosen === true ? payload.method : null);
    return 'refusal' in chosen ? chosen : { instruction: { type: 'CreateVerification', payload, chain: chosen.chain } };
  }
  const word = payload.metadata?.['sandbox_outcome'];
  if (word !== undefined && findKycOutcome(word, payload) === undefined) {
    return { refusal: unknownOutcome('verification', 'metadata.sandbox_outcome') };
  }
  const { nowMs, publicUrl } = decisionContext;
  const outcome = asksForConsent(payload) ? 'redirect_required' : outcomeOf(payload);
  const step = sandboxStart({ verificationId: streamId, terms: payload, outcome, nowMs, publicUrl });
  return { instruction: { type: 'CreateVerification', payload, step } };
}

/** Test mode: an OTP was judged when it came in; with details that were missing the sandbox goes on. */
function submit(
  { payload, livemode, streamId }: CommandOf<'kyc.submit'>,
  state: VerificationState,
  decisionContext: DecisionContext,
): Instructed {
  if (livemode || state.status !== 'requires_input') return { instruction: { type: 'SubmitInput', payload } };
  const { sandboxAnswer, kind, details } = payload;
  const asked = nextRequestOf(state, streamId, decisionContext);
  if (kind === 'otp') {
    const answer = sandboxAnswer === 'share_code_invalid' ? null : sandboxAnswer;
    return { instruction: { type: 'SubmitInput', payload, step: sandboxSubmit(asked, answer ?? 'otp_incorrect') } };
  }
  const request = { ...asked, terms: { ...asked.terms, details: { ...asked.terms.details, ...details } } };
  const isWrong = sandboxAnswer === 'share_code_invalid';
  const step = isWrong ? sandboxStart({ ...request, outcome: sandboxAnswer }) : sandboxGoOn(request);
  return { instruction: { type: 'SubmitInput', payload, step } };
}

/** Who chooses DigiLocker sees its page first; what the number stands for comes afterwards. */
function asksForConsent({ method, metadata }: Pick<CreateVerificationPayload, 'method' | 'metadata'>): boolean {
  return method === 'digilocker' && metadata?.['sandbox_outcome'] === undefined;
}

/** The outcome that metadata asks for goes before that of the number (docs/reference/testing.md). */
function outcomeOf(terms: Pick<CreateVerificationPayload, 'metadata' | 'document' | 'documentType' | 'method'>): SandboxOutcome {
  const { metadata, document } = terms;
  const asked = findKycOutcome(metadata?.['sandbox_outcome'], terms);
  return asked ?? (document.sandboxOutcome as SandboxOutcome | null) ?? 'verified';
}

function nextRequestOf({ terms }: OpenVerification, verificationId: string, { nowMs, publicUrl }: DecisionContext): SandboxRequest {
  return { verificationId, terms, outcome: outcomeOf(terms), nowMs, publicUrl };
}

/** Ends of a verification that are somebody's will, and no provider's answer. */
const CANCELLATIONS: Readonly<Record<string, CancelVerificationPayload['reason']>> = {
  cancelled: 'customer_cancelled',
  customer_cancelled: 'customer_cancelled',
  consent_withdrawn: 'consent_withdrawn',
  cancelled_by_account: 'cancelled_by_account',
};

/** Words of simulate that are no outcome of a new verification. */
const SIMULATED_ONLY = ['approve', 'cancelled'];

/** Test mode: what a provider, a reviewer or the customer would do (docs/reference/testing.md). */
function simulate(
  { payload, livemode, streamId }: CommandOf<'kyc.simulate'>,
  state: VerificationState,
  decisionContext: DecisionContext,
): Instructed {
  if (livemode) return { refusal: TEST_KEYS_ONLY };
  if (state.status === 'none') return missing();
  if (!isOpen(state)) return stateConflict(state, ['pending', 'requires_input', 'processing'], 'be simulated');
  const reason = Object.hasOwn(CANCELLATIONS, payload.outcome) ? CANCELLATIONS[payload.outcome] : undefined;
  if (reason !== undefined) return { instruction: { type: 'CancelVerification', payload: { reason } } };
  const request = nextRequestOf(state, streamId, decisionContext);
  if (payload.outcome === 'approve') return { instruction: { type: 'RecordStep', tries: state.tries, step: sandboxGoOn(request) } };
  const outcome = simulatedOutcome(payload.outcome, state);
  if (outcome === undefined) return { refusal: unknownOutcome('verification', 'outcome', SIMULATED_ONLY) };
  return { instruction: { type: 'RecordStep', tries: state.tries, step: sandboxStart({ ...request, outcome }) } };
}

function simulatedOutcome(word: string, state: OpenVerification): SandboxOutcome | undefined {
  return word === 'failed' && isUnderReview(state) ? 'manual_review_rejected' : findKycOutcome(word, state.terms);
}

/** Test mode: the customer came back from the mock page. */
function answerConsent(
  { payload, livemode, streamId }: CommandOf<'kyc.answer_consent'>,
  state: VerificationState,
  decisionContext: DecisionContext,
): Instructed {
  if (livemode) return { refusal: TEST_KEYS_ONLY };
  if (!payload.isGiven) return { instruction: { type: 'CancelVerification', payload: { reason: 'customer_cancelled' } } };
  const step = isOpen(state) ? sandboxGoOn(nextRequestOf(state, streamId, decisionContext)) : undefined;
  const input = { kind: 'consent', vaultId: null, sandboxAnswer: null, details: {} } as const;
  return { instruction: { type: 'SubmitInput', payload: input, ...(step && { step }) } };
}
