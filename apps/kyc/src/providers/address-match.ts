import { jaroWinkler } from './name-match';

/** The parts of an address that registers and customers have in common; absent means unknown. */
export interface PostalParts {
  /** House, street, locality: everything that has no field of its own. */
  rest?: string;
  /** City or district. */
  city?: string;
  state?: string;
  /** Six digits, not beginning with 0. */
  pinCode?: string;
}

interface AddressMatch {
  verdict: 'passed' | 'review' | 'mismatch';
  /** Overlap of the words beside state and PIN code, 0 to 100. */
  score: number;
}

/** Letters of renamed states; each group is one state (docs/reference/identity-documents.md, Addresses). */
const STATE_GROUPS: readonly (readonly string[])[] = [
  ['uttarakhand', 'uttaranchal', 'uk', 'ua', 'ur'],
  ['odisha', 'orissa', 'od', 'or'],
  ['telangana', 'tg', 'ts'],
  ['chhattisgarh', 'cg', 'ct'],
  ['puducherry', 'pondicherry', 'py'],
  ['dadra and nagar haveli and daman and diu', 'dadra and nagar haveli', 'daman and diu', 'dd', 'dn', 'dh'],
];

const OVERLAP_MIN = 0.5;
const CITY_LIKENESS_MIN = 0.9;

/**
 * Compares an address with what the register says (docs/reference/identity-documents.md, Addresses): PIN and state equal and half of the
 * other words in common pass; a PIN that differs in its last three digits within the state is for a person to decide.
 */
export function matchAddresses(given: PostalParts, registered: PostalParts): AddressMatch {
  const overlap = overlapOf(wordsOf(given), wordsOf(registered));
  const score = Math.floor(overlap * 100 + 0.5);
  const [givenPin, registeredPin] = [pinOf(given.pinCode), pinOf(registered.pinCode)];
  const isSameState = stateOf(given.state) !== '' && stateOf(given.state) === stateOf(registered.state);
  if (!isSameState || givenPin === '' || registeredPin === '') return { verdict: 'mismatch', score };
  if (givenPin === registeredPin && overlap >= OVERLAP_MIN) return { verdict: 'passed', score };
  return { verdict: givenPin.slice(0, 3) === registeredPin.slice(0, 3) ? 'review' : 'mismatch', score };
}

/** "400 001" is normal input. */
function pinOf(text: string | undefined): string {
  const digits = (text ?? '').replace(/\s/g, '');
  return /^[1-9][0-9]{5}$/.test(digits) ? digits : '';
}

function stateOf(text: string | undefined): string {
  const plain = (text ?? '').trim().toLowerCase().replace(/&/g, 'and').replace(/\s+/g, ' ');
  return STATE_GROUPS.find((names) => names.includes(plain))?.[0] ?? plain;
}

function wordsOf({ rest, city }: PostalParts): string[] {
  return `${rest ?? ''} ${city ?? ''}`
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Share of the shorter list that is found in the other; words count as equal from a likeness of 0.9. */
function overlapOf(left: readonly string[], right: readonly string[]): number {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  if (few.length === 0) return 0;
  const found = few.filter((word) =>
    many.some((other) => word === other || (word.length > 3 && jaroWinkler(word, other) >= CITY_LIKENESS_MIN)),
  );
  return found.length / few.length;
}
