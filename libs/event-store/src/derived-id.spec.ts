import { shardOfAccount } from '#contracts';
import { numberedIdOf } from './derived-id';

const AT_MS = 1_795_922_105_000;
const OWNER = { accountId: 'acct_0TgWzRaB07xK2mNq5Yd8Vf3L', livemode: false };

describe('ids of what a stream makes in turn', () => {
  const idOf = (stream: string, number: number, atMs = AT_MS) =>
    numberedIdOf('customerBalanceTransaction', OWNER, stream, { number, atMs });

  it('sort by time and number, are the same for every caller, and name the shard of the account', () => {
    const ids = Array.from({ length: 300 }, (_, index) => idOf('cust_1', index + 1, AT_MS + Math.trunc(index / 100)));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(300);
    expect(idOf('cust_1', 1)).toBe(ids[0]);
    const [, body = ''] = ids[0]!.split('_');
    expect(Number(body.slice(8, 10))).toBe(shardOfAccount(OWNER.accountId));
  });

  it('differ by stream', () => {
    expect(idOf('cust_1', 1)).not.toBe(idOf('cust_2', 1));
  });
});
