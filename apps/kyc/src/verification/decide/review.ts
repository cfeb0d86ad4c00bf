import { containsDocumentNumber, VERIFICATION_REASONS, type Refusal, type VerificationReason } from '#contracts';
import { accept, refuse } from '#decider';
import type { KycCommandOf, VerificationContext, VerificationDecision } from './context';
import type { VerificationEvent } from '../events';
import { missing, notUnderReview } from './refusals';
import type { VerificationResult } from './step';
import { isUnderReview, type VerificationState } from '../state';

/** Of a review that came without what the register says. */
const NOTHING_REPORTED: VerificationResult = { checks: {}, warnings: [] };

/** Each look at what identifies the customer is an event (docs/reference/identity-documents.md, What is stored). */
export function inspect(
  { payload }: KycCommandOf<'kyc.inspect'>,
  state: VerificationState,
  { nowMs }: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  if (!isUnderReview(state)) return notUnderReview(state, 'be reviewed');
  const { by, note } = payload;
  if (containsDocumentNumber(note)) return parameterRefused(NUMBER_IN_NOTE);
  return accept([{ type: 'kyc.verification.inspected', data: { by, note, atMs: nowMs } }]);
}

/**
 * processing → verified or failed, because a person says so (docs/reference/state-machines.md, KYC verification). The same decision again
 * changes nothing; another one comes too late.
 */
export function decideReview(
  { payload }: KycCommandOf<'kyc.decide'>,
  state: VerificationState,
  { nowMs, rules }: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  if (state.decided === payload.as) return accept([]);
  if (!isUnderReview(state)) return notUnderReview(state, 'be decided');
  const { as, by, note, because = state.reason } = payload;
  if (containsDocumentNumber(note)) return parameterRefused(NUMBER_IN_NOTE);
  if (!isReason(because)) return parameterRefused({ param: 'because', message: 'because must be a reason code of a verification.' });
  const reviewed: VerificationEvent = { type: 'kyc.verification.reviewed', data: { as, because, by, note, atMs: nowMs } };
  const { result } = state;
  if (as === 'rejected') {
    const data = { reason: 'manual_review_rejected' as const, atMs: nowMs, ...(result && { result }) };
    return accept([reviewed, { type: 'kyc.verification.failed', data }]);
  }
  const data = { result: result ?? NOTHING_REPORTED, atMs: nowMs, validUntilMs: nowMs + rules.validForMs };
  return accept([reviewed, { type: 'kyc.verification.verified', data }]);
}

const NUMBER_IN_NOTE = { param: 'note', message: 'note must not contain a document number: it is kept for ever.' };

function parameterRefused(details: { param: string; message: string }): VerificationDecision {
  const refusal: Refusal = { code: 'parameter_invalid', details };
  return refuse(refusal);
}

function isReason(word: string): word is VerificationReason {
  return Object.hasOwn(VERIFICATION_REASONS, word);
}
