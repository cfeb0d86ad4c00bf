import { DEFAULT_RAILS, mandateLimit } from './rails';

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
