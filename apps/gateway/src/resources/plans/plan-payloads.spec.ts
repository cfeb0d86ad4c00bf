import { CreatePlanDto, type PlanTerms } from '#contracts';
import { BodyReader } from '../../validation/body-reader';
import { toCreatePlanPayload, validateCreatePlan } from './plan-payloads';

const READER = new BodyReader(CreatePlanDto);
const GOLD = { name: 'Gold', amount: 49_900, interval: 'month' };

/** What is wrong with a body, as `param code`. */
function problemsOf(body: object): string[] {
  const { value, problems } = READER.read(body as Record<string, unknown>);
  const wrong = new Set(problems.map(({ param }) => param));
  return [...problems, ...validateCreatePlan(value as CreatePlanDto, wrong)].map(({ param, code }) => `${param} ${code}`);
}

/** The terms that a good body asks for. */
function termsOf(body: object): PlanTerms {
  expect(problemsOf(body)).toEqual([]);
  return toCreatePlanPayload(READER.read(body as Record<string, unknown>).value);
}

const MONTHLY: PlanTerms = {
  name: 'Gold',
  amount: 49_900,
  currency: 'INR',
  interval: { unit: 'month', count: 1 },
  active: true,
  trialDays: 0,
};

describe('the body of a new plan', () => {
  it('needs a name, an amount and an interval', () => {
    expect(termsOf(GOLD)).toEqual(MONTHLY);
    expect(problemsOf({})).toEqual(['name parameter_missing', 'amount parameter_missing', 'interval parameter_missing']);
    expect(problemsOf({ ...GOLD, name: '' })).toEqual(['name parameter_missing']);
  });

  it.each([
    ['day', { unit: 'day', count: 1 }],
    ['weekly', { unit: 'week', count: 1 }],
    ['monthly', { unit: 'month', count: 1 }],
    ['quarterly', { unit: 'month', count: 3 }],
    ['half_yearly', { unit: 'month', count: 6 }],
    ['annual', { unit: 'year', count: 1 }],
  ])('understands the interval %s', (interval, expected) => {
    expect(termsOf({ ...GOLD, interval }).interval).toEqual(expected);
  });

  it('counts intervals, also those of a word that means several', () => {
    expect(termsOf({ ...GOLD, interval: 'quarterly', interval_count: 2 }).interval).toEqual({ unit: 'month', count: 6 });
  });

  it.each<[string, number | undefined, string[]]>([
    ['day', 365, []],
    ['day', 366, ['interval_count parameter_invalid']],
    ['week', 53, ['interval_count parameter_invalid']],
    ['month', 36, []],
    ['month', 37, ['interval_count parameter_invalid']],
    ['quarterly', 13, ['interval_count parameter_invalid']],
    ['year', 6, ['interval_count parameter_invalid']],
    ['fortnight', undefined, ['interval parameter_invalid']],
  ])('bounds %s × %s', (interval, interval_count, expected) => {
    expect(problemsOf({ ...GOLD, interval, interval_count })).toEqual(expected);
  });

  it('bounds the amount by its currency', () => {
    expect(problemsOf({ ...GOLD, amount: 99 })).toEqual(['amount amount_too_small']);
    expect(problemsOf({ ...GOLD, amount: 10_000_000_000 })).toEqual(['amount amount_too_large']);
    expect(problemsOf({ ...GOLD, amount: '49900' })).toEqual(['amount parameter_invalid']);
    expect(problemsOf({ ...GOLD, currency: 'JPY' })).toEqual(['currency currency_not_supported']);
    expect(termsOf({ ...GOLD, currency: 'usd', amount: 50 })).toMatchObject({ currency: 'USD', amount: 50 });
  });

  it('has a tax of a code and a rate', () => {
    const tax = { sac: '998431', rate_bps: 1_800 };
    expect(termsOf({ ...GOLD, tax }).tax).toEqual({ sac: '998431', rateBps: 1_800, behavior: 'inclusive' });
    expect(problemsOf({ ...GOLD, tax: { sac: '99', rate_bps: -1, behavior: 'none' } })).toEqual([
      'tax.sac parameter_invalid',
      'tax.rate_bps parameter_invalid',
      'tax.behavior parameter_invalid',
    ]);
  });
});

describe('the body of a plan as Razorpay has it', () => {
  const RAZORPAYS = { period: 'monthly', interval: 1, item: { name: 'Gold', amount: 49_900, currency: 'INR' } };

  it('is the same plan', () => {
    expect(termsOf(RAZORPAYS)).toEqual(MONTHLY);
    expect(termsOf({ ...RAZORPAYS, period: 'yearly', interval: 2, notes: { tier: 'gold' } })).toEqual({
      ...MONTHLY,
      interval: { unit: 'year', count: 2 },
      metadata: { tier: 'gold' },
    });
  });

  it('is wrong under the names it was sent with', () => {
    expect(problemsOf({ ...RAZORPAYS, item: { name: 'Gold', amount: 99, currency: 'XXX' } })).toEqual([
      'item.currency currency_not_supported',
    ]);
    expect(problemsOf({ ...RAZORPAYS, item: { name: 'Gold', amount: 99 } })).toEqual(['item.amount amount_too_small']);
    expect(problemsOf({ ...RAZORPAYS, interval: 37 })).toEqual(['interval parameter_invalid']);
    expect(problemsOf({ ...RAZORPAYS, interval: 'month' })).toEqual(['interval parameter_invalid']);
    expect(problemsOf({ ...RAZORPAYS, period: undefined })).toEqual(['interval parameter_invalid']);
  });

  it('does not mix with ours', () => {
    const twice = { ...RAZORPAYS, name: 'Silver', metadata: { a: 1 }, notes: { b: 2 }, interval_count: 2 };
    expect(problemsOf(twice)).toEqual(['item.name parameters_exclusive', 'notes parameters_exclusive', 'interval parameters_exclusive']);
  });
});
