import fc from 'fast-check';
import { prorate } from './proration';

describe('(14) a change of price in the middle of a period', () => {
  it.each<[string, lines: [number, number], days: [number, number], expected: [number, number]]>([
    ['16 of 31 days, up', [49_900, 99_900], [16, 31], [-25_755, 51_561]],
    ['16 of 31 days, down', [99_900, 49_900], [16, 31], [-51_561, 25_755]],
    ['19 of 28 days', [49_900, 99_900], [19, 28], [-33_861, 67_789]],
    ['20 of 29 days', [49_900, 99_900], [20, 29], [-34_414, 68_897]],
    ['quantity 1 to 3', [10_001, 30_003], [15, 30], [-5_001, 15_002]],
    ['121 of 365 days', [120_000, 0], [121, 365], [-39_781, 0]],
    ['a first period of 12 of 31 days', [0, 49_900], [12, 31], [0, 19_316]],
    ['a first period of 11 of 30 days', [0, 49_900], [11, 30], [0, 18_297]],
    ['a yearly one cancelled with 265 of 365 days left', [499_900, 0], [265, 365], [-362_941, 0]],
  ])('%s', (_what, [oldLine, newLine], [days, ofDays], [credit, charge]) => {
    expect(prorate(oldLine, newLine, { days, ofDays })).toEqual({ credit, charge });
  });

  it('comes to zero when it is taken back on the same day (16)', () => {
    const amounts = fc.integer({ min: 0, max: 9_999_999_999 });
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 1, max: 400 }), fc.nat(400), (oldLine, newLine, ofDays, more) => {
        const left = { days: Math.min(more, ofDays), ofDays };
        const [up, down] = [prorate(oldLine, newLine, left), prorate(newLine, oldLine, left)];
        expect(up.credit + up.charge + down.credit + down.charge).toBe(0);
      }),
    );
  });

  it('never gives back more than the line, nor less than nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.integer({ min: 1, max: 2_000 }), fc.nat(2_000), (line, ofDays, more) => {
        const { credit } = prorate(line, 0, { days: Math.min(more, ofDays), ofDays });
        expect(credit <= 0 && credit >= -line).toBe(true);
      }),
    );
  });
});
