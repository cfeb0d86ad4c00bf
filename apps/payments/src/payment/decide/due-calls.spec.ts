import { jitterOf } from './due-calls';

const NOW_MS = 1_795_219_200_000;
const PAYMENTS = 1_000;
const idOf = (index: number): string => `pay_0QvAb12c07ABCDEFGHIJ${String(index).padStart(4, '0')}`;
const TENTHS = 10;

/** How many of so many lie in each tenth of the spread. */
function spreadOf(jitters: readonly number[]): number[] {
  const counts = Array.from({ length: TENTHS }, () => 0);
  for (const jitter of jitters) counts[Math.floor(jitter * TENTHS)]!++;
  return counts;
}

describe('the jitter of status questions', () => {
  const indexes = Array.from({ length: PAYMENTS }, (_, index) => index);

  it('differs between payments of one millisecond', () => {
    const counts = spreadOf(indexes.map((index) => jitterOf(idOf(index), NOW_MS)));
    expect(Math.min(...counts)).toBeGreaterThan(PAYMENTS / TENTHS / 2);
  });

  it('differs between the questions about one payment', () => {
    const counts = spreadOf(indexes.map((index) => jitterOf(idOf(0), NOW_MS + index)));
    expect(Math.min(...counts)).toBeGreaterThan(PAYMENTS / TENTHS / 2);
  });

  it('is the same for the same payment and time', () => expect(jitterOf(idOf(0), NOW_MS)).toBe(jitterOf(idOf(0), NOW_MS)));
});
