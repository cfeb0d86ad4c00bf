import type { Refusal } from '#contracts';
import { accept, type Decider } from '#decider';
import type { VerificationContext, VerificationDecision } from './decide/context';
import type { VerificationEvent } from './events';
import { evolve } from './evolve';
import { eventsOfStep } from './decide/follow-step';
import type { InstructionOf, VerificationInstruction, VerificationInstructionType } from './decide/instructions';
import { alreadyExists, missing, stateConflict, tooSoon } from './decide/refusals';
import type { VerificationRules } from './decide/rules';
import { hold, recordKeyDestroyed, redact, withdrawConsent } from './decide/retention';
import { decideReview, inspect } from './decide/review';
import { submit } from './decide/submit';
import { INITIAL_VERIFICATION, isOpen, type VerificationState } from './state';
import { recordProviderCallback, isNumberLeft, wake } from './timers';

type Decide<TType extends VerificationInstructionType> = (
  command: InstructionOf<TType>,
  state: VerificationState,
  context: VerificationContext,
) => VerificationDecision;

const DECIDE: { [TType in VerificationInstructionType]: Decide<TType> } = {
  CreateVerification: create,
  SubmitInput: submit,
  ResendOtp: resend,
  CancelVerification: cancel,
  RedactVerification: redact,
  WithdrawConsent: withdrawConsent,
  HoldVerification: hold,
  InspectVerification: inspect,
  DecideVerification: decideReview,
  RecordKeyDestroyed: recordKeyDestroyed,
  RecordProviderCallback: recordProviderCallback,
  RecordStep: recordStep,
  WakeVerification: wake,
  RecordNumberForgotten: recordNumberForgotten,
};

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md, KYC verification). */
export function decide(command: VerificationInstruction, state: VerificationState, context: VerificationContext): VerificationDecision {
  return (DECIDE[command.type] as Decide<VerificationInstructionType>)(command, state, context);
}

/** The verification as a decider under one set of rules. */
export function verificationDecider(
  rules: VerificationRules,
): Decider<VerificationInstruction, VerificationState, VerificationEvent, Refusal> {
  return {
    initialState: INITIAL_VERIFICATION,
    decide: (command, state, { nowMs }) => decide(command, state, { nowMs, rules }),
    evolve,
  };
}

/** – → pending, and on with what the provider said at once. A create answers 201, whatever became of the verification. */
function create(
  { payload, chain, step }: InstructionOf<'CreateVerification'>,
  state: VerificationState,
  context: VerificationContext,
): VerificationDecision {
  if (state.status !== 'none') return alreadyExists();
  const way = chain?.[0] && { chain, method: chain[0].method };
  const terms = { ...payload, ...way, expiresAtMs: context.nowMs + context.rules.sessionWindowMs };
  // A provider behind a network is asked by the store's task as soon as this is committed.
  const created: VerificationEvent = {
    type: 'kyc.verification.created',
    data: { terms, askAtMs: step === undefined ? context.nowMs : null },
  };
  const pending = evolve(INITIAL_VERIFICATION, created);
  if (step === undefined || !isOpen(pending)) return accept([created], 201);
  return accept([created, ...eventsOfStep(step, pending, context)], 201);
}

/** Another OTP, not sooner than the interval allows. */
function resend({ step }: InstructionOf<'ResendOtp'>, state: VerificationState, context: VerificationContext): VerificationDecision {
  if (state.status === 'none') return missing();
  if (state.status !== 'requires_input' || state.action.type !== 'otp') return stateConflict(state, ['requires_input'], 'send another OTP');
  if (context.nowMs < state.action.resendAfterMs) return tooSoon(Math.ceil((state.action.resendAfterMs - context.nowMs) / 1000));
  if (step !== undefined) return accept(eventsOfStep(step, state, context));
  const data = { reason: 'awaiting_provider', providerRequest: 'resend', checkAtMs: context.nowMs } as const;
  return accept([{ type: 'kyc.verification.processing', data }]);
}

function cancel(
  { payload }: InstructionOf<'CancelVerification'>,
  state: VerificationState,
  { nowMs }: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  if (state.status !== 'pending' && state.status !== 'requires_input')
    return stateConflict(state, ['pending', 'requires_input'], 'be cancelled');
  return accept([{ type: 'kyc.verification.cancelled', data: { reason: payload.reason, atMs: nowMs } }]);
}

/** An answer to a question that nobody waits for any more, or to an older one, changes nothing. */
function recordStep(
  { tries, step }: InstructionOf<'RecordStep'>,
  state: VerificationState,
  context: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  if (!isOpen(state) || tries !== state.tries) return accept([]);
  return accept(eventsOfStep(step, state, context));
}

/** Said again, or of a flow that needs the number, it changes nothing. */
function recordNumberForgotten(
  _command: InstructionOf<'RecordNumberForgotten'>,
  state: VerificationState,
  { nowMs }: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  return accept(isNumberLeft(state) ? [{ type: 'kyc.verification.number_forgotten', data: { atMs: nowMs } }] : []);
}
