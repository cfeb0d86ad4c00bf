import { CHECK_SENTENCE, readDocumentNumber } from '../kyc';
import { Constraint } from './constraint';

/** The GSTIN of a regular taxpayer, with its checksum (docs/reference/identity-documents.md, GSTIN). */
export function Gstin(): PropertyDecorator {
  const isGood = (value: unknown): boolean => {
    const verdict = typeof value === 'string' ? readDocumentNumber('gstin', value) : undefined;
    return verdict !== undefined && 'document' in verdict && verdict.document.failedCheck === null;
  };
  return Constraint(
    (value) => (isGood(value) ? undefined : 'gstin'),
    {
      gstin: {
        code: 'document_number_invalid',
        reason: 'invalid_gstin',
        message: `${CHECK_SENTENCE.invalid_format.replace('a number of this kind of document', 'the GSTIN of a regular taxpayer')}`,
      },
    },
    { type: String, maxLength: 20 },
  );
}
