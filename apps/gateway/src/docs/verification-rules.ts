import { DOCUMENT_TYPES, holdsAddress, methodsOf, type DocumentType } from '#contracts';

type Schema = Record<string, unknown>;

const ABSENT = { type: 'null' };

/**
 * What decorators on fields cannot say about `POST /v1/kyc/verifications`: which methods a document can be verified by, and
 * whether its source tells an address (spec/india.md 2.1, 2.6). `validateCreateVerification` refuses whatever fits none.
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
