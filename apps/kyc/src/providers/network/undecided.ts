import type { ProviderFailureReason, VerificationReason } from '#contracts';
import { CallFailedError, MalformedAnswerError, RequestRefusedError, type CallFailure } from '#partner-http';
import type { KycFinding, KycStep } from '../provider';

const FAILURE: Readonly<Record<CallFailure, { reason: ProviderFailureReason; isUnknown: boolean; mayBeCharged?: true }>> = {
  not_sent: { reason: 'provider_unavailable', isUnknown: false },
  unanswered: { reason: 'provider_timeout', isUnknown: true, mayBeCharged: true },
  server_error: { reason: 'provider_unavailable', isUnknown: true },
  rate_limited: { reason: 'provider_quota_exhausted', isUnknown: false },
};

/** The wallet at the provider is empty. */
const QUOTA_STATUSES: ReadonlySet<number> = new Set([402, 422]);

/**
 * What an error on the way to an answer means: nothing is known of the document. A refusal that is about the request is for the
 * adapter to read first; what it makes nothing of is trouble, because a mistake of ours must not fail a customer.
 *
 * @throws what is a bug of ours.
 */
export function undecided(error: unknown): KycStep {
  if (error instanceof CallFailedError) return { kind: 'unavailable', ...FAILURE[error.failure] };
  if (error instanceof MalformedAnswerError) {
    return { kind: 'unavailable', reason: 'provider_unavailable', isUnknown: true, mayBeCharged: true };
  }
  if (!(error instanceof RequestRefusedError)) throw error;
  const reason = QUOTA_STATUSES.has(error.status) ? 'provider_quota_exhausted' : 'provider_unavailable';
  return { kind: 'unavailable', reason, isUnknown: false };
}

/** The register answered, and it is no. */
export function refused(reason: VerificationReason): KycFinding {
  return { verdict: 'refused', reason };
}
