import type { DocumentType } from './document-type';
import type { VerificationMethod } from './verification';

/** The methods of each document, the usual one first (docs/reference/identity-documents.md, Methods). */
const METHODS: Readonly<Record<DocumentType, readonly [VerificationMethod, ...VerificationMethod[]]>> = {
  aadhaar: ['otp', 'digilocker', 'offline_xml', 'qr', 'verifiable_credential', 'video_kyc', 'ckyc'],
  pan: ['database', 'digilocker', 'ckyc'],
  passport: ['database', 'ckyc'],
  driving_licence: ['database', 'digilocker', 'ckyc'],
  voter_id: ['database', 'ckyc'],
  gstin: ['database'],
  cin: ['database'],
  llpin: ['database'],
  udyam: ['database'],
  bank_account: ['penny_drop', 'reverse_penny_drop'],
  vpa: ['database', 'reverse_penny_drop'],
};

/** How a document is verified unless the caller says otherwise. */
export function usualMethodOf(type: DocumentType): VerificationMethod {
  return METHODS[type][0];
}

/** The methods a document can be verified by. */
export function methodsOf(type: DocumentType): readonly VerificationMethod[] {
  return METHODS[type];
}
