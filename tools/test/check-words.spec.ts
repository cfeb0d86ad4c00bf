import { findProseWords, findWords, wordsOf } from '../check-words.mjs';

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

describe('check-words in prose', () => {
  const refusedIn = (source: string, file = 'a.ts'): string[] =>
    findProseWords(file, source).map(({ rule, text }) => `${text.split(' ')[0]} ${rule}`);

  it.each([
    ['a line comment', 'const a = 1; // Nobody reads this', 'a.ts:1 nobody'],
    ['a block comment', '/**\n * It hears of it.\n */\nconst a = 1;', 'a.ts:1 hear'],
    ['the name of a test', "it('is told about it', () => {});", 'a.ts:1 told'],
    ['the name of a table of tests', "it.each([1])('works beside %s', () => {});", 'a.ts:1 beside'],
    ['the name of a group', 'describe(`what is over`, () => {});', 'a.ts:1 is over'],
  ])('refuses a word in %s', (_where, source, breach) => {
    expect(refusedIn(source)).toEqual([breach]);
  });

  it('refuses a word in a page, and not in its code', () => {
    const page = ['# Rooms', '`room`', '```', 'room', '```', 'A payment is parked.'].join('\n');
    expect(refusedIn(page, 'docs/page.md')).toEqual(['docs/page.md:1 room', 'docs/page.md:6 parked']);
  });

  it.each(["const nobody = 'nobody';", '// The bedroom is larger than overdue.'])('leaves %s alone', (source) => {
    expect(refusedIn(source)).toEqual([]);
  });
});
