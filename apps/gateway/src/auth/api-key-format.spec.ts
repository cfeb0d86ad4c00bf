import fc from 'fast-check';
import { API_KEY_KINDS, type Random } from '#contracts';
import { formatApiKey, newSecret, parseApiKey } from './api-key-format';
import type { ApiKeyParts } from './api-key-format';

const base62 = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
    minLength: length,
    maxLength: length,
  });
const parts: fc.Arbitrary<ApiKeyParts> = fc.record({
  kind: fc.constantFrom(...API_KEY_KINDS),
  livemode: fc.boolean(),
  keyId: base62(24).map((id) => `key_${id}`),
  secret: base62(30),
});

describe('API key format', () => {
  it('comes apart into what it was made from', () => {
    fc.assert(fc.property(parts, (key) => expect(parseApiKey(formatApiKey(key))).toEqual(key)));
  });

  it('notices any single changed character without any look-up', () => {
    fc.assert(
      fc.property(parts, fc.nat(), fc.constantFrom(...'0Az9_ '), (key, place, replacement) => {
        const text = formatApiKey(key);
        const index = place % text.length;
        fc.pre(text[index] !== replacement);
        expect(parseApiKey(text.slice(0, index) + replacement + text.slice(index + 1))).toBeUndefined();
      }),
    );
  });

  it.each(['', 'sk_test_', 'Bearer', 'sk_test_123', 'rzp_test_1DP5mmOlF5G5ag', 'k'.repeat(68), 'k'.repeat(100_000)])(
    'refuses %.20s',
    (text) => {
      expect(parseApiKey(text)).toBeUndefined();
    },
  );

  it('is one word to a double click and carries kind and mode in front', () => {
    fc.assert(fc.property(parts, (key) => expect(formatApiKey(key)).toMatch(/^(sk|rk|pk)_(test|live)_\w{60}$/)));
  });
});

describe('a new secret', () => {
  it('has 30 characters and drops the bytes that would favor some of them', () => {
    const batches = [Uint8Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 255 : index)), new Uint8Array(30).fill(61)];
    const random: Random = { bytes: () => batches.shift() ?? new Uint8Array(30), uuid: () => '' };
    expect(newSecret(random)).toBe('13579BDFHJLNPRTzzzzzzzzzzzzzzz');
  });
});
