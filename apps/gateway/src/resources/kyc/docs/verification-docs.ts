import { HistoryEventResource, VerificationResource } from '#contracts';
import type { ErrorCode } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

/** The path parameter of every route of one verification. */
export const VERIFICATION_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'kyc_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

const ACT_ON_VERIFICATION_ERRORS: readonly ErrorCode[] = ['state_conflict'];

/** What the reference says of each route of verifications. */
export const VERIFICATION_DOCS = {
  create: {
    summary: 'Verify an identity document of a customer',
    answer: { status: 201, description: 'The verification. Only `verified` means verified.', type: VerificationResource },
    errors: [
      'parameter_missing',
      'document_number_invalid',
      'document_type_unsupported',
      'metadata_invalid',
      'url_invalid',
      'resource_missing',
      'resource_already_exists',
      'processor_not_configured',
    ],
  },
  list: { summary: 'List verifications', item: VerificationResource },
  get: {
    summary: 'Retrieve a verification',
    params: [VERIFICATION_ID],
    answer: { description: 'The verification.', type: VerificationResource },
  },
  listEvents: {
    summary: 'List every event of a verification',
    params: [VERIFICATION_ID],
    item: HistoryEventResource,
    errors: ['resource_missing'],
  },
  submit: {
    summary: 'Submit the OTP, share code or details that were asked for',
    params: [VERIFICATION_ID],
    answer: { status: 200, description: 'The verification.', type: VerificationResource },
    errors: ['parameter_missing', 'parameters_exclusive', 'document_number_invalid', 'url_invalid', 'state_conflict'],
  },
  resend: {
    summary: 'Send another OTP',
    params: [VERIFICATION_ID],
    answer: { status: 200, description: 'The verification.', type: VerificationResource },
    errors: ACT_ON_VERIFICATION_ERRORS,
  },
  cancel: {
    summary: 'Cancel a verification',
    params: [VERIFICATION_ID],
    answer: { status: 200, description: 'The verification.', type: VerificationResource },
    errors: ACT_ON_VERIFICATION_ERRORS,
  },
  redact: {
    summary: 'Redact a verification',
    params: [VERIFICATION_ID],
    answer: { status: 200, description: 'The verification.', type: VerificationResource },
    errors: ACT_ON_VERIFICATION_ERRORS,
  },
  withdrawConsent: {
    summary: 'Withdraw the consent to a verification',
    params: [VERIFICATION_ID],
    answer: { status: 200, description: 'The verification.', type: VerificationResource },
    errors: ACT_ON_VERIFICATION_ERRORS,
  },
} as const satisfies Record<string, RouteDocs>;
