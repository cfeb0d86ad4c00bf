import { presentable, presentablePath } from './presentable';

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
])('%s is not shown as a name', (_what, name) => expect(presentable(name)).toBe('[redacted]'));

it.each(['surname', 'address.line_1', 'created_at[gte]', 'document_details.fileNumber', 'x-y z', 'v2_field_12'])(
  '%s is shown as it is',
  (name) => expect(presentable(name)).toBe(name),
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
  ])('%j is shown as %s', (path, shown) => expect(presentablePath(path)).toBe(shown));
});
