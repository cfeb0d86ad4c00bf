import { defineList } from '#listing';
import type { VerificationState } from './state';

/** Lists of verifications (docs/how-to/list-and-page.md). Holds no number, mask or hash, and nothing of the customer but the id. */
export const verificationsList = defineList<VerificationState>({
  name: 'verifications_list',
  version: 1,
  streamType: 'kyc.verification',
  usualStatuses: ['verified'],
  rowOf: ({ state }) => {
    if (state.status === 'none') return null;
    const { customerId, documentType, metadata } = state.terms;
    const verification_reason_code = state.status === 'verified' ? null : state.reason;
    return { status: state.status, customerId, metadata, filters: { document_type: documentType, verification_reason_code } };
  },
});
