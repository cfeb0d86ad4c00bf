import { newId } from '#contracts';
import type { IdKind } from '#contracts';
import { SeededRandom } from '#testing';
import { sanitizeName, sanitizeId, sanitizePath, sanitizeUrlPath } from './sanitize-name';

it.each([
  ['an Aadhaar number', '999941057058'],
  ['one in groups', '9999-4105-7058'],
  ['one in a path of names', 'document_details.9999 4105 7058'],
  ['one in groups of three', '999 941 057 058'],
  ['one with underscores', '9999_4105_7058'],
  ['one in full-width digits', '\uff19\uff19\uff19\uff19\uff14\uff11\uff10\uff15\uff17\uff10\uff15\uff18'],
  ['one in Devanagari digits', '\u096f\u096f\u096f\u096f\u096a\u0967\u0966\u096b\u096d\u0966\u096b\u096e'],
  ['a PAN', 'ABCPV1234D'],
  ['a passport number', 'j8369854'],
  ['a GSTIN', '29AAICP2912R1ZR'],
  ['an account number', '026291800001191'],
  ['a card number', '4111 1111 1111 1111'],
  ['an API key', `sk_test_${'a'.repeat(60)}`],
  ['the secret of an endpoint', 'whsec_C2FVsBQIhrscChlQIMV'],
  ['a client secret', `card.pay_${'a'.repeat(24)}_secret_t${'b'.repeat(64)}`],
])('%s is not shown as a name', (_what, name) => expect(sanitizeName(name)).toBe('[redacted]'));

it.each(['surname', 'address.line_1', 'created_at[gte]', 'document_details.fileNumber', 'x-y z', 'v2_field_12'])(
  '%s is shown as it is',
  (name) => expect(sanitizeName(name)).toBe(name),
);

describe('a path of names', () => {
  it.each([
    [['metadata', ...Array<string>(19).fill('a')], `metadata${'.a'.repeat(19)}`],
    [['metadata', ...Array<number>(19).fill(0)], `metadata${'.0'.repeat(19)}`],
    [['orders', 12, 'lines', 0, 'note_2'], 'orders.12.lines.0.note_2'],
    [['metadata', '999941057058', 'note'], 'metadata.[redacted].note'],
    [['a', `sk_test_${'a'.repeat(60)}`, 'b', 3], 'a.[redacted].b.3'],
    [['a', '4111', '1111', '1111', '1111', 'b'], 'a.[redacted].[redacted].[redacted].[redacted].b'],
    [['a', '9999-4105', 2, '7058', 'b'], 'a.[redacted].2.[redacted].b'],
  ])('%j is shown as %s', (path, shown) => expect(sanitizePath(path)).toBe(shown));
});

describe('an id', () => {
  const random = new SeededRandom(7);

  it.each(['payment', 'kycVerification', 'webhookEndpoint', 'event'] satisfies IdKind[])(
    'of a %s is shown as it is, whatever digits it has',
    (kind) => {
      for (let index = 0; index < 200; index++) {
        const id = newId(kind, index % 64, 1_795_000_000_000 + index, random);
        expect(sanitizeId(id)).toBe(id);
      }
    },
  );

  it('of zeros is shown, as it is no number', () => {
    expect(sanitizeId(`pay_${'0'.repeat(24)}`)).toBe(`pay_${'0'.repeat(24)}`);
    expect(sanitizeId('pay_00000004111111111111111A')).toBe('[redacted]');
  });

  it.each([
    ['an API key', `sk_live_${'a1'.repeat(30)}`],
    ['the key of another service', 'AKIAIOSFODNN7EXAMPLEwJalrXUtnFEMIbPx'],
    ['a JSON Web Token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${'c0'.repeat(20)}`],
    ['the secret of a page', `pay_${'a'.repeat(24)}_secret_t${'b'.repeat(64)}`],
    ['a card number in the shape of an id', 'pay_41111111111111110000AAAA'],
    ['an Aadhaar number in the shape of an id', 'kyc_999941057058AAAAAAAAAAAA'],
  ])('that is %s is not shown', (_what, id) => expect(sanitizeId(id)).toBe('[redacted]'));

  it('is bounded and has no control characters', () => {
    expect(sanitizeId('x'.repeat(5000))).toBe('x'.repeat(100));
    expect(sanitizeId('pay_\u0000\r\n\u202eabc')).toBe('pay_\ufffd\ufffd\ufffd\ufffdabc');
  });
});

describe('the path of a URL', () => {
  it.each([
    ['/v1/foo?api_key=secret', '/v1/foo'],
    ['/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W/lines', '/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W/lines'],
    [`/v1/keys/sk_test_${'a'.repeat(60)}`, '/v1/keys/[redacted]'],
    [`/v1/keys/sk%5Ftest%5F${'a'.repeat(60)}`, '/v1/keys/[redacted]'],
    ['/v1/cards/4111111111111111', '/v1/cards/[redacted]'],
    ['/v1/cards/4111/1111/1111/1111/x', '/v1/cards/[redacted]/[redacted]/[redacted]/[redacted]/x'],
    ['/v1/%E0%A4%A', '/v1/%E0%A4%A'],
    ['/v1/a%0d%0ab', '/v1/a%0d%0ab'],
    [`/${'ab/'.repeat(5000)}`, `/${'ab/'.repeat(31).slice(0, -1)}`],
    [`/${'a-'.repeat(300)}`, `/${'a-'.repeat(300)}`.slice(0, 200) + '…'],
  ])('%s is shown as %s', (url, shown) => expect(sanitizeUrlPath(url)).toBe(shown));
});
