import { DatabaseAwayError, isAway } from './database-away';

describe('isAway', () => {
  it.each(['ECONNREFUSED', '57P01', '53300', '08006', '40001', '55P03', undefined])('brings the messages again for code %s', (code) => {
    expect(isAway(Object.assign(new Error('away'), { code }))).toBe(true);
  });

  it.each(['22P02', '23505', '42P01'])('does not loop on %s, which no retry mends', (code) => {
    expect(isAway(Object.assign(new Error('wrong'), { code }))).toBe(false);
  });

  it('does not take a bug of ours for an outage', () => {
    expect(isAway(new TypeError('undefined is not a function'))).toBe(false);
  });

  it('tells the bus that the same messages may succeed later', () => {
    expect(new DatabaseAwayError(new Error('cause')).transient).toBe(true);
  });
});
