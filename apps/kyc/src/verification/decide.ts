import {
  findKycOutcome,
  unknownOutcome,
  type CommandBody,
  type CreateVerificationPayload,
  type KycCommand,
  type KycCommandType,
} from '#contracts';
import { accept, refuse } from '#decider';
import { cancel } from './decide/cancel';
import type { KycCommandOf, SandboxProvider, VerificationContext, VerificationDecision } from './decide/context';
import { eventsOfStep } from './decide/follow-step';
import { alreadyExists, missing, notWhatWasAsked, stateConflict, tooLate, tooSoon } from './decide/refusals';
import { hold, recordKeyDestroyed, redact, withdrawConsent } from './decide/retention';
import { decideReview, inspect } from './decide/review';
import { answerConsent, simulate } from './decide/simulate';
import type { ProviderStep } from './decide/step';
import { submit } from './decide/submit';
import type { VerificationEvent, VerificationTerms } from './events';
import { evolve } from './evolve';
import { INITIAL_VERIFICATION, isOpen, type VerificationState } from './state';
import { isNumberLeft, isOver, recordProviderCallback, wake } from './timers';

type Decide<TType extends KycCommandType> = (
  command: KycCommandOf<TType>,
  state: VerificationState,
  context: VerificationContext,
) => VerificationDecision;

const DECIDE: { [TType in KycCommandType]: Decide<TType> } = {
  'kyc.create': create,
  'kyc.submit': submit,
  'kyc.resend': resend,
  'kyc.cancel': cancel,
  'kyc.redact': redact,
  'kyc.withdraw_consent': withdrawConsent,
  'kyc.hold': hold,
  'kyc.inspect': inspect,
  'kyc.decide': decideReview,
  'kyc.record_key_destroyed': recordKeyDestroyed,
  'kyc.record_provider_callback': recordProviderCallback,
  'kyc.record_step': recordStep,
  'kyc.simulate': simulate,
  'kyc.answer_consent': answerConsent,
  'kyc.record_number_forgotten': recordNumberForgotten,
  'kyc.wake': wake,
};

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: CommandBody<KycCommand>, state: VerificationState, context: VerificationContext): VerificationDecision {
  return (DECIDE[command.type] as Decide<KycCommandType>)(command, state, context);
}

/** – → pending, and on with what the sandbox said at once. A create answers 201, whatever became of the verification. */
function create({ payload }: KycCommandOf<'kyc.create'>, state: VerificationState, context: VerificationContext): VerificationDecision {
  if (state.status !== 'none') return alreadyExists();
  const { sandbox } = context;
  if (sandbox !== undefined) return createAtSandbox(payload, sandbox, context);
  const chosen = context.chooseProviders(payload.documentType, payload.isMethodChosen === true ? payload.method : null);
  if ('refusal' in chosen) return refuse(chosen.refusal);
  const { chain } = chosen;
  const terms = { ...termsOf(payload, context), ...(chain[0] && { chain, method: chain[0].method }) };
  // A provider behind a network is asked by the store's task as soon as this is committed.
  return accept([{ type: 'kyc.verification.created', data: { terms, askAtMs: context.nowMs } }], 201);
}

function createAtSandbox(payload: CreateVerificationPayload, sandbox: SandboxProvider, context: VerificationContext): VerificationDecision {
  const word = payload.metadata?.['sandbox_outcome'];
  if (word !== undefined && findKycOutcome(word, payload) === undefined) {
    return refuse(unknownOutcome('verification', 'metadata.sandbox_outcome'));
  }
  const terms = termsOf(payload, context);
  const created: VerificationEvent = { type: 'kyc.verification.created', data: { terms, askAtMs: null } };
  const pending = evolve(INITIAL_VERIFICATION, created);
  return accept([created, ...(isOpen(pending) ? eventsOfStep(sandbox.start(payload), pending, context) : [])], 201);
}

function termsOf(payload: CreateVerificationPayload, { nowMs, rules }: VerificationContext): VerificationTerms {
  return { ...payload, expiresAtMs: nowMs + rules.sessionWindowMs };
}

/** Another OTP, not sooner than the interval allows. */
function resend(_command: KycCommandOf<'kyc.resend'>, state: VerificationState, context: VerificationContext): VerificationDecision {
  if (state.status === 'none') return missing();
  if (state.status !== 'requires_input') return stateConflict(state, ['requires_input'], 'send another OTP');
  if (state.action.type !== 'otp') return notWhatWasAsked(state);
  if (isOver(state, context.nowMs)) return tooLate(state, 'send another OTP');
  if (context.nowMs < state.action.resendAfterMs) return tooSoon(Math.ceil((state.action.resendAfterMs - context.nowMs) / 1000));
  if (context.sandbox !== undefined) return accept(eventsOfStep(context.sandbox.resend(state.terms), state, context));
  const data = { reason: 'awaiting_provider', providerRequest: 'resend', checkAtMs: context.nowMs } as const;
  return accept([{ type: 'kyc.verification.processing', data }]);
}

/** An answer to a request that is over, or to an older one, changes nothing. */
function recordStep(
  { payload: { tries, step } }: KycCommandOf<'kyc.record_step'>,
  state: VerificationState,
  context: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  if (!isOpen(state) || tries !== state.tries) return accept([]);
  // The command carries it as JSON; tasks/to-provider-result.ts made it.
  return accept(eventsOfStep(step as ProviderStep, state, context));
}

/** Reported again, or of a flow that needs the number, it changes nothing. */
function recordNumberForgotten(
  _command: KycCommandOf<'kyc.record_number_forgotten'>,
  state: VerificationState,
  { nowMs }: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  return accept(isNumberLeft(state) ? [{ type: 'kyc.verification.number_forgotten', data: { atMs: nowMs } }] : []);
}
