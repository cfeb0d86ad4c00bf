import { partitionOfShard, shardOfAccount } from '#contracts';
import { eventually } from '#testing';
import { RenewalsUnderTest } from './renewals-under-test';

jest.setTimeout(240_000);

describe('subscriptions that two processes share', () => {
  let lab: RenewalsUnderTest;
  beforeAll(async () => {
    lab = await RenewalsUnderTest.start();
  });
  afterAll(() => lab.end());

  /** Of the partitions of one process, and of the other. */
  function accountsOfEither(count: number): string[] {
    const found: string[][] = [[], []];
    while (found.some(({ length }) => length < count)) {
      const accountId = lab.idOf('account');
      found[partitionOfShard(shardOfAccount(accountId)) % 2]?.push(accountId);
    }
    return found.flatMap((accounts) => accounts.slice(0, count));
  }

  it('(37) (39) are renewed once, 2,000 times in all, though one of the two is killed', async () => {
    lab.accounts.push(...accountsOfEither(3));
    await lab.subscribe(1_000);
    const [first, second] = [await lab.run({ isHalf: true }), await lab.run()];
    await lab.through(1, [first, second]);
    const working = lab.through(2, [first, second]);
    await eventually(async () => expect(await lab.countOf('debit.succeeded')).toBeGreaterThan(1_100), { withinMs: 120_000 });
    await lab.killed(first);
    expect(await lab.countOf('debit.succeeded')).toBeLessThan(2_000);
    await working;
    await lab.killed(second);
    await lab.expectRenewedOnce(2);
  });
});
