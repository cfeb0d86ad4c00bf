import 'reflect-metadata';
import { isEmail, validateSync } from 'class-validator';
import fc from 'fast-check';
import { isEmailAddress } from './field-checks';
import { Constraint } from './constraint';

const problem = (message: string) => ({ code: 'parameter_invalid', message }) as const;

describe('a judged field', () => {
  let calls = 0;
  class Parcel {
    @Constraint(
      (value) => {
        calls++;
        if (!Array.isArray(value)) return 'type';
        return value.length === 0 ? 'empty' : undefined;
      },
      { type: problem('must be a list.'), empty: problem('must name one.') },
    )
    items: unknown;
  }
  const problemsOf = (items: unknown): string[] =>
    validateSync(Object.assign(new Parcel(), { items })).flatMap(({ constraints }) => Object.values(constraints ?? {}));

  it('is judged once, however many problems it may have', () => {
    calls = 0;
    expect(problemsOf([])).toEqual(['must name one.']);
    expect(calls).toBe(1);
  });

  it('is judged anew when the same object has changed since', () => {
    const items: string[] = [];
    expect(problemsOf(items)).toEqual(['must name one.']);
    items.push('a');
    expect(problemsOf(items)).toEqual([]);
    items.pop();
    expect(problemsOf(items)).toEqual(['must name one.']);
  });
});

describe('an e-mail address', () => {
  it('is taken without the validator only where the validator takes it too', () => {
    const words = fc.stringMatching(/^[A-Za-z0-9._+@-]{1,40}$/);
    fc.assert(
      fc.property(
        fc.oneof(
          words,
          fc.emailAddress(),
          fc.tuple(words, words).map(([user, host]) => `${user}@${host}.com`),
        ),
        (text) => {
          expect(isEmailAddress(text)).toBe(text.length <= 254 && isEmail(text));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it.each(['asha@example.com', 'a.b-c_d+e@sub.example.co.in', `${'a'.repeat(64)}@x.io`, 'a@xn--d1acufc.xn--p1ai', `${'é'.repeat(3)}@x.in`])(
    '%s is one',
    (text) => expect(isEmailAddress(text)).toBe(true),
  );

  it.each([
    'a@b',
    'a..b@example.com',
    '.a@example.com',
    'a@-b.com',
    `${'a'.repeat(65)}@x.io`,
    'a b@example.com',
    'a@b.c',
    `a@${'b'.repeat(64)}.com`,
  ])('%s is none', (text) => expect(isEmailAddress(text)).toBe(false));
});
