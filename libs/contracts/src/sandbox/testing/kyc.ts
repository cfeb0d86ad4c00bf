import { DOCUMENT_TYPES, type DocumentType } from '../../kyc/document-type';
import { usualMethodOf } from '../../kyc/methods';
import { sandboxDocuments, type SandboxDocument } from '../kyc-numbers';
import { findKycOutcome, KYC_OUTCOME_WORDS, KYC_SLOW_MS, kycResultOf, kycStepOf, type SandboxOutcome } from '../kyc-outcomes';
import { SANDBOX_OTP_TRIES_MAX, SANDBOX_OTPS, type SandboxOtpResult } from '../otp';
import { row, type TestingRow, type TestingSection } from './section';

function outcomeRow(values: readonly string[], outcome: SandboxOutcome): TestingRow {
  const { status, reason } = kycResultOf(outcome, false);
  const isSlow = outcome === 'verified_after_a_while';
  const then = isSlow ? [{ after_seconds: KYC_SLOW_MS / 1000, status: 'verified', reason: null }] : [];
  return row(values, { status, reason, then, note: isSlow ? null : noteOf(outcome) });
}

function noteOf(outcome: SandboxOutcome): string | null {
  if (outcome === 'verified_not_linked') return 'warning `pan_aadhaar_not_linked`';
  if (outcome === 'address_mismatch_when_asked') return 'with `verify_address`: `failed`, `address_mismatch`';
  switch (kycStepOf(outcome, false)) {
    case 'pending':
    case 'unavailable':
      return 'stays so until it is simulated; after 24 hours `expired`';
    case 'review':
      return 'stays so until a reviewer decides or it is simulated';
    default:
      return null;
  }
}

/** What the title of a section calls the document. */
const NAMES: Readonly<Partial<Record<DocumentType, string>>> = {
  aadhaar: 'Aadhaar',
  pan: 'PAN',
  passport: 'Passport',
  driving_licence: 'Driving licence',
  voter_id: 'Voter id (EPIC)',
  gstin: 'GSTIN',
  cin: 'CIN',
  udyam: 'Udyam',
  bank_account: 'Bank account',
};

function documentSection(documentType: DocumentType): TestingSection[] {
  const documents = sandboxDocuments(documentType);
  if (documents.length === 0) return [];
  return [
    {
      id: `kyc-${documentType}`,
      title: `KYC: ${NAMES[documentType] ?? documentType}`,
      text: [
        `Send \`"document_type": "${documentType}"\`${besideNumber(documents)}. Every other well-formed number is verified, unless the number itself fails a check of the document, such as \`invalid_checksum\`: then it is failed with that word.${alwaysVerified(documentType)}`,
      ],
      param: 'document_number',
      rows: documents.map(({ number, outcome }) => outcomeRow([number], outcome)),
    },
  ];
}

function besideNumber([first]: readonly SandboxDocument[]): string {
  return first?.details === undefined ? '' : ` and \`"document_details": ${JSON.stringify(first.details)}\``;
}

function alwaysVerified(documentType: DocumentType): string {
  return documentType === 'aadhaar' ? ' One that begins with 0 or 1 is always verified.' : '';
}

const OTP_ROWS: Readonly<Record<SandboxOtpResult, Partial<TestingRow>>> = {
  accepted: { status: 'verified' },
  incorrect: { status: 'requires_input', reason: 'otp_incorrect' },
  expired: { status: 'requires_input', reason: 'otp_expired', note: 'another one can be asked for' },
};

const OTPS: TestingSection = {
  id: 'kyc-otp',
  title: 'KYC: one-time passwords',
  text: ['Send it to `POST /v1/kyc/verifications/{id}/submit`. Every password that is not in the table is incorrect.'],
  param: 'otp',
  rows: [
    ...Object.entries(SANDBOX_OTPS).map(([otp, result]) => row([otp], OTP_ROWS[result])),
    row([`incorrect or expired ${SANDBOX_OTP_TRIES_MAX} times`], { status: 'failed', reason: 'attempts_exhausted' }),
  ],
};

const LIKE_AADHAAR = { documentType: 'aadhaar', method: usualMethodOf('aadhaar') } as const;

const OUTCOMES: TestingSection = {
  id: 'kyc-outcomes',
  title: 'KYC: outcomes',
  text: [
    'Send `"metadata": {"sandbox_outcome": "…"}` with the verification. It goes before the number. `simulate` takes the same words as `outcome`. `requires_input` asks for an OTP of Aadhaar, and for details of every other document (`document_details_required`).',
  ],
  param: 'metadata.sandbox_outcome',
  rows: KYC_OUTCOME_WORDS.map((word) => outcomeRow([word], findKycOutcome(word, LIKE_AADHAAR) ?? 'verified')),
};

/** The sections about verifications, as they stand on the page. */
export const KYC_SECTIONS: readonly TestingSection[] = [...DOCUMENT_TYPES.flatMap(documentSection), OTPS, OUTCOMES];
