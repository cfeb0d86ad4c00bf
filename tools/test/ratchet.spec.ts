import { compareWithList } from '../ratchet.mjs';

const breach = (file: string, rule: string, line: number): { file: string; rule: string; text: string } => ({
  file,
  rule,
  text: `${file}:${line} ${rule}`,
});
const LISTED = { 'a.ts': { words: 2, names: 1 }, 'b.ts': { words: 1 } };

describe('the list of old breaches', () => {
  it('accepts what it lists', () => {
    const breaches = [breach('a.ts', 'words', 1), breach('a.ts', 'words', 2), breach('a.ts', 'names', 3), breach('b.ts', 'words', 4)];
    expect(compareWithList(LISTED, breaches)).toEqual({ added: [], smaller: LISTED });
  });

  it('names every breach of a rule in a file that has more than are listed, because which one is new is not known', () => {
    const breaches = [breach('a.ts', 'names', 1), breach('a.ts', 'names', 2), breach('c.ts', 'words', 3)];
    expect(compareWithList(LISTED, breaches).added).toEqual(breaches);
  });

  it('is smaller without what has gone', () => {
    expect(compareWithList(LISTED, [breach('a.ts', 'words', 1)]).smaller).toEqual({ 'a.ts': { words: 1 } });
  });
});
