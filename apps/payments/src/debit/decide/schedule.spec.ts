import { isBankHoliday, istDate, istDateOf, startOfIstDate, weekdayOf, type MandateMethod } from '#contracts';
import fc from 'fast-check';
import { DEFAULT_RAILS } from '../../mandate/decide/rails';
import { executeAtMs, nextOpenMs, retryOf, type Notice, type RailCalendar } from './schedule';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Wednesday, 25 November 2026. */
const TODAY = startOfIstDate(istDate(2026, 11, 25));
const calendarOf = (method: MandateMethod, holidays: readonly number[] = []): RailCalendar => ({
  rules: DEFAULT_RAILS[method],
  isHoliday: (date) => isBankHoliday(date, new Set(holidays)),
});
const at = (hours: number, minutes = 0, seconds = 0): number => TODAY + hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1_000;
/** `T+1 06:10`: days after today, and the time of day. */
function shown(atMs: number): string {
  const days = istDateOf(atMs) - istDateOf(TODAY);
  const minutes = Math.floor((atMs - startOfIstDate(istDateOf(atMs))) / MINUTE_MS);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `T${days === 0 ? '' : `+${days}`} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

describe('(23) the hours of UPI debits', () => {
  it.each([
    [at(9, 59, 59), 'T 09:59'],
    [at(10), 'T 13:00'],
    [at(12, 59, 59), 'T 13:00'],
    [at(13), 'T 13:00'],
    [at(16, 59, 59), 'T 16:59'],
    [at(17), 'T 21:30'],
    [at(21, 29, 59), 'T 21:30'],
    [at(21, 30), 'T 21:30'],
    [at(23, 59, 59), 'T 23:59'],
    [at(24), 'T+1 00:00'],
  ])('move %i to %s', (given, expected) => {
    const open = nextOpenMs(calendarOf('upi'), given);
    expect(shown(open)).toBe(expected);
    expect(open).toBeGreaterThanOrEqual(given);
  });

  it('bind no card', () => {
    expect(nextOpenMs(calendarOf('card'), at(11))).toBe(at(11));
  });
});

describe('(29) eNACH', () => {
  const sunday = at(6) + 4 * DAY_MS;

  it('is presented on Monday when it is due on a Sunday, and after a holiday', () => {
    expect(weekdayOf(istDateOf(sunday))).toBe(7);
    expect(shown(nextOpenMs(calendarOf('enach'), sunday))).toBe('T+5 00:00');
    expect(shown(nextOpenMs(calendarOf('enach', [istDateOf(sunday) + 1]), sunday))).toBe('T+6 00:00');
    expect(shown(nextOpenMs(calendarOf('enach'), at(6)))).toBe('T 06:00');
  });
});

/** The attempts of a debit each of which fails at once, with notices that arrive at once; and how many notices there were. */
function ladder(method: MandateMethod, firstAttemptMs: number, retrySchedule: readonly number[]): { attempts: string[]; notices: number } {
  const calendar = calendarOf(method);
  let notice: Notice | null = { deliveredAtMs: firstAttemptMs - 30 * HOUR_MS };
  let notices = 1;
  const attempts = [executeAtMs(calendar, firstAttemptMs, notice)];
  for (;;) {
    const failedAtMs = attempts.at(-1)!;
    const debit = { firstAttemptMs: attempts[0]!, failedAtMs, retrySchedule, attempts: attempts.length, notice };
    const retry = retryOf(calendar, DEFAULT_RAILS[method], debit);
    if (retry === null) return { attempts: attempts.map(shown), notices };
    if (!retry.underSameNotice) {
      notice = { deliveredAtMs: failedAtMs };
      notices += 1;
    }
    attempts.push(retry.underSameNotice ? nextOpenMs(calendar, retry.plannedMs) : executeAtMs(calendar, retry.plannedMs, notice));
  }
}

describe('(24) retries', () => {
  it.each<[string, { first: number; hours: readonly number[] }, ReturnType<typeof ladder>]>([
    ['of the default', { first: at(6), hours: [24, 48, 72] }, { attempts: ['T 06:00', 'T+1 06:10', 'T+2 06:20', 'T+3 06:30'], notices: 4 }],
    [
      'by the hour under one notice',
      { first: at(6), hours: [1, 2, 3] },
      { attempts: ['T 06:00', 'T 07:00', 'T 08:00', 'T 09:00'], notices: 1 },
    ],
    [
      'moved into the windows',
      { first: at(9, 55), hours: [24, 48, 72] },
      { attempts: ['T 09:55', 'T+1 13:00', 'T+2 13:10', 'T+3 13:20'], notices: 4 },
    ],
    ['none', { first: at(6), hours: [] }, { attempts: ['T 06:00'], notices: 1 }],
  ])('%s', (_what, { first, hours }, expected) => {
    expect(ladder('upi', first, hours)).toEqual(expected);
  });

  it('never are more than the rail takes', () => {
    expect(ladder('upi', at(6), [1, 2, 3, 4, 5]).attempts).toHaveLength(DEFAULT_RAILS.upi.attemptsMax);
  });
});

describe('(22) an attempt that needs a notice', () => {
  it('never comes before the payer has had it for 24 hours, whatever the schedule', () => {
    const schedules = fc.uniqueArray(fc.integer({ min: 1, max: 720 }), { maxLength: 3 }).map((hours) => hours.toSorted((a, b) => a - b));
    const delays = fc.array(fc.integer({ min: 0, max: 6 * HOUR_MS }), { minLength: 4, maxLength: 4 });
    const methods = fc.constantFrom<MandateMethod>('upi', 'card');
    fc.assert(
      fc.property(methods, fc.integer({ min: 0, max: 7 * DAY_MS }), schedules, delays, (method, plannedIn, retrySchedule, delivery) => {
        const calendar = calendarOf(method);
        let notice: Notice = { deliveredAtMs: TODAY + delivery[0]! };
        let atMs = executeAtMs(calendar, TODAY + plannedIn, notice);
        const firstAttemptMs = atMs;
        for (let attempts = 1; ; attempts++) {
          expect(atMs - notice.deliveredAtMs).toBeGreaterThanOrEqual(24 * HOUR_MS);
          expect(nextOpenMs(calendar, atMs)).toBe(atMs);
          const retry = retryOf(calendar, DEFAULT_RAILS[method], { firstAttemptMs, failedAtMs: atMs, retrySchedule, attempts, notice });
          if (retry === null) return;
          if (!retry.underSameNotice) notice = { deliveredAtMs: atMs + delivery[attempts % 4]! };
          const next = executeAtMs(calendar, retry.plannedMs, notice);
          expect(next).toBeGreaterThan(atMs - 1);
          atMs = next;
        }
      }),
      { numRuns: 10_000 },
    );
  });
});
