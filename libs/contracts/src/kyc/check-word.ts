/** What can be wrong with a document number (docs/reference/identity-documents.md, Check words). `reason` of the API error. */
export type CheckWord =
  | 'required'
  | 'invalid_characters'
  | 'invalid_length'
  | 'invalid_format'
  | 'unsupported_gstin_kind'
  | 'invalid_checksum'
  | 'invalid_first_digit'
  | 'invalid_number'
  | 'invalid_holder_type'
  | 'invalid_serial'
  | 'invalid_state_code'
  | 'invalid_embedded_pan'
  | 'invalid_entity_number'
  | 'invalid_listing_flag'
  | 'invalid_company_class';

/** The rest of a sentence that begins with the name of the field. None of them repeats the number. */
export const CHECK_SENTENCE: Readonly<Record<CheckWord, string>> = {
  required: 'is required.',
  invalid_characters: 'has characters that this kind of document never has.',
  invalid_length: 'has the wrong length for this kind of document.',
  invalid_format: 'does not look like a number of this kind of document.',
  unsupported_gstin_kind: 'is not the GSTIN of a regular taxpayer; other kinds cannot be verified.',
  invalid_checksum: 'has a check digit that does not fit: it was probably mistyped.',
  invalid_first_digit: 'begins with a digit that is never issued.',
  invalid_number: 'is a number that is never issued.',
  invalid_holder_type: 'names a kind of holder that does not exist (fourth letter).',
  invalid_serial: 'has a serial number that is never issued.',
  invalid_state_code: 'names a state that does not exist.',
  invalid_embedded_pan: 'holds a PAN that is not valid.',
  invalid_entity_number: 'has an entity number that is never issued.',
  invalid_listing_flag: 'must begin with L (listed) or U (unlisted).',
  invalid_company_class: 'names a class of company that does not exist.',
};
