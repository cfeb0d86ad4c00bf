/**
 * Every `verification_reason_code`, with the sentence a caller reads as `verification_reason` (docs/reference/identity-documents.md,
 * Reason codes). In the sandbox, the check words can be codes too.
 */
export const VERIFICATION_REASONS = {
  awaiting_provider: 'The register has not answered yet.',
  document_details_required: 'Details of the document are missing.',
  otp_required: 'An OTP was sent to the mobile linked to the document; submit it.',
  redirect_required: 'The customer has to give consent on the page that next_action names.',
  otp_incorrect: 'The OTP is wrong; it can be tried again.',
  otp_expired: 'The OTP has expired.',
  otp_request_too_soon: 'Less than 60 seconds have passed since the last OTP.',
  attempts_exhausted: 'The OTP was wrong too often. Start a new verification.',
  mobile_not_linked: 'No mobile number is linked to this Aadhaar.',
  number_invalid: 'The register says that the number is malformed.',
  document_not_found: 'The register knows no such document.',
  document_cancelled: 'The document was cancelled by its issuer.',
  document_deactivated: 'The document was deactivated by its issuer.',
  document_suspended: 'The document is suspended.',
  document_expired: 'The document has expired.',
  pan_inoperative: 'The PAN is inoperative because it was not linked with Aadhaar in time.',
  holder_deceased: 'The register lists the holder as deceased.',
  name_mismatch: 'The name differs from the one in the register.',
  name_partial_match: 'The name is close to the one in the register; a person has to decide.',
  dob_mismatch: 'The date of birth differs from the one in the register.',
  gender_mismatch: 'The gender differs from the one in the register.',
  address_mismatch: 'The address differs from the one in the register.',
  address_partial_match: 'The address is close to the one in the register; a person has to decide.',
  face_mismatch: 'The face differs from the one on the document.',
  face_not_detected: 'No face was found in the picture.',
  liveness_failed: 'The picture does not show a living person.',
  face_partial_match: 'The face is close to the one on the document; a person has to decide.',
  signature_invalid: 'The signature of the document data is not valid.',
  document_data_stale: 'The document data are too old; download them again.',
  share_code_invalid: 'The share code does not open the document data.',
  account_not_found: 'The bank knows no such account.',
  account_closed: 'The account is closed.',
  account_frozen: 'The account is frozen.',
  nre_account_not_supported: 'Accounts of non-residents cannot be verified this way.',
  imps_not_enabled: 'The bank does not take part in IMPS.',
  entity_struck_off: 'The company was struck off the register.',
  entity_under_liquidation: 'The company is being liquidated.',
  consent_missing: 'There is no valid consent on record.',
  consent_withdrawn: 'The customer withdrew the consent.',
  customer_cancelled: 'The customer cancelled.',
  cancelled_by_account: 'The verification was cancelled by the account.',
  session_expired: 'Nobody acted before the time limit.',
  duplicate_identity: 'The same document belongs to another customer; a person has to decide.',
  watchlist_hit: 'The name is on a watchlist; a person has to decide.',
  provider_unavailable: 'The provider is not available: nothing is known of the document yet.',
  provider_timeout: 'The provider did not answer in time: nothing is known of the document yet.',
  provider_quota_exhausted: 'The quota at the provider is used up.',
  manual_review_rejected: 'A reviewer rejected the verification.',
} as const;

export type VerificationReason = keyof typeof VERIFICATION_REASONS;

/** What is worth knowing about a document that was verified all the same. Warnings never change the status. */
export type VerificationWarning = 'pan_aadhaar_not_linked' | 'name_initial_mismatch';

/** Technical reasons: nothing is known of the document, so it is tried again. */
export type ProviderFailureReason = 'provider_unavailable' | 'provider_timeout' | 'provider_quota_exhausted';
