import type { MandateCategory } from '#contracts';
import { DEFAULT_RAILS, mandateLimit, needsFactor } from './rails';

describe('(20) a debit without a factor of the payer', () => {
  it.each<[number, MandateCategory, boolean]>([
    [1_500_000, 'general', false],
    [1_500_001, 'general', true],
    [10_000_000, 'insurance', false],
    [10_000_001, 'insurance', true],
    [10_000_000, 'mutual_fund', false],
    [10_000_001, 'credit_card_bill', true],
  ])('of %i paise, %s', (amount, category, expected) => {
    expect(needsFactor(amount, category)).toBe(expected);
  });
});

describe('(21) the largest mandate', () => {
  it.each([
    ['upi', null, 9_999_900],
    ['upi', '5411', 9_999_900],
    ['upi', '6300', 20_000_000],
    ['card', null, 100_000_000],
    ['enach', '6300', 1_000_000_000],
  ] as const)('on %s for category code %s', (method, mcc, expected) => {
    expect(mandateLimit(DEFAULT_RAILS[method], mcc)).toBe(expected);
  });
});
