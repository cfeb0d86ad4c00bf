import { Client } from 'pg';
import { REPLY_PARTITION_COUNT } from '#contracts';
import { SystemRandom } from '#service';
import { eventually, testDatabase } from '#testing';
import { PostgresReplyLease } from './reply-lease';

describe('reply lease', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  const leases: PostgresReplyLease[] = [];
  const lease = (): PostgresReplyLease => {
    const made = new PostgresReplyLease({ databaseUrl: database.url, random: new SystemRandom(), logger: { warn: () => undefined } });
    leases.push(made);
    return made;
  };

  beforeAll(async () => {
    database = await testDatabase('reply_lease');
  });
  afterEach(async () => {
    await Promise.all(leases.splice(0).map((each) => each.release()));
  });
  afterAll(() => database.drop());

  it('gives two gateways different partitions', async () => {
    const partitions = await Promise.all([1, 2, 3].map(() => lease().acquire(REPLY_PARTITION_COUNT)));
    expect(new Set(partitions).size).toBe(3);
  });

  it('refuses a gateway too many, and lets it in once another has left', async () => {
    const first = lease();
    const second = lease();
    await first.acquire(1);
    await expect(second.acquire(1)).rejects.toThrow('all 1 reply partitions are leased');
    await first.release();
    await expect(second.acquire(1)).resolves.toBe(0);
  });

  it('tells its holder when the lock is gone, and does not when the holder let go', async () => {
    const lost = jest.fn();
    const kept = lease();
    kept.onLost(lost);
    await kept.acquire(2);
    await kept.release();
    await kept.acquire(2);
    const killer = new Client({ connectionString: database.url });
    await killer.connect();
    await killer.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hundi gateway reply lease' AND datname = current_database()",
    );
    await killer.end();
    await eventually(() => expect(lost).toHaveBeenCalledTimes(1));
    await expect(kept.acquire(2)).resolves.toBeLessThan(2);
  });
});
