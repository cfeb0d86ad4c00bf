import { isStorable } from '../checks/field-checks';
import { Constraint } from '../checks/constraint';

/** Longest text of a document number as people write it. */
const INPUT_MAX = 300;

/**
 * A document number as text; what kind it is, and whether it is one, is judged with the document type beside it. No text is
 * ever repeated in an error.
 */
export function DocumentNumberText(): PropertyDecorator {
  return Constraint(
    (value) => {
      if (typeof value !== 'string') return 'type';
      if (value.length > INPUT_MAX) return 'length';
      return isStorable(value) ? undefined : 'characters';
    },
    {
      type: { code: 'parameter_invalid', reason: 'invalid_type', message: 'must be a string.' },
      length: { code: 'document_number_invalid', reason: 'invalid_length', message: 'is too long.' },
      characters: { code: 'document_number_invalid', reason: 'invalid_characters', message: 'has characters that no document has.' },
    },
    { type: String },
  );
}
