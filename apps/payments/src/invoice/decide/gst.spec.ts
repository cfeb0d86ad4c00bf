import { formatIstDate, istDate } from '#contracts';
import fc from 'fast-check';
import { creditedTax, placeOfSupply, roundToRupee, taxOfLine, type LineTax, type Supply } from './gst';
import { documentNumber } from './invoice-number';

const RATE = 1_800;
const NO_TAX: LineTax = { taxable: 0, cgst: 0, sgst: 0, igst: 0 };

describe('(46) goods and services tax of a line', () => {
  it.each([
    [49_900, 'exclusive', [49_900, 4_491, 4_491], [49_900, 8_982]],
    [49_900, 'inclusive', [42_288, 3_806, 3_806], [42_288, 7_612]],
    [10_005, 'exclusive', [10_005, 900, 900], [10_005, 1_801]],
    [10_005, 'inclusive', [8_479, 763, 763], [8_479, 1_526]],
    [100, 'inclusive', [84, 8, 8], [85, 15]],
    [33_333, 'inclusive', [28_249, 2_542, 2_542], [28_248, 5_085]],
  ] as const)('of %i paise, %s', (amount, behavior, [taxable, cgst, sgst], [taxableBetween, igst]) => {
    expect(taxOfLine(amount, { rateBps: RATE, behavior }, 'intra')).toEqual({ taxable, cgst, sgst, igst: 0 });
    expect(taxOfLine(amount, { rateBps: RATE, behavior }, 'inter')).toEqual({ taxable: taxableBetween, cgst: 0, sgst: 0, igst });
  });

  it('is the negative of the positive line for what is given back', () => {
    const rates = fc.record({
      rateBps: fc.constantFrom(0, 25, 300, 500, 1_800, 4_000),
      behavior: fc.constantFrom('inclusive', 'exclusive'),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999_999 }),
        rates,
        fc.constantFrom('intra', 'inter', 'export', 'none'),
        (amount, rate, supply) => {
          const [charged, back] = [taxOfLine(amount, rate, supply), taxOfLine(-amount, rate, supply)];
          for (const name of ['taxable', 'cgst', 'sgst', 'igst'] as const) expect(charged[name] + back[name]).toBe(0);
          const tax = charged.cgst + charged.sgst + charged.igst;
          expect(rate.behavior === 'inclusive' ? charged.taxable + tax : charged.taxable).toBe(amount);
        },
      ),
    );
  });
});

describe('(51) the place of supply', () => {
  const supply = (buyer: Partial<Supply['buyer']>, hasLut = false): Supply => ({
    sellerState: '27',
    buyer: { gstinState: null, country: null, state: null, isSez: false, ...buyer },
    hasLut,
  });

  it.each<[string, Supply, [string, string, boolean, boolean]]>([
    ['a registration in the same state', supply({ gstinState: '27', state: '29' }), ['27', 'intra', false, true]],
    ['a registration in another state', supply({ gstinState: '29' }), ['29', 'inter', false, true]],
    ['an address in another state', supply({ country: 'IN', state: '29' }), ['29', 'inter', false, true]],
    ['no address', supply({}), ['27', 'intra', false, true]],
    ['a special economic zone in the same state', supply({ state: '27', isSez: true }), ['27', 'inter', true, true]],
    [
      'a special economic zone under a letter of undertaking',
      supply({ gstinState: '29', isSez: true }, true),
      ['29', 'inter', true, false],
    ],
    ['another state under a letter of undertaking', supply({ gstinState: '29' }, true), ['29', 'inter', false, true]],
    ['abroad under a letter of undertaking', supply({ country: 'SG' }, true), ['96', 'export', true, false]],
    ['abroad without one', supply({ country: 'SG' }), ['96', 'export', true, true]],
    ['a registration and an address abroad', supply({ gstinState: '29', country: 'SG' }, true), ['29', 'inter', false, true]],
    ['a registration in the same state and an address abroad', supply({ gstinState: '27', country: 'SG' }), ['27', 'intra', false, true]],
    [
      'a registered zone with an address abroad',
      supply({ gstinState: '27', country: 'SG', isSez: true }, true),
      ['27', 'inter', true, false],
    ],
    ['an address abroad that was in a state', supply({ country: 'SG', state: '29' }), ['96', 'export', true, true]],
  ])('of %s', (_what, given, [place, type, isZeroRated, isTaxed]) => {
    expect(placeOfSupply(given)).toEqual({ place, supply: type, isZeroRated, isTaxed });
  });
});

describe('a total to the rupee', () => {
  it.each([
    [49_949, 49_900, -49],
    [49_950, 50_000, 50],
    [50_000, 50_000, 0],
  ])('%i becomes %i', (total, rounded, roundOff) => {
    expect(roundToRupee(total)).toEqual({ total: rounded, roundOff });
  });
});

describe('(52) the tax of credit notes', () => {
  it('comes to that of the invoice, whatever the parts', () => {
    const part = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100_000 }));
    const parts = fc.array(part, { minLength: 1, maxLength: 8 });
    const roundOff = fc.oneof(fc.constant(0), fc.integer({ min: -50, max: 50 }));
    fc.assert(
      fc.property(parts, roundOff, fc.constantFrom('intra', 'inter'), (refunds, added, supply) => {
        const total = refunds.reduce((sum, refund) => sum + refund, 0);
        fc.pre(total > added);
        const invoice = { total, tax: taxOfLine(total - added, { rateBps: RATE, behavior: 'inclusive' }, supply) };
        let left = invoice;
        for (const refund of refunds) {
          const tax = creditedTax(left, refund);
          expect(Math.min(tax.taxable, tax.cgst, tax.sgst, tax.igst)).toBeGreaterThanOrEqual(0);
          const rest = (name: keyof LineTax): number => left.tax[name] - tax[name];
          left = {
            total: left.total - refund,
            tax: { taxable: rest('taxable'), cgst: rest('cgst'), sgst: rest('sgst'), igst: rest('igst') },
          };
          expect(Math.min(left.tax.taxable, left.tax.cgst, left.tax.sgst, left.tax.igst)).toBeGreaterThanOrEqual(0);
        }
        expect(left).toEqual({ total: 0, tax: NO_TAX });
      }),
    );
  });
});

describe('(49) the number of a document', () => {
  it('begins anew with the financial year', () => {
    const numbers = [istDate(2026, 3, 31), istDate(2026, 4, 1)].map((date) => [formatIstDate(date), documentNumber('INV', date, 1)]);
    expect(numbers).toEqual([
      ['2026-03-31', 'INV/2526/000001'],
      ['2026-04-01', 'INV/2627/000001'],
    ]);
  });

  it('has at most sixteen characters: a series can be used up', () => {
    expect(documentNumber('INV', istDate(2026, 4, 1), 9_999_999)).toBe('INV/2627/9999999');
    expect(documentNumber('INV', istDate(2026, 4, 1), 10_000_000)).toBeNull();
    expect(documentNumber('INVX', istDate(2026, 4, 1), 999_999)).toBe('INVX/2627/999999');
    expect(documentNumber('INVX', istDate(2026, 4, 1), 1_000_000)).toBeNull();
  });
});
