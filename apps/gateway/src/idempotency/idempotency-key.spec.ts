import fc from 'fast-check';
import { ApiError } from '../http/api-error';
import { canonicalJson } from './canonical-json';
import { Pepper } from '../auth/pepper';
import { Fingerprints } from './fingerprints';
import { readIdempotencyClaim } from './idempotency-key';

const OLD = 'an-old-pepper-of-24-chars';
const NEW = 'a-new-pepper-of-24-chars!';
const fingerprints = new Fingerprints(new Pepper(NEW));

const request = (headers: [string, string][], body: unknown = {}) => ({
  method: 'POST',
  path: '/v1/payments',
  headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  rawHeaders: headers.flat(),
  body,
});

describe('canonical JSON', () => {
  it('is the same text whatever the order of the keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('stands for the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps the order of lists, which means something', () => {
    expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
  });

  it('has a text for a request without a body', () => {
    expect(canonicalJson(undefined)).toBe('null');
  });
});

describe('fingerprint', () => {
  it('differs by method, path and body', () => {
    const all = new Set([
      fingerprints.of('POST', '/v1/payments', { amount: 1 }).fingerprint,
      fingerprints.of('PATCH', '/v1/payments', { amount: 1 }).fingerprint,
      fingerprints.of('POST', '/v1/refunds', { amount: 1 }).fingerprint,
      fingerprints.of('POST', '/v1/payments', { amount: 2 }).fingerprint,
    ]);
    expect(all.size).toBe(4);
  });

  it('confirms no guess of a body without the pepper', () => {
    const guessed = new Fingerprints(new Pepper(OLD)).of('POST', '/v1/payments', { amount: 1 });
    expect(guessed).not.toEqual(fingerprints.of('POST', '/v1/payments', { amount: 1 }));
    expect(fingerprints.of('POST', '/v1/payments', { amount: 1 }).fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is also made under the pepper that is being replaced, under which the stored answer may be', () => {
    const before = new Fingerprints(new Pepper(OLD)).of('POST', '/', {});
    const meanwhile = new Fingerprints(new Pepper(`1:${OLD},2:${NEW}`)).of('POST', '/', {});
    expect(meanwhile.formerFingerprints).toEqual([before.fingerprint]);
    expect(meanwhile.fingerprint).toBe(new Fingerprints(new Pepper(NEW)).of('POST', '/', {}).fingerprint);
  });
});

describe('Idempotency-Key', () => {
  it('is optional', () => {
    expect(readIdempotencyClaim(request([]), fingerprints)).toBeNull();
  });

  it('is taken literally, commas and spaces included', () => {
    expect(readIdempotencyClaim(request([['Idempotency-Key', 'a, b']]), fingerprints)?.key).toBe('a, b');
  });

  it.each([
    ['empty', ''],
    ['longer than 255 characters', 'k'.repeat(256)],
    ['not ASCII', 'schlüssel'],
    ['with a control character', 'a\tb'],
  ])('refuses a key that is %s', (_what, key) => {
    expect(() => readIdempotencyClaim(request([['Idempotency-Key', key]]), fingerprints)).toThrow(ApiError);
  });

  it('refuses a key in which a card number would be stored', () => {
    const headers: [string, string][] = [['Idempotency-Key', 'order-4111111111111111']];
    expect(() => readIdempotencyClaim(request(headers), fingerprints)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ reason: 'card_number_not_allowed' }) as object }) as Error,
    );
  });

  it('refuses the header sent twice', () => {
    const twice = request([
      ['Idempotency-Key', 'a'],
      ['idempotency-key', 'a'],
    ]);
    expect(() => readIdempotencyClaim(twice, fingerprints)).toThrow(expect.objectContaining({ code: 'parameter_invalid' }) as Error);
  });
});

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  );
}

describe('an Idempotency-Key that looks sealed', () => {
  it('is refused: its look-up would show null, or what a token hides, in place of the key', () => {
    const sent = request([['Idempotency-Key', `~s1.cust_1.${'A'.repeat(40)}`]]);
    expect(() => readIdempotencyClaim(sent, fingerprints)).toThrow(
      expect.objectContaining({ code: 'parameter_invalid', details: expect.objectContaining({ reason: 'invalid_characters' }) as unknown }),
    );
  });
});
