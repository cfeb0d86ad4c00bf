import fc from 'fast-check';
import { RETRY_AFTER_S_MAX, readRetryAfter } from './retry-after';

const NOW_MS = Date.parse('2026-11-21T00:00:00Z');

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120],
    ['  120\t', 120],
    ['21600', 21_600],
    ['21601', RETRY_AFTER_S_MAX],
    ['9'.repeat(29), RETRY_AFTER_S_MAX],
    ['Sat, 21 Nov 2026 00:01:00 GMT', 60],
    ['Saturday, 21-Nov-26 00:01:00 GMT', 60],
    ['Sat Nov 21 00:01:00 2026', 60],
    ['Sun, 22 Nov 2026 00:00:00 GMT', RETRY_AFTER_S_MAX],
    ['Fri, 20 Nov 2026 23:59:59 GMT', 0],
    ['', null],
    ['   ', null],
    ['-1', null],
    ['+5', null],
    ['12.5', null],
    ['300s', null],
    ['1e3', null],
    ['0x10', null],
    ['soon', null],
    ['tomorrow at noon', null],
    ['2026-11-21T00:01:00Z', null],
    ['Sat, 99 Foo 2026 00:01:00 GMT', null],
  ])('%j is %j', (value, seconds) => {
    expect(readRetryAfter(429, value, NOW_MS)).toBe(seconds);
    expect(readRetryAfter(503, value, NOW_MS)).toBe(seconds);
  });

  it.each([200, 301, 400, 408, 500, 502, 504])('is not honored with %i', (status) => {
    expect(readRetryAfter(status, '120', NOW_MS)).toBeNull();
  });

  it('is null when it is missing', () => {
    expect(readRetryAfter(429, undefined, NOW_MS)).toBeNull();
  });

  it('never yields anything but null or 0 to 21,600 whole seconds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.bigInt().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (value) => {
          const seconds = readRetryAfter(429, value, NOW_MS);
          expect(seconds === null || (Number.isInteger(seconds) && seconds >= 0 && seconds <= RETRY_AFTER_S_MAX)).toBe(true);
        },
      ),
    );
  });
});
