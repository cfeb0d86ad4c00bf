import { luhnDigitOf } from '../india/cards';
import { gstinCheckCharacter, isVerhoeffValid } from '../kyc/check-digits';
import type { CheckWord } from '../kyc/check-word';
import type { DocumentType } from '../kyc/document-type';
import type { SandboxOutcome } from './kyc-outcomes';

type Scenarios = Readonly<Record<string, SandboxOutcome>>;

/** Mean the same for every document. */
const EVERYWHERE: Scenarios = {
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

const OF_AADHAAR: Scenarios = {
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

const OF_PAN: Scenarios = {
  '0022': 'document_cancelled',
  '0027': 'pan_inoperative',
  '0028': 'holder_deceased',
  '0029': 'verified_not_linked',
};

const OF_LICENCE_AND_PASSPORT: Scenarios = { '0030': 'document_expired', '0031': 'document_suspended' };
const OF_COMPANY: Scenarios = { '0032': 'entity_struck_off', '0033': 'entity_under_liquidation' };
const CANCELLABLE: Scenarios = { '0022': 'document_cancelled' };
const OF_ACCOUNT: Scenarios = {
  '0021': 'account_not_found',
  '0022': 'account_closed',
  '0023': 'account_frozen',
  '0024': 'nre_account_not_supported',
  '0025': 'imps_not_enabled',
};

/** The synthetic series of a document: which numbers belong to it, and where the scenario code stands. */
interface Series {
  /** The first group is the scenario code. */
  pattern: RegExp;
  own: Scenarios;
  /** The number of a scenario as a person writes it. */
  numberOf: (code: string) => string;
  /** What a test sends beside the number so that the series applies. */
  details?: Readonly<Record<string, string>>;
}

/** Only here is an account number of the series one. */
const SANDBOX_IFSC = 'SBOX0000001';

/** A number outside its series is an ordinary one. */
const SERIES: Readonly<Partial<Record<DocumentType, Series>>> = {
  aadhaar: {
    pattern: /^9999([0-9]{4})/,
    own: OF_AADHAAR,
    numberOf: (code) => `9999-${code}-000${verhoeffDigitOf(`9999${code}000`)}`,
  },
  pan: { pattern: /^ZZZ[A-Z]S([0-9]{4})V$/, own: OF_PAN, numberOf: (code) => `ZZZPS${code}V` },
  gstin: {
    pattern: /^[0-9]{2}ZZZ[A-Z]S([0-9]{4})V/,
    own: CANCELLABLE,
    numberOf: (code) => `29ZZZCS${code}V1Z${gstinCheckCharacter(`29ZZZCS${code}V1Z`)}`,
  },
  // The last of the seven digits is a check digit.
  voter_id: { pattern: /^ZZZ00([0-9]{4})[0-9]$/, own: {}, numberOf: (code) => `ZZZ00${code}${luhnDigitOf(`00${code}`)}` },
  driving_licence: { pattern: /^KA012020000([0-9]{4})$/, own: OF_LICENCE_AND_PASSPORT, numberOf: (code) => `KA012020000${code}` },
  passport: { pattern: /^Z000([0-9]{4})$/, own: OF_LICENCE_AND_PASSPORT, numberOf: (code) => `Z000${code}` },
  cin: { pattern: /^U72900KA2020[A-Z]{3}00([0-9]{4})$/, own: OF_COMPANY, numberOf: (code) => `U72900KA2020PTC00${code}` },
  udyam: { pattern: /^UDYAM-KA-00-000([0-9]{4})$/, own: CANCELLABLE, numberOf: (code) => `UDYAM-KA-00-000${code}` },
  bank_account: {
    pattern: /^0{10}([0-9]{4})$/,
    own: OF_ACCOUNT,
    numberOf: (code) => `0000000000${code}`,
    details: { ifsc: SANDBOX_IFSC },
  },
};

/**
 * The outcome of a well-formed number. Numbers outside the synthetic series are verified when their specific check
 * passes; of Aadhaar, those beginning 0 or 1 are synthetic as a whole, because none was ever issued.
 */
export function sandboxOutcomeOf(
  type: DocumentType,
  document: { number: string; failedCheck: CheckWord | null },
  ifsc: string | null,
): SandboxOutcome {
  const { number, failedCheck } = document;
  if (type === 'aadhaar' && /^[01]/.test(number)) return 'verified';
  if (failedCheck !== null) return failedCheck;
  if (type === 'bank_account' && !(ifsc ?? '').startsWith(SANDBOX_IFSC.slice(0, 5))) return 'verified';
  return outcomeIn(SERIES[type], number);
}

function outcomeIn(series: Series | undefined, number: string): SandboxOutcome {
  const code = series?.pattern.exec(number)?.[1];
  return series === undefined || code === undefined ? 'verified' : (series.own[code] ?? EVERYWHERE[code] ?? 'verified');
}

/** A document number of the sandbox with its outcome. */
export interface SandboxDocument {
  documentType: DocumentType;
  number: string;
  outcome: SandboxOutcome;
  details?: Readonly<Record<string, string>>;
}

/** Every document number of the sandbox, by the order of its scenario code. */
export function sandboxDocuments(documentType: DocumentType): SandboxDocument[] {
  const series = SERIES[documentType];
  if (series === undefined) return [];
  const { own, numberOf, details } = series;
  return Object.entries<SandboxOutcome>({ ...EVERYWHERE, ...own })
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([code, outcome]) => ({ documentType, number: numberOf(code), outcome, ...(details && { details }) }));
}

function verhoeffDigitOf(body: string): string {
  return [...'0123456789'].find((digit) => isVerhoeffValid(body + digit)) ?? '';
}
