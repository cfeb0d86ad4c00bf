import type { ReviewFile } from '#contracts';
import type { Snapshot } from '#event-store';
import { isUnderReview, type VerificationState } from './domain/verification/verification';

/** What a person decides a review by, side by side. Personal values are sealed tokens; who shows it unseals them. */
export function reviewFile({ head, state }: Snapshot<VerificationState>): ReviewFile {
  if (!isUnderReview(state)) throw new Error(`${head.streamId} does not wait for a person`);
  const { terms, reason, result, answered } = state;
  const { customerName = null, dateOfBirth = null, address = null, nameMatch, addressScore, faceScore, checks } = result ?? {};
  return {
    id: head.streamId,
    object: 'kyc.review',
    customer_id: terms.customerId,
    document_type: terms.documentType,
    document_number: terms.document.masked || null,
    reason_code: reason,
    given: {
      full_name: terms.details.fullName ?? terms.customerName,
      date_of_birth: terms.details.dateOfBirth ?? null,
      address: terms.customerAddress ?? null,
    },
    register: { full_name: customerName, date_of_birth: dateOfBirth, address },
    name_match_score: nameMatch?.score ?? null,
    address_score: addressScore ?? null,
    face_score: faceScore ?? null,
    checks: { ...checks },
    warnings: result?.warnings ?? [],
    provider: answered?.provider ?? null,
    provider_reference: answered?.reference ?? null,
  };
}
