import { nextNotice, type Ending } from './notices';

const DAY_MS = 86_400_000;

describe('(26) the notices of the end of a key', () => {
  it.each<[string, Ending, ReturnType<typeof nextNotice>]>([
    ['of one that never ends', { madeAtMs: 0 }, null],
    ['first', { madeAtMs: 0, expiresAtMs: 30 * DAY_MS }, { days: 7, dueAtMs: 23 * DAY_MS }],
    ['second', { madeAtMs: 0, expiresAtMs: 30 * DAY_MS, lookedAtDays: 7 }, { days: 1, dueAtMs: 29 * DAY_MS }],
    ['after the second', { madeAtMs: 0, expiresAtMs: 30 * DAY_MS, lookedAtDays: 1 }, null],
    ['of one that is made for less than seven days', { madeAtMs: 0, expiresAtMs: 2 * DAY_MS }, { days: 1, dueAtMs: DAY_MS }],
    ['of one that is made for less than a day', { madeAtMs: 0, expiresAtMs: DAY_MS / 2 }, null],
    ['of one that was rolled: its owner knows', { madeAtMs: 0, expiresAtMs: 30 * DAY_MS, rolledTo: 'key_1' }, null],
  ])('%s', (_of, ending, expected) => expect(nextNotice(ending)).toEqual(expected));
});
