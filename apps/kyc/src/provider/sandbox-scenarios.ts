import type { CheckWord, DocumentType, VerificationMethod, VerificationReason } from '#contracts';

/**
 * What the sandbox makes of a document number, as one word that may be stored where the number may not: a reason code, or
 * one of the words for what has no reason (spec/india.md 4.6).
 */
export type SandboxOutcome =
  | VerificationReason
  | CheckWord
  | 'verified'
  | 'verified_after_a_while'
  | 'verified_not_linked'
  /** The register names another address: a failure only for those who asked for the address. */
  | 'address_mismatch_when_asked';

/** Mean the same for every document. */
const EVERYWHERE: Readonly<Record<string, SandboxOutcome>> = {
  '0001': 'verified',
  '0002': 'verified_after_a_while',
  '0003': 'awaiting_provider',
  '0011': 'name_mismatch',
  '0012': 'dob_mismatch',
  '0014': 'name_partial_match',
  '0021': 'document_not_found',
  '0051': 'provider_unavailable',
  '0052': 'provider_timeout',
  '0071': 'watchlist_hit',
};

const OF_AADHAAR: Readonly<Record<string, SandboxOutcome>> = {
  '0004': 'otp_required',
  '0013': 'address_mismatch_when_asked',
  '0015': 'gender_mismatch',
  '0022': 'document_cancelled',
  '0023': 'document_deactivated',
  '0024': 'mobile_not_linked',
  '0025': 'attempts_exhausted',
  '0026': 'otp_expired',
  '0031': 'liveness_failed',
  '0032': 'face_mismatch',
  '0041': 'signature_invalid',
  '0042': 'document_data_stale',
  '0061': 'consent_missing',
  '0081': 'duplicate_identity',
};

const OF_PAN: Readonly<Record<string, SandboxOutcome>> = {
  '0022': 'document_cancelled',
  '0027': 'pan_inoperative',
  '0028': 'holder_deceased',
  '0029': 'verified_not_linked',
};

const OF_LICENCE_AND_PASSPORT: Readonly<Record<string, SandboxOutcome>> = { '0030': 'document_expired', '0031': 'document_suspended' };
const OF_COMPANY: Readonly<Record<string, SandboxOutcome>> = { '0032': 'entity_struck_off', '0033': 'entity_under_liquidation' };
const CANCELLABLE: Readonly<Record<string, SandboxOutcome>> = { '0022': 'document_cancelled' };
const OF_ACCOUNT: Readonly<Record<string, SandboxOutcome>> = {
  '0021': 'account_not_found',
  '0022': 'account_closed',
  '0023': 'account_frozen',
  '0024': 'nre_account_not_supported',
  '0025': 'imps_not_enabled',
};

/** The synthetic series of a document: which numbers belong to it, and where the scenario code stands. */
interface Series {
  pattern: RegExp;
  own: Readonly<Record<string, SandboxOutcome>>;
}

/** The first group of each pattern is the scenario code. A number outside the series is an ordinary one. */
const SERIES: Readonly<Partial<Record<DocumentType, Series>>> = {
  aadhaar: { pattern: /^9999([0-9]{4})/, own: OF_AADHAAR },
  pan: { pattern: /^ZZZ[A-Z]S([0-9]{4})V$/, own: OF_PAN },
  gstin: { pattern: /^[0-9]{2}ZZZ[A-Z]S([0-9]{4})V/, own: CANCELLABLE },
  // The last of the seven digits is a check digit.
  voter_id: { pattern: /^ZZZ00([0-9]{4})[0-9]$/, own: {} },
  driving_licence: { pattern: /^KA012020000([0-9]{4})$/, own: OF_LICENCE_AND_PASSPORT },
  passport: { pattern: /^Z000([0-9]{4})$/, own: OF_LICENCE_AND_PASSPORT },
  cin: { pattern: /^U72900KA2020[A-Z]{3}00([0-9]{4})$/, own: OF_COMPANY },
  udyam: { pattern: /^UDYAM-KA-00-000([0-9]{4})$/, own: CANCELLABLE },
  bank_account: { pattern: /^0{10}([0-9]{4})$/, own: OF_ACCOUNT },
};

/** Only here is an account number of the series one (spec/india.md 4.6). */
const SANDBOX_IFSC = /^SBOX0/;

/**
 * The outcome of a well-formed number. Numbers outside the synthetic series are verified when their specific check
 * passes; of Aadhaar, those beginning 0 or 1 are synthetic as a whole, because none was ever issued (spec/india.md 2.3).
 */
export function sandboxOutcomeOf(
  type: DocumentType,
  document: { number: string; failedCheck: CheckWord | null },
  ifsc: string | null,
): SandboxOutcome {
  const { number, failedCheck } = document;
  if (type === 'aadhaar' && /^[01]/.test(number)) return 'verified';
  if (failedCheck !== null) return failedCheck;
  if (type === 'bank_account' && !SANDBOX_IFSC.test(ifsc ?? '')) return 'verified';
  return scenarioOf(number, SERIES[type]);
}

function scenarioOf(number: string, series: Series | undefined): SandboxOutcome {
  const code = series?.pattern.exec(number)?.[1];
  if (series === undefined || code === undefined) return 'verified';
  return series.own[code] ?? EVERYWHERE[code] ?? 'verified';
}

/** Statuses as words of `metadata.sandbox_outcome`, beside every reason code (spec/india.md 4). */
const BY_STATUS: Readonly<Record<string, SandboxOutcome>> = {
  verified: 'verified',
  pending: 'awaiting_provider',
  requires_input: 'otp_required',
  processing: 'name_partial_match',
  failed: 'document_not_found',
  expired: 'otp_expired',
};

/**
 * What a caller wrote as outcome, or undefined when the sandbox knows no such word. `requires_input` is what the document
 * would ask for: an OTP of Aadhaar, details of all others.
 */
export function sandboxOutcomeFrom(
  word: unknown,
  reasons: Readonly<Record<string, unknown>>,
  { documentType, method }: { documentType: DocumentType; method: VerificationMethod },
): SandboxOutcome | undefined {
  if (typeof word !== 'string') return undefined;
  if (word === 'requires_input' && (documentType !== 'aadhaar' || method === 'offline_xml')) return 'document_details_required';
  if (Object.hasOwn(BY_STATUS, word)) return BY_STATUS[word];
  return Object.hasOwn(reasons, word) ? (word as VerificationReason) : undefined;
}
