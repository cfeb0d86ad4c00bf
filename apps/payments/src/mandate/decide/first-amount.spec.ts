import type { MandateMethod } from '#contracts';
import { takesFirst } from './first-amount';
import { DEFAULT_RAILS_CONFIG } from './rails';

const TAKES = { takesFirst: true };
const RULES = { ...DEFAULT_RAILS_CONFIG, processors: { one: { upi: TAKES, card: TAKES, enach: TAKES }, other: { upi: {} } } };

describe('the registration of a mandate takes the first payment', () => {
  it.each<[string, MandateMethod, number, boolean]>([
    ['one', 'upi', 100, true],
    ['one', 'upi', 1_00_000_00, true],
    // More than a payment on UPI may be of, and less than a mandate of some categories.
    ['one', 'upi', 1_00_000_01, false],
    ['one', 'card', 10_00_000_00, true],
    ['one', 'enach', 9_900, false],
    ['other', 'upi', 9_900, false],
    ['other', 'card', 9_900, false],
    ['unknown', 'upi', 9_900, false],
  ])('at %s on %s, %i paise: %p', (processor, method, amount, expected) => {
    expect(takesFirst(RULES, processor, { method, amount })).toBe(expected);
  });
});
