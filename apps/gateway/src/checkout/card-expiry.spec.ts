import fc from 'fast-check';
import { readCardExpiry } from './card-expiry';

const DECEMBER = { expiry_month: 12, expiry_year: 2030 };

describe('the expiry date of a card', () => {
  it.each([
    ...['12/30', '12/2030', '12-30', '12-2030', '12.30', '12 30', '12 2030', '12 / 30', ' 12 - 2030 ', '12–30'],
    ...['1230', '122030', '2030-12', '2030/12', '2030 12', '203012'],
  ])('is read as it is written: %j', (typed) => {
    expect(readCardExpiry(typed)).toEqual(DECEMBER);
  });

  it('is the same in every way of writing it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 2000, max: 2099 }),
        fc.constantFrom('/', '-', '.', ' ', ''),
        (m, y, by) => {
          const [month, year] = [String(m).padStart(2, '0'), String(y)];
          const ways = [
            `${month}${by}${year.slice(2)}`,
            `${month}${by}${year}`,
            ...(by === '' && m === 12 ? [] : [`${year}${by}${month}`]),
          ];
          for (const way of ways) expect(readCardExpiry(way)).toEqual({ expiry_month: m, expiry_year: y });
        },
      ),
    );
  });

  it.each(['', ' ', '12', '1', '130', '12/3', '12/203', '12/20300', 'Dec 30', '12/30/01', '1//30', '/30', '12/', '٣/30'])(
    'cannot be read from %j',
    (typed) => {
      const { expiry_month: month, expiry_year: year } = readCardExpiry(typed);
      expect([month, year]).toEqual([0, 0]);
    },
  );
});
