import { DOCUMENT_TYPES, holdsAddress, methodsOf, type DocumentType } from '#contracts';

type Schema = Record<string, unknown>;

const ABSENT = { type: 'null' };

/**
 * What decorators on fields cannot say about `POST /v1/kyc/verifications`: which methods a document can be verified by, and
 * whether its source tells an address (docs/reference/identity-documents.md, Document types). `validateCreateVerification` refuses others.
 */
export const VERIFICATION_RULES: Schema[] = DOCUMENT_TYPES.map((type) => ({
  title: type,
  properties: {
    document_type: { const: type },
    document_details: { anyOf: [ABSENT, { type: 'object', properties: { method: { enum: [...methodsOf(type), null] } } }] },
    ...withoutAddress(type),
  },
}));

function withoutAddress(type: DocumentType): Schema {
  return holdsAddress(type) ? {} : { verify_address: { enum: [false, null] } };
}

/** What a submission brings: one of these, alone. */
const SUBMITTED = ['otp', 'share_code', 'document_details'];
/** What can be missing of a verification; how it is made is no detail that can change. */
const DETAILS = ['full_name', 'date_of_birth', 'ifsc', 'file_number', 'redirect_url', 'share_code'];
const SOME_DETAIL: Schema = {
  type: 'object',
  properties: { method: ABSENT },
  anyOf: DETAILS.map((name) => ({ required: [name], properties: { [name]: { type: 'string', minLength: 1 } } })),
};

/** One of the three fields of `POST /v1/kyc/verifications/{id}/submit`: an empty body brings nothing. */
export const SUBMISSION_RULES: Schema[] = SUBMITTED.map((name) => {
  const own = name === 'document_details' ? SOME_DETAIL : { not: ABSENT };
  return { required: [name], properties: Object.fromEntries(SUBMITTED.map((field) => [field, field === name ? own : ABSENT])) };
});
