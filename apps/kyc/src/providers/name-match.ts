import type { NameBand } from '../verification/decide/step';

interface NameMatch {
  /** 0 to 100. */
  score: number;
  band: NameBand;
}

const HONORIFICS: ReadonlySet<string> = new Set('MR MRS MS MISS DR SHRI SRI SMT KUM PROF CA ADV'.split(' '));

/** Spellings of the same name that Indian registers use side by side. */
const ALIASES: Readonly<Record<string, string>> = {
  MD: 'MOHAMMED',
  MOHD: 'MOHAMMED',
  MOHAMMAD: 'MOHAMMED',
  MOHAMED: 'MOHAMMED',
  MUHAMMAD: 'MOHAMMED',
  MUHAMMED: 'MOHAMMED',
  KR: 'KUMAR',
  KMR: 'KUMAR',
  LAXMI: 'LAKSHMI',
  CHOUDHARY: 'CHAUDHARY',
  CHOUDHURY: 'CHAUDHARY',
  CHOWDHURY: 'CHAUDHARY',
  VARMA: 'VERMA',
};

const BANDS: readonly (readonly [from: number, band: NameBand])[] = [
  [90, 'direct'],
  [80, 'good_partial'],
  [65, 'moderate_partial'],
  [40, 'poor_partial'],
  [0, 'no_match'],
];

/** The band of a score. A provider's own word is used as it is, and its score not banded again. */
function nameBandOf(score: number): NameBand {
  return BANDS.find(([from]) => score >= from)?.[1] ?? 'no_match';
}

/** Compares two names of one person (docs/reference/identity-documents.md, Names). Symmetric; never throws. */
export function matchNames(left: string, right: string): NameMatch {
  const score = scoreOf(tokensOf(left), tokensOf(right));
  return { score, band: nameBandOf(score) };
}

function tokensOf(name: string): string[] {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/\b[SDWC]\/O\b.*$/s, '')
    .replace(/[^\p{L}]+/gu, ' ');
  return letters
    .split(' ')
    .filter((token) => token !== '' && !HONORIFICS.has(token))
    .map((token) => ALIASES[token] ?? token);
}

function scoreOf(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return 0;
  if (left.join('') === right.join('')) return 100;
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  const likeness = pairUp(few, many);
  const sum = likeness.reduce((total, one) => total + one, 0);
  const raw = (100 * sum) / (few.length + 0.4 * (many.length - few.length)) - (isInitial(few[0]) || isInitial(many[0]) ? 15 : 0);
  const cap = Math.min(likeness.includes(1) ? 100 : 69, few.length === 1 && many.length > 1 ? 60 : 100);
  return Math.max(0, Math.floor(Math.min(raw, cap) + 0.5));
}

/** For each token of the shorter name the best one of the other that is not used yet. */
function pairUp(few: readonly string[], many: readonly string[]): number[] {
  const free = [...many];
  return few.map((token) => {
    const scores = free.map((other) => likenessOf(token, other));
    const best = Math.max(0, ...scores);
    if (best > 0) free.splice(scores.indexOf(best), 1);
    return best;
  });
}

function isInitial(token: string | undefined): boolean {
  return token?.length === 1;
}

function likenessOf(left: string, right: string): number {
  if (left === right) return 1;
  if (isInitial(left) || isInitial(right)) return left[0] === right[0] ? 0.7 : 0;
  const similarity = jaroWinkler(left, right);
  return similarity >= 0.88 ? similarity * 0.95 : 0;
}

/** Similarity of two words from 0 to 1: Jaro's, raised for a common beginning of up to four letters (weight 0.1). */
export function jaroWinkler(left: string, right: string): number {
  if (left === right) return 1;
  const jaro = jaroOf(left, right);
  let prefix = 0;
  while (prefix < 4 && prefix < left.length && left[prefix] === right[prefix]) prefix++;
  return jaro + prefix * 0.1 * (1 - jaro);
}

function jaroOf(left: string, right: string): number {
  const reach = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1);
  const taken = new Set<number>();
  const matchedLeft = [...left].filter((letter, index) => {
    const found = findWithin(right, letter, { from: index - reach, to: index + reach, taken });
    if (found >= 0) taken.add(found);
    return found >= 0;
  });
  const count = matchedLeft.length;
  if (count === 0) return 0;
  const matchedRight = [...taken].sort((one, other) => one - other).map((index) => right[index]);
  const swapped = matchedLeft.filter((letter, index) => letter !== matchedRight[index]).length / 2;
  return (count / left.length + count / right.length + (count - swapped) / count) / 3;
}

function findWithin(text: string, letter: string, { from, to, taken }: { from: number; to: number; taken: ReadonlySet<number> }): number {
  for (let index = Math.max(0, from); index <= Math.min(to, text.length - 1); index++) {
    if (text[index] === letter && !taken.has(index)) return index;
  }
  return -1;
}
