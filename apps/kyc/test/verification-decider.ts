import type { KycCommandType, Refusal } from '#contracts';
import type { Decider } from '#decider';
import { decide } from '../src/verification/decide';
import type { KycCommandOf, SandboxProvider } from '../src/verification/decide/context';
import type { VerificationRules } from '../src/verification/decide/rules';
import type { ProviderStep } from '../src/verification/decide/step';
import type { ProviderChoice, VerificationEvent } from '../src/verification/events';
import { evolve } from '../src/verification/evolve';
import { INITIAL_VERIFICATION, type VerificationState } from '../src/verification/state';

/** A command of a spec, with the results that providers return during its decision. */
export type VerificationCommandOf<TType extends KycCommandType> = KycCommandOf<TType> & {
  /** What the sandbox answers, whatever it is asked. Absent: live mode. */
  step?: ProviderStep;
  /** Live mode: who is asked about a new verification. */
  chain?: readonly ProviderChoice[];
};

export type VerificationCommand = { [TType in KycCommandType]: VerificationCommandOf<TType> }[KycCommandType];

/** The verification as a decider under one set of rules. */
export function verificationDecider(rules: VerificationRules): Decider<VerificationCommand, VerificationState, VerificationEvent, Refusal> {
  return {
    initialState: INITIAL_VERIFICATION,
    decide: ({ step, chain = [], ...command }, state, { nowMs }) =>
      decide(command, state, { nowMs, rules, sandbox: step && answering(step), chooseProviders: () => ({ chain }) }),
    evolve,
  };
}

function answering(step: ProviderStep): SandboxProvider {
  const says = () => step;
  return { start: says, simulate: says, goOn: says, submitOtp: says, resend: says, fetch: says };
}

/** A provider behind a network answers the request of this number. */
export function recordStep(tries: number, step: ProviderStep): VerificationCommandOf<'kyc.record_step'> {
  return { type: 'kyc.record_step', payload: { tries, step } };
}
