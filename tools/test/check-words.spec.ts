import { findWords, wordsOf } from '../check-words.mjs';

const refused = (source: string, file = 'a.ts'): string[] => findWords(file, source).map((breach) => /"(.*?)"/.exec(breach)?.[1] ?? '');

describe('check-words', () => {
  it('splits a name into its words', () => {
    expect(wordsOf('hundi_laneCount-maxURL')).toEqual(['hundi', 'lane', 'count', 'max', 'url']);
  });

  it.each([
    ['an identifier', 'const laneCount = 1;', 'lane'],
    ['a plural', 'const lanes = 1;', 'lane'],
    ['a member', 'class A { carryOut(): void {} }', 'carry out'],
    ['SQL', "const a = 'SELECT owed FROM x';", 'owed'],
    ['SQL in a template', 'const a = `UPDATE ${schema}.lanes SET a = 1`;', 'lane'],
    ['a metric', "const a = 'hundi_store_lanes_lost_total';", 'lane'],
    ['a log message', "this.logger.warn({}, 'publish failed; trying on');", 'trying on'],
  ])('refuses a replaced word in %s', (_where, source, word) => {
    expect(refused(source)).toEqual([word]);
  });

  it.each([
    ['a comment', '// nobody reads this'],
    ['other text', "const a = 'nobody';"],
    ['a word of the field', 'const maxInFlight = 1;'],
    ['a part of another word', 'const planeCount = 1;'],
  ])('leaves %s alone', (_where, source) => {
    expect(refused(source)).toEqual([]);
  });

  it('allows a word where it is that of another protocol', () => {
    const source = 'const questions = 1;';
    expect([refused(source), refused(source, 'apps/webhooks/src/webhook-sender/resolver.ts')]).toEqual([['question'], []]);
  });
});
