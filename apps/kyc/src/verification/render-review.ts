import type { ReviewFile } from '#contracts';
import type { Snapshot } from '#event-store';
import type { VerificationTerms } from './events';
import type { VerificationResult } from './decide/step';
import { isUnderReview, type VerificationState } from './state';

/** What a person decides a review by, side by side. Personal values are sealed tokens; who shows it unseals them. */
export function reviewFile({ head, state }: Snapshot<VerificationState>): ReviewFile {
  if (!isUnderReview(state)) throw new Error(`${head.streamId} does not wait for a person`);
  const { terms, reason, result, answered } = state;
  const { provider, reference } = answered ?? { provider: null, reference: null };
  return {
    ...{ id: head.streamId, object: 'kyc.review', customer_id: terms.customerId, document_type: terms.documentType },
    document_number: terms.document.masked,
    reason_code: reason,
    given: givenIn(terms),
    ...reportedIn(result ?? { checks: {}, warnings: [] }),
    provider,
    provider_reference: reference,
  };
}

function givenIn({ details, customerName, customerAddress }: VerificationTerms): ReviewFile['given'] {
  return { full_name: details.fullName ?? customerName, date_of_birth: details.dateOfBirth ?? null, address: customerAddress ?? null };
}

function reportedIn({ nameMatch, checks, warnings, ...reported }: VerificationResult) {
  const { customerName = null, dateOfBirth = null, address = null, addressScore = null, faceScore = null } = reported;
  return {
    register: { full_name: customerName, date_of_birth: dateOfBirth, address },
    name_match_score: nameMatch?.score ?? null,
    address_score: addressScore,
    face_score: faceScore,
    checks: { ...checks },
    warnings,
  };
}
