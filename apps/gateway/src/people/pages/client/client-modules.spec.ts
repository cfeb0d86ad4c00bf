import { refusalOf } from './api';
import { ownPath } from './own-path';
import { isBareAddress } from './passkeys';
import { phraseOf } from './phrase';
import { factorOf } from './step-up';

const ORIGIN = 'https://hundi.example';

describe('where a page goes on', () => {
  it.each(['/dashboard', '/oauth/consent/x?y#z'])('is %s', (path) => expect(ownPath(path, ORIGIN)).toBe(ORIGIN + path));

  it.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://evil.example', 'http://hundi.example/', 'blob:x', ''])(
    'never leaves this origin by %j',
    (path) => expect(ownPath(path, ORIGIN)).toMatch(/^https:\/\/hundi\.example\//),
  );
});

describe('an answer that is no good one', () => {
  const body = (error: object): string => JSON.stringify({ error });

  it('is shown beside its field, with the hint that is for people', () => {
    const error = {
      code: 'password_too_short',
      message: 'The password is too short.',
      hint: 'Choose more.',
      errors: [{ param: 'password', message: 'x' }],
    };
    expect(refusalOf(400, body(error)).problems).toEqual({ password: 'The password is too short. Choose more.' });
  });

  it('says nothing of methods and paths to people', () => {
    const error = { code: 'credentials_invalid', message: 'E-mail address and password do not fit.', hint: 'POST /dashboard/api/x.' };
    expect(refusalOf(401, body(error)).message).toBe('E-mail address and password do not fit.');
  });

  it('names several problems, each beside its field', () => {
    const errors = [
      { param: 'email', message: 'is no address.' },
      { param: 'name', message: 'is missing.' },
    ];
    expect(refusalOf(400, body({ code: 'parameter_invalid', errors })).problems).toEqual({ email: 'is no address.', name: 'is missing.' });
  });

  it.each(['', 'null', '<html>', '{"error":null}', '{}'])('may be none of ours: %j', (text) => {
    expect(refusalOf(502, text).message).toBe('Hundi answered 502.');
  });
});

describe('passkeys', () => {
  it.each(['127.0.0.1', '[::1]', '192.168.1.7'])('need a name: not %s', (host) => expect(isBareAddress(host)).toBe(true));
  it.each(['localhost', 'pay.example.com', '1.example.com'])('work at %s', (host) => expect(isBareAddress(host)).toBe(false));
});

describe('a phrase', () => {
  const words = Array.from({ length: 7_776 }, (_, index) => `word${index}`);
  const drawing =
    (...numbers: number[]) =>
    (into: Uint32Array) =>
      into.fill(numbers.shift() ?? 0);

  it('is five words', () => expect(phraseOf(words, drawing(0, 7_775, 7_776, 1, 2))).toBe('word0 word7775 word0 word1 word2'));

  it('draws again what would make some words likelier', () => {
    expect(phraseOf(words, drawing(2 ** 32 - 1, 1, 2, 3, 4, 5))).toBe('word1 word2 word3 word4 word5');
  });
});

describe('a typed code', () => {
  it.each([
    ['287082', { totp: '287082' }],
    [' 287 082 ', { totp: '287082' }],
    ['a1b2c-d3e4f', { recovery_code: 'a1b2c-d3e4f' }],
    ['  ', {}],
  ])('%j is %j', (code, factor) => expect(factorOf(code)).toEqual(factor));
});
