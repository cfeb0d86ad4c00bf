import { withoutInvisible } from '../india/card-numbers';
import { isVerhoeffValid } from './check-digits';
import { foldDigits } from './fold-digits';
import { PAN_HOLDER_TYPES } from './registers';

/** Left out: one UUID in two thousand has digits that could be an Aadhaar number, and orders and keys are called by them. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/giu;
/** A sign, or a dash between blanks. */
const BETWEEN = String.raw`(?:\s\p{Pd}\s|[\s\p{Pd}._/+])?`;
/** An Aadhaar number, and a virtual id in its place, as people group them; wherever they begin, so that one hides no other. */
const IN_FOURS = [2, 3].map((more) => new RegExp(`(?<![0-9])(?=([2-9][0-9]{3}(?:${BETWEEN}[0-9]{4}){${more}})(?![0-9]))`, 'gu'));
/** A PAN by itself or inside a GSTIN. In capitals only: in small letters it is a word. */
const PAN = new RegExp(
  `(?<![0-9A-Za-z])(?:[0-9]{2})?[A-Z]{3}[${PAN_HOLDER_TYPES}][A-Z][\\s\\p{Pd}]?[0-9]{4}[\\s\\p{Pd}]?[A-Z](?:[0-9A-Z]Z[0-9A-Z])?(?![0-9A-Za-z])`,
  'u',
);
/** Rounds of percent-encoding that are taken off. */
const DECODINGS_MAX = 3;

/**
 * Whether a text holds what looks like a real Aadhaar number, a virtual id, a PAN or a GSTIN, which have no place outside
 * `document_number`: in any digits, grouping and percent-encoding. Other documents are not told from
 * order numbers.
 */
export function containsDocumentNumber(text: string): boolean {
  const readable = readableText(text).replace(UUID, ' ');
  return PAN.test(readable) || IN_FOURS.some((pattern) => [...readable.matchAll(pattern)].some(([, found = '']) => isOfUidai(found)));
}

/** A text as a person would read it, letters and digits alone, in capitals: a number is in it when it is in this. */
export function bareText(text: string): string {
  return readableText(text)
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
}

/** ASCII digits, and nothing percent-encoded or invisible. */
function readableText(text: string): string {
  let decoded = text;
  for (let round = 0; round < DECODINGS_MAX && decoded.includes('%'); round++) decoded = decodedOnce(decoded);
  return foldDigits(withoutInvisible(decoded));
}

function isOfUidai(grouped: string): boolean {
  return isVerhoeffValid(grouped.replace(/[^0-9]/g, ''));
}

/** What is no percent-encoding of a text stays as it is. */
function decodedOnce(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}
