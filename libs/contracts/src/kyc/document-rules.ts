import type { CheckWord } from './check-word';
import { gstinCheckCharacter, isVerhoeffValid } from './check-digits';
import type { DocumentType } from './document-type';
import { COMPANY_CLASSES, GSTIN_STATES, LICENCE_STATES, PAN_HOLDER_TYPES } from './registers';

/** The form of a document number. Expressions run on the normalized text (docs/reference/identity-documents.md, Formats). */
export interface DocumentRule {
  /** Separators that people type and that have no meaning. A VPA has none. */
  separators: RegExp | null;
  characters: RegExp;
  /** Inclusive bounds after normalizing. */
  lengths: readonly [min: number, max: number];
  isWellFormed(number: string): boolean;
  /** A problem that has a word of its own, looked for before the pattern. */
  beforePattern?: (number: string) => CheckWord | null;
  /** Holds in live mode; the sandbox makes a failed verification of it (docs/reference/identity-documents.md, Check words). */
  specific?: (number: string) => CheckWord | null;
  /** How it is stored and shown to providers, when that differs from the normalized text. */
  canonical?: (number: string) => string;
}

export const SPACES_AND_DASHES = /[\s\p{Pd}]/gu;
const SPACES_DASHES_SLASHES_DOTS = /[\s\p{Pd}/.]/gu;
const DIGITS = /^[0-9]+$/;
export const LETTERS_AND_DIGITS = /^[0-9A-Z]+$/;

export const matches = (pattern: RegExp) => (number: string) => pattern.test(number);

function checkAadhaar(number: string): CheckWord | null {
  if (/^[01]/.test(number)) return 'invalid_first_digit';
  if (!isVerhoeffValid(number)) return 'invalid_checksum';
  return number === [...number].reverse().join('') ? 'invalid_number' : null;
}

function checkPan(number: string): CheckWord | null {
  if (!PAN_HOLDER_TYPES.includes(number.charAt(3))) return 'invalid_holder_type';
  return number.slice(5, 9) === '0000' ? 'invalid_serial' : null;
}

function checkGstin(number: string): CheckWord | null {
  if (!GSTIN_STATES.has(number.slice(0, 2))) return 'invalid_state_code';
  if (checkPan(number.slice(2, 12)) !== null) return 'invalid_embedded_pan';
  if (number.charAt(12) === '0') return 'invalid_entity_number';
  return gstinCheckCharacter(number) === number.charAt(14) ? null : 'invalid_checksum';
}

function checkCin(number: string): CheckWord | null {
  if (!/^[LU]/.test(number)) return 'invalid_listing_flag';
  return COMPANY_CLASSES.has(number.slice(12, 15)) ? null : 'invalid_company_class';
}

/** The rules of every kind of document. */
export const DOCUMENT_RULES: Readonly<Record<DocumentType, DocumentRule>> = {
  aadhaar: { separators: SPACES_AND_DASHES, characters: DIGITS, lengths: [12, 12], isWellFormed: () => true, specific: checkAadhaar },
  pan: {
    separators: SPACES_AND_DASHES,
    characters: LETTERS_AND_DIGITS,
    lengths: [10, 10],
    isWellFormed: matches(/^[A-Z]{5}[0-9]{4}[A-Z]$/),
    specific: checkPan,
  },
  passport: {
    separators: SPACES_AND_DASHES,
    characters: LETTERS_AND_DIGITS,
    lengths: [8, 8],
    isWellFormed: matches(/^[A-Z][0-9]{7}$/),
  },
  driving_licence: {
    separators: SPACES_DASHES_SLASHES_DOTS,
    characters: LETTERS_AND_DIGITS,
    lengths: [6, 20],
    // Numbers of older cards differ by state: two letters of a state are all they have in common.
    beforePattern: (number) => (/^[A-Z]{2}/.test(number) && !LICENCE_STATES.has(number.slice(0, 2)) ? 'invalid_state_code' : null),
    isWellFormed: matches(/^[A-Z]{2}/),
  },
  voter_id: {
    separators: SPACES_DASHES_SLASHES_DOTS,
    characters: LETTERS_AND_DIGITS,
    lengths: [10, 13],
    isWellFormed: matches(/^(?:[A-Z]{3}[0-9]{7}|[A-Z]{2}[0-9]{11})$/),
  },
  gstin: {
    separators: SPACES_AND_DASHES,
    characters: LETTERS_AND_DIGITS,
    lengths: [15, 15],
    beforePattern: (number) => (number.charAt(13) === 'Z' ? null : 'unsupported_gstin_kind'),
    isWellFormed: matches(/^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/),
    specific: checkGstin,
  },
  cin: {
    separators: SPACES_AND_DASHES,
    characters: LETTERS_AND_DIGITS,
    lengths: [21, 21],
    isWellFormed: matches(/^[A-Z][0-9]{5}[A-Z]{2}(?:18|19|20)[0-9]{2}[A-Z]{3}[0-9]{6}$/),
    specific: checkCin,
  },
  llpin: {
    separators: SPACES_AND_DASHES,
    characters: LETTERS_AND_DIGITS,
    lengths: [7, 7],
    isWellFormed: matches(/^[A-Z]{3}[0-9]{4}$/),
    canonical: (number) => `${number.slice(0, 3)}-${number.slice(3)}`,
  },
  udyam: {
    separators: SPACES_AND_DASHES,
    characters: LETTERS_AND_DIGITS,
    lengths: [16, 16],
    isWellFormed: matches(/^UDYAM[A-Z]{2}[0-9]{9}$/),
    canonical: (number) => `UDYAM-${number.slice(5, 7)}-${number.slice(7, 9)}-${number.slice(9)}`,
  },
  bank_account: { separators: SPACES_AND_DASHES, characters: DIGITS, lengths: [9, 18], isWellFormed: () => true },
  vpa: {
    separators: null,
    characters: /^[0-9A-Z@._-]+$/,
    lengths: [4, 255],
    isWellFormed: matches(/^[0-9A-Z][0-9A-Z._-]{1,254}@[A-Z][0-9A-Z]{1,63}$/),
    canonical: (number) => number.toLowerCase(),
  },
};
