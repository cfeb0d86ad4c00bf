import { createLogger } from '#service';
import { FixedClock } from '#testing';
import { KeyUses } from './key-uses';
import type { AccountsDatabase } from './key-uses.table';

const MINUTE_MS = 60_000;

describe('(32) the last use of a key', () => {
  let written: [ids: string[], times: number[], addresses: string[]][];
  let isAway: boolean;
  let clock: FixedClock;
  let uses: KeyUses;
  beforeEach(() => {
    jest.useFakeTimers();
    [written, isAway, clock] = [[], false, new FixedClock(1_000)];
    const acrossAccounts: AccountsDatabase['acrossAccounts'] = async (_statement, values) => {
      if (isAway) throw new Error('the database is away');
      written.push(values as unknown as (typeof written)[number]);
      return [];
    };
    uses = new KeyUses({ acrossAccounts }, clock, createLogger({ service: 'gateway', level: 'silent' }));
    uses.onApplicationBootstrap();
  });
  afterEach(async () => {
    await uses.onApplicationShutdown();
    jest.useRealTimers();
  });

  it('is written once a minute, however often the key is used', async () => {
    for (let times = 0; times < 1_000; times++) {
      clock.advanceMs(1);
      uses.saw('key_1', times < 999 ? '192.0.2.1' : '192.0.2.2');
    }
    expect(written).toEqual([]);
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    expect(written).toEqual([[['key_1'], [2_000], ['192.0.2.2']]]);
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    expect(written).toHaveLength(1);
  });

  it('is written later when the database is away, and no older one over a newer', async () => {
    uses.saw('key_1', '192.0.2.1');
    uses.saw('key_2', '192.0.2.1');
    isAway = true;
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    clock.advanceMs(500);
    uses.saw('key_1', '192.0.2.9');
    isAway = false;
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    expect(written).toEqual([
      [
        ['key_1', 'key_2'],
        [1_500, 1_000],
        ['192.0.2.9', '192.0.2.1'],
      ],
    ]);
  });

  it('is written at the end', async () => {
    uses.saw('key_1', '192.0.2.1');
    await uses.onApplicationShutdown();
    expect(written).toHaveLength(1);
  });
});
