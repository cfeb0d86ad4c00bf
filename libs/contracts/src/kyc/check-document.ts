import { gstStateOf } from '../india/gst-states';
import type { CheckWord } from './check-word';
import { DOCUMENT_RULES, LETTERS_AND_DIGITS, SPACES_AND_DASHES, matches, type DocumentRule } from './document-rules';
import type { DocumentType } from './document-type';
import { foldDigits } from './fold-digits';

/** A number that has the form of its document. Keep it no longer than its use. */
export interface ReadDocument {
  /** The canonical form, for providers. Never stored, logged or sent in the clear. */
  number: string;
  /** Last four characters, which may be stored and shown. */
  last4: string;
  /** As it is shown everywhere (docs/reference/identity-documents.md, Masks). */
  masked: string;
  /** The specific check it fails, or null. Live mode refuses it; the sandbox makes a failed verification of it. */
  failedCheck: CheckWord | null;
}

/** What a caller wrote, or the first problem of its form (the order: docs/reference/identity-documents.md, Check words). */
export type DocumentVerdict = { document: ReadDocument } | { problem: CheckWord };

/** Characters of an input that is looked at; longer ones have the wrong length whatever they are. */
const INPUT_MAX = 300;

/** Reads a document number as people write it: full-width and Devanagari digits, separators, any case. */
export function readDocumentNumber(type: DocumentType, input: string): DocumentVerdict {
  const rule = DOCUMENT_RULES[type];
  if (input.length > INPUT_MAX) return { problem: 'invalid_length' };
  const number = normalize(input, rule.separators);
  const problem = problemOf(number, rule);
  if (problem !== null) return { problem };
  const canonical = rule.canonical?.(number) ?? number;
  const failedCheck = rule.specific?.(number) ?? null;
  return { document: { number: canonical, last4: last4Of(canonical), masked: maskDocument(type, canonical), failedCheck } };
}

function problemOf(number: string, { characters, lengths: [min, max], beforePattern, isWellFormed }: DocumentRule): CheckWord | null {
  if (number === '') return 'required';
  if (!characters.test(number)) return 'invalid_characters';
  if (number.length < min || number.length > max) return 'invalid_length';
  return beforePattern?.(number) ?? (isWellFormed(number) ? null : 'invalid_format');
}

/** A separator inside is an error. */
const IFSC: DocumentRule = {
  separators: null,
  characters: LETTERS_AND_DIGITS,
  lengths: [11, 11],
  isWellFormed: matches(/^[A-Z]{4}0[A-Z0-9]{6}$/),
};
const FILE_NUMBER: DocumentRule = {
  separators: SPACES_AND_DASHES,
  characters: LETTERS_AND_DIGITS,
  lengths: [15, 15],
  isWellFormed: matches(/^[A-Z]{2}[0-9]{13}$/),
};

/** A bank branch: trimmed and upper-cased. */
export function readIfsc(input: string): { ifsc: string } | { problem: CheckWord } {
  const ifsc = normalize(input, IFSC.separators);
  const problem = problemOf(ifsc, IFSC);
  return problem === null ? { ifsc } : { problem };
}

/** The file number on the last page of a passport. */
export function readPassportFileNumber(input: string): { fileNumber: string } | { problem: CheckWord } {
  const fileNumber = normalize(input, FILE_NUMBER.separators);
  const problem = problemOf(fileNumber, FILE_NUMBER);
  return problem === null ? { fileNumber } : { problem };
}

/** The mask shows the last four characters: of a VPA those before the @, and none of a part that has no more than four. */
function maskDocument(type: DocumentType, canonical: string): string {
  switch (type) {
    case 'aadhaar':
      return `XXXX-XXXX-${last4Of(canonical)}`;
    case 'bank_account':
      // The length of an account number tells the bank: it is masked too.
      return `XXXXXXXX${last4Of(canonical)}`;
    case 'vpa': {
      const at = canonical.indexOf('@');
      return maskedUpToLast4(canonical.slice(0, at)) + canonical.slice(at);
    }
    default:
      return maskedUpToLast4(canonical);
  }
}

function maskedUpToLast4(text: string): string {
  if (text.length <= 4) return 'X'.repeat(text.length);
  return text.slice(0, -4).replace(/[0-9A-Za-z._]/g, 'X') + text.slice(-4);
}

/** Of a VPA, too, these are the last four characters of the secret part. */
function last4Of(canonical: string): string {
  const secret = canonical.split('@')[0] ?? canonical;
  return secret.length <= 4 && canonical.includes('@') ? '' : secret.slice(-4);
}

function normalize(input: string, separators: RegExp | null): string {
  const folded = foldDigits(input).trim();
  return (separators === null ? folded : folded.replace(separators, '')).toUpperCase();
}

/** A GSTIN in its canonical form, and the code of its state: its first two digits, or the code that replaced them. Null for anything else. */
export function readGstin(input: string): { number: string; stateCode: string } | null {
  const verdict = readDocumentNumber('gstin', input);
  if (!('document' in verdict)) return null;
  const { number } = verdict.document;
  const code = number.slice(0, 2);
  return { number, stateCode: gstStateOf(code) ?? code };
}
