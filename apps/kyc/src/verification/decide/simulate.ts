import { findKycOutcome, unknownOutcome, type CancelVerificationPayload, type Refusal, type SandboxOutcome } from '#contracts';
import { accept, refuse } from '#decider';
import { cancelFor } from './cancel';
import type { KycCommandOf, VerificationContext, VerificationDecision } from './context';
import { eventsOfStep } from './follow-step';
import { missing, stateConflict } from './refusals';
import { submit } from './submit';
import { isOpen, isUnderReview, type OpenVerification, type VerificationState } from '../state';

const TEST_KEYS_ONLY: Refusal = { code: 'key_restricted', details: { message: 'Test helpers take test keys only.' } };

/** Results of a verification that a person decides, and no provider. */
const CANCELLATIONS: Readonly<Record<string, CancelVerificationPayload['reason']>> = {
  cancelled: 'customer_cancelled',
  customer_cancelled: 'customer_cancelled',
  consent_withdrawn: 'consent_withdrawn',
  cancelled_by_account: 'cancelled_by_account',
};

/** Words of simulate that are no outcome of a new verification. */
const SIMULATED_ONLY = ['approve', 'cancelled'];

/** Test mode: what a provider, a reviewer or the customer would do (docs/reference/testing.md, Simulate: KYC verifications). */
export function simulate(
  { payload: { outcome: word } }: KycCommandOf<'kyc.simulate'>,
  state: VerificationState,
  context: VerificationContext,
): VerificationDecision {
  const { sandbox } = context;
  if (sandbox === undefined) return refuse(TEST_KEYS_ONLY);
  if (state.status === 'none') return missing();
  if (!isOpen(state)) return stateConflict(state, ['pending', 'requires_input', 'processing'], 'be simulated');
  const reason = Object.hasOwn(CANCELLATIONS, word) ? CANCELLATIONS[word] : undefined;
  if (reason !== undefined) return cancelFor(reason, state, context);
  if (word === 'approve') return accept(eventsOfStep(sandbox.goOn(state.terms), state, context));
  const outcome = simulatedOutcome(word, state);
  if (outcome === undefined) return refuse(unknownOutcome('verification', 'outcome', SIMULATED_ONLY));
  return accept(eventsOfStep(sandbox.simulate(state.terms, outcome), state, context));
}

function simulatedOutcome(word: string, state: OpenVerification): SandboxOutcome | undefined {
  return word === 'failed' && isUnderReview(state) ? 'manual_review_rejected' : findKycOutcome(word, state.terms);
}

/** Test mode: the customer came back from the mock page. */
export function answerConsent(
  { payload }: KycCommandOf<'kyc.answer_consent'>,
  state: VerificationState,
  context: VerificationContext,
): VerificationDecision {
  if (context.sandbox === undefined) return refuse(TEST_KEYS_ONLY);
  if (!payload.isGiven) return cancelFor('customer_cancelled', state, context);
  const input = { kind: 'consent', vaultId: null, sandboxAnswer: null, details: {} } as const;
  return submit({ type: 'kyc.submit', payload: input }, state, context);
}
