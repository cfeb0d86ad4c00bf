import { findNamedSecrets, maskSecrets } from './secrets';

describe('maskSecrets', () => {
  it.each([
    ['4111111111111111'],
    ['4111 1111 1111 1111'],
    ['4111-1111-1111-1111'],
    ['card4111111111111111;'],
    ['3782 822463 10005'],
    ['378282246310005'],
    ['3056 930902 5904'],
    ['6304000000000000000'],
    ['4111\u00A01111\t1111.1111'],
    ['4111\u20131111/1111__1111'],
    ['4\u200B111111111111111'],
  ])('masks the card number in "%s"', (text) => {
    const masked = maskSecrets(`paid with ${text}.`);
    expect(masked).toContain('[redacted]');
    expect(masked).not.toMatch(/\d{4}/);
  });

  it.each([['999941057058'], ['9999 4105 7058'], ['9999-4105-7058'], ['1234-5678-9012']])('masks the Aadhaar number in "%s"', (text) => {
    expect(maskSecrets(`of ${text} here`)).toBe('of [redacted] here');
  });

  it.each([['9999105736482108'], ['9999 1057 3648 2108'], ['CNRPK4821F'], ['CNRPK-4821-F'], ['29CNRCK4837F1Z7']])(
    'masks the virtual id, PAN or GSTIN %s',
    (text) => {
      expect(maskSecrets(`of ${text} here`)).toBe('of [redacted] here');
    },
  );

  it('masks API keys and webhook secrets and keeps the kind', () => {
    expect(maskSecrets('sk_live_4eC39HqLyjWDarjtT1zdp7dc and rk_test_abc, pk_test_x')).toBe(
      'sk_live_[redacted] and rk_test_[redacted], pk_test_[redacted]',
    );
    expect(maskSecrets('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe('whsec_[redacted]');
  });

  it('masks signing keys of webhooks and client secrets, and finds them for who looks', () => {
    const clientSecret = `pay_${'a'.repeat(24)}_secret_t${'b'.repeat(24)}${'0'.repeat(40)}`;
    const text = `whsk_3q2+7w==, https://pay.example/checkout/pay_${'a'.repeat(24)}?client_secret=${clientSecret}&x=1`;
    expect(maskSecrets(text)).toBe(
      `whsk_[redacted], https://pay.example/checkout/pay_${'a'.repeat(24)}?client_secret=pay_${'a'.repeat(24)}_secret_[redacted]&x=1`,
    );
    expect(findNamedSecrets(text)).toEqual(['whsk_3q2+7w==', clientSecret]);
    expect(findNamedSecrets(maskSecrets(text))).toEqual([]);
  });

  it.each(['pay', 'inv', 'mandate', 'sub', 'kyc'])('masks the client secret of %s_…', (prefix) => {
    const secret = `${prefix}_${'a'.repeat(24)}_secret_t${'b'.repeat(24)}${'0'.repeat(40)}`;
    expect(maskSecrets(`?client_secret=${secret}`)).toBe(`?client_secret=${prefix}_${'a'.repeat(24)}_secret_[redacted]`);
    expect(findNamedSecrets(secret)).toEqual([secret]);
  });

  it('masks bearer tokens and passwords in addresses', () => {
    expect(maskSecrets('authorization: Bearer abc.def-ghi')).toBe('authorization: Bearer [redacted]');
    expect(maskSecrets('postgres://hundi:p4ss:w0rd@db:5432/hundi')).toBe('postgres://hundi:[redacted]@db:5432/hundi');
    expect(maskSecrets('of "amqp://a:b@c", smtp://d:e@f and g@h')).toBe('of "amqp://a:[redacted]@c", smtp://d:[redacted]@f and g@h');
  });

  it.each(['a', 'a:', '://', '://:', 'a://b:', 'a://b:c@', 'Bearer ', '4111 ', '1234', 'A'])(
    'looks through sixteen kilobytes of "%s", as a receiver may answer them, at once',
    (part) => {
      const text = part.repeat(16_384 / part.length);
      const startedAtMs = performance.now();
      maskSecrets(text);
      expect(performance.now() - startedAtMs).toBeLessThan(100);
    },
  );

  it.each([
    ['an instant in milliseconds', '1763710000000'],
    ['a UUID of digits', '01999999-4105-7058-9999-999941057058'],
    ['an RFC 3339 instant', '2026-11-21T07:35:48.123Z'],
    ['a number with a wrong check digit', '4111111111111112'],
    ['a word in capitals with digits', 'ERR_ABCDX1234Y, HDFC0001234, ABCDE12345'],
    ['an id', 'pay_0VB3xQ9k42Zr8s7JpLw2NcYd'],
    ['an address without a password', 'http://127.0.0.1:4000/v1/payments'],
  ])('leaves %s alone', (_name, text) => {
    expect(maskSecrets(text)).toBe(text);
  });
});
