import type { MandateCategory, MandateInstrument } from '#contracts';
import { categoryProblem, DEFAULT_NO_FACTOR_LIMITS, needsFactor } from './factor';

describe('(20) a debit without a factor of the payer', () => {
  it.each<[number, MandateCategory, boolean]>([
    [1_500_000, 'general', false],
    [1_500_001, 'general', true],
    [10_000_000, 'insurance', false],
    [10_000_001, 'insurance', true],
    [10_000_000, 'mutual_fund', false],
    [10_000_001, 'credit_card_bill', true],
  ])('of %i paise, %s', (amount, category, expected) => {
    expect(needsFactor(amount, category, DEFAULT_NO_FACTOR_LIMITS)).toBe(expected);
  });
});

describe('a category with the higher limit', () => {
  const upi: MandateInstrument = { method: 'upi', vpa: null };

  it.each<[MandateCategory, string | null, boolean]>([
    ['insurance', '6300', true],
    ['insurance', '6399', true],
    ['mutual_fund', '6211', true],
    ['general', '5411', true],
    ['insurance', '5411', false],
    ['insurance', null, true],
  ])('%s goes with the merchant category code %s on UPI: %s', (category, mcc, expected) => {
    expect(categoryProblem({ category, instrument: upi }, mcc) === null).toBe(expected);
  });

  it('is refused by its name', () => {
    expect(categoryProblem({ category: 'mutual_fund', instrument: upi }, '5411')).toMatchObject({
      code: 'parameter_invalid',
      details: { param: 'category', reason: 'category_not_allowed' },
    });
  });
});
