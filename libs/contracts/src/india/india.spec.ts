import {
  cardBrandOf,
  containsCardNumber,
  FAILURES,
  findBankCode,
  INDIAN_MOBILE_PATTERN,
  isLuhnValid,
  isVpa,
  luhnDigitOf,
  normalizePhone,
  UPI_CODE_REASON,
} from './index';
import { findSandboxCard } from '../sandbox';
import vectors from './india-vectors.json';

describe('UPI addresses', () => {
  it.each(vectors.vpa.valid)('takes $vpa', ({ vpa }) => expect(isVpa(vpa)).toBe(true));
  it.each(vectors.vpa.invalid)('refuses $vpa', ({ vpa }) => expect(isVpa(vpa)).toBe(false));
});

describe('phone numbers', () => {
  it.each(vectors.phone)('reads $input', ({ input, e164, libphonenumber_valid, indian_mobile_regex }) => {
    const verdict = normalizePhone(input);
    expect(verdict).toMatchObject({ e164, isValidNumber: libphonenumber_valid });
    expect(INDIAN_MOBILE_PATTERN.test(e164)).toBe(indian_mobile_regex);
    expect(verdict?.isAcceptable).toBe(libphonenumber_valid);
  });

  it.each(['', 'phone', '+91', '12', '+999123456789', '+9198765432101', '+915876543210', '+911800123456', '1800 123 456', '022 2123 4567'])(
    'refuses %j',
    (input) => {
      expect(normalizePhone(input)?.isAcceptable ?? false).toBe(false);
    },
  );
});

describe('cards', () => {
  it.each([...vectors.cards.luhn_valid, '378282246310005', '6011111111111117'])('%s passes Luhn', (number) =>
    expect(isLuhnValid(number)).toBe(true),
  );
  it.each([...vectors.cards.luhn_invalid, '378282246310006'])('%s fails Luhn', (number) => expect(isLuhnValid(number)).toBe(false));

  it.each(vectors.cards.rupay_bin.examples)('$bin is $brand', ({ bin, brand }) => {
    const found = cardBrandOf(bin);
    if (brand === 'not_rupay_strict') expect(found).not.toBe('rupay');
    else if (brand === 'rupay_jcb_cobrand_or_jcb') expect(found).toBe('jcb');
    else expect(found).toBe(brand);
  });

  it('makes the Luhn digit of a body', () => {
    expect(luhnDigitOf('499900000000000')).toBe('5');
  });

  const { numbers, familiar_success_aliases, familiar_failure_aliases, international, scenarios } = vectors.sandbox_cards;

  it.each(Object.entries(numbers).flatMap(([brand, codes]) => Object.entries(codes).map(([code, number]) => ({ brand, code, number }))))(
    '$brand $number plays scenario $code',
    ({ brand, code, number }) => {
      expect(findSandboxCard(number)).toEqual({ scenario: code, brand, last4: number.slice(-4), international: false });
    },
  );

  it.each(familiar_success_aliases)('$number is a familiar success', ({ number, network }) => {
    expect(findSandboxCard(number)).toMatchObject({ scenario: '0000', brand: network });
  });

  it.each(familiar_failure_aliases)('$number fails with $reason', ({ number, reason }) => {
    const scenario = findSandboxCard(number)?.scenario ?? '';
    expect((scenarios as Record<string, { reason?: string }>)[scenario]?.reason).toBe(reason);
  });

  it.each(international)('$number is international', ({ number, network }) => {
    expect(findSandboxCard(number)).toMatchObject({ brand: network, international: true, scenario: '0000' });
  });

  it.each(['4539578763621486', '4999009999000009', '4999000000000006', '49990000000000050'])('%s is no card of the sandbox', (number) => {
    expect(findSandboxCard(number)).toBeUndefined();
  });

  it.each([
    ['a card among words', 'pay with 4111 1111 1111 1111 please', true],
    ['a card with hyphens', '6527-6589-0000-1005', true],
    ['a word tied to it', 'card-4111-1111-1111-1111', true],
    ['Amex with hyphens', '3499-000000-00001', true],
    ['Diners with hyphens', '3699-000000-0000', true],
    ['a UUID whose digits pass Luhn', '59871282-0917-4916-9408-716320ac7c8b', false],
    ['another', '67467726-3160-4aef-bbd6-11dd97dbd5be', false],
    ['a number that fails Luhn', '4111111111111112', false],
    ['a longer run of digits', '94111111111111111123', false],
    ['a time in milliseconds', '1763710000000', false],
    ['a phone number', '+919876543210', false],
    ['an RRN', '632418000001', false],
  ])('%s: %j → %s', (_name, text, found) => expect(containsCardNumber(text)).toBe(found));
});

describe('bank codes', () => {
  it.each([
    ['sbin', 'SBIN'],
    ['SYNB', 'CNRB'],
    ['punb_r', 'PUNB_R'],
    ['LAVB_R', 'DBSS'],
    ['ICIC_C', 'ICIC_C'],
  ])('%s is kept as %s', (text, code) => expect(findBankCode(text, true)).toBe(code));

  it('knows the sandbox banks in test mode only', () => {
    expect(findBankCode('SBXM', false)).toBe('SBXM');
    expect(findBankCode('SBXM', true)).toBeUndefined();
  });
});

it('every NPCI code has a reason that the failure table explains', () => {
  expect(Object.values(UPI_CODE_REASON).filter((reason) => !(reason in FAILURES))).toEqual([]);
});
