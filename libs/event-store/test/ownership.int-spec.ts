import { partitionOfShard, shardOfAccount } from '#contracts';
import { WriterUnavailableError, PartitionsTakenError, type EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { Client } from 'pg';
import { lockClass } from '../src/schema/names';
import { SCHEMA, ask, counterCommand, counterDatabase, counterStore, newAccount, newCounterId, newCounterIn } from './store-fixture';

const SOURCE = 'cluster-1/counters.commands';

describe('the ownership of partitions', () => {
  let database: TestDatabase;
  let one: EventStore;
  let two: EventStore;
  beforeEach(async () => {
    database = await counterDatabase();
    one = counterStore(database.url);
    two = counterStore(database.url);
    await Promise.all([one.start(), two.start()]);
  });
  afterEach(async () => {
    await Promise.all([one.stop(), two.stop()]);
    await database.drop();
  });

  const accountId = newAccount();
  const partition = partitionOfShard(shardOfAccount(accountId));
  const target = { accountId, streamId: newCounterId(accountId) };
  const cutWriters = async (store: 'one' | 'all'): Promise<void> => {
    const limit = store === 'one' ? 'limit 1' : '';
    await ask(
      database.url,
      `select pg_terminate_backend(pid) from (select pid from pg_stat_activity where datname = current_database() and application_name like 'hundi % writer %' order by backend_start ${limit}) writers`,
    );
  };

  it('gives a partition to one process at a time', async () => {
    expect(await one.ownership.tryTake(SOURCE, partition)).toEqual({ nextOffset: null });
    expect(await two.ownership.tryTake(SOURCE, partition)).toBeUndefined();
    await one.ownership.release(SOURCE, partition);
    expect(await two.ownership.tryTake(SOURCE, partition)).toEqual({ nextOffset: null });
  });

  it('survives many at once asking for the same partition: one release is enough', async () => {
    const taken = await Promise.all(Array.from({ length: 10 }, () => one.ownership.tryTake(SOURCE, partition)));
    expect(taken).toEqual(Array(10).fill({ nextOffset: null }));
    await one.ownership.release(SOURCE, partition);
    expect(await two.ownership.tryTake(SOURCE, partition)).toBeDefined();
  });

  it('gives every partition back with one release each, after all were taken at once', async () => {
    const every = Array.from({ length: 16 }, (_, index) => index);
    const taken = await Promise.all(every.map((index) => one.ownership.tryTake(SOURCE, index)));
    expect(taken).toEqual(Array(16).fill({ nextOffset: null }));
    await Promise.all(every.map((index) => one.ownership.release(SOURCE, index)));
    const handedOn = await Promise.all(every.map((index) => two.ownership.tryTake(SOURCE, index)));
    expect(handedOn).toEqual(Array(16).fill({ nextOffset: null }));
  });

  it('hands the settled position on with the partition', async () => {
    await one.ownership.tryTake(SOURCE, partition);
    one.ownership.settled(SOURCE, partition, 41n);
    one.ownership.settled(SOURCE, partition, 42n);
    await one.ownership.release(SOURCE, partition);
    expect(await two.ownership.tryTake(SOURCE, partition)).toEqual({ nextOffset: 42n });
    expect(await two.ownership.tryTake('cluster-2/counters.commands', partition)).toEqual({ nextOffset: null });
  });

  it('releases a partition although its position cannot be written, so that it is not left without an owner', async () => {
    await one.ownership.tryTake(SOURCE, partition);
    one.ownership.settled(SOURCE, partition, 5n);
    await ask(database.url, `alter table ${SCHEMA}.consumer_positions add constraint full_disk check (position <> 5)`);
    await one.ownership.release(SOURCE, partition);
    expect(await two.ownership.tryTake(SOURCE, partition)).toEqual({ nextOffset: null });
    await ask(database.url, `alter table ${SCHEMA}.consumer_positions drop constraint full_disk`);
    two.ownership.settled(SOURCE, partition, 9n);
    await two.ownership.release(SOURCE, partition);
    expect(await one.ownership.tryTake(SOURCE, partition)).toEqual({ nextOffset: 9n });
  });

  it('does not keep a partition whose position it could not read', async () => {
    await ask(database.url, `alter table ${SCHEMA}.consumer_positions rename to elsewhere`);
    await expect(one.ownership.tryTake(SOURCE, partition)).rejects.toThrow('does not exist');
    await ask(database.url, `alter table ${SCHEMA}.elsewhere rename to consumer_positions`);
    expect(await two.ownership.tryTake(SOURCE, partition)).toEqual({ nextOffset: null });
  });

  it('writes the settled position with the next append', async () => {
    await one.ownership.tryTake(SOURCE, partition);
    one.ownership.settled(SOURCE, partition, 7n);
    await one.submit(counterCommand('counter.open', target));
    const rows = await ask<{ position: string }>(
      database.url,
      `select position from ${SCHEMA}.consumer_positions where source = $1 and partition = $2`,
      [SOURCE, partition],
    );
    expect(rows).toEqual([{ position: '7' }]);
  });

  it('writes the settled position by itself when nothing is appended', async () => {
    await one.ownership.tryTake(SOURCE, partition);
    one.ownership.settled(SOURCE, partition, 8n);
    await eventually(async () =>
      expect(await ask(database.url, `select position from ${SCHEMA}.consumer_positions`)).toEqual([{ position: '8' }]),
    );
  });

  it('forgets the positions of a session that is lost, and moves the mark of the next owner nowhere', async () => {
    await one.ownership.tryTake(SOURCE, partition);
    one.ownership.settled(SOURCE, partition, 5n);
    await cutWriters('all');
    await eventually(async () => expect(await two.ownership.tryTake(SOURCE, partition)).toBeDefined());
    one.ownership.settled(SOURCE, partition, 6n);
    two.ownership.settled(SOURCE, partition, 9n);
    await two.ownership.release(SOURCE, partition);
    // Served by the same writer: what it still kept would be written with this.
    const neighbor = newCounterIn((partition + 2) % 16);
    await eventually(async () =>
      expect(await one.ownership.tryTake(SOURCE, partitionOfShard(shardOfAccount(neighbor.accountId)))).toBeDefined(),
    );
    await one.submit(counterCommand('counter.open', neighbor));
    expect(await two.ownership.tryTake(SOURCE, partition)).toEqual({ nextOffset: 9n });
  });

  it('counts the instances that are alive', async () => {
    expect(await one.ownership.liveInstances()).toBe(2);
    await two.stop();
    await eventually(async () => expect(await one.ownership.liveInstances()).toBe(1));
    two = counterStore(database.url);
    await two.start();
    expect(await two.ownership.liveInstances()).toBe(2);
  });

  it('decides again on the stored state when the partition comes to a process that knows nothing of the stream', async () => {
    await one.ownership.tryTake(SOURCE, partition);
    await one.submit(counterCommand('counter.open', target));
    await one.submit(counterCommand('counter.add', target, { payload: { amount: 3 } }));
    await one.ownership.release(SOURCE, partition);
    await two.ownership.tryTake(SOURCE, partition);
    expect(await two.submit(counterCommand('counter.open', target))).toMatchObject({
      status: 409,
      refusal: { code: 'resource_already_exists' },
    });
    await two.submit(counterCommand('counter.add', target, { payload: { amount: 4 } }));
    await two.ownership.release(SOURCE, partition);
    await one.ownership.tryTake(SOURCE, partition);
    await one.submit(counterCommand('counter.add', target, { payload: { amount: 5 } }));
    expect((await one.reads.findStream(target.streamId, accountId, false))?.state).toMatchObject({ total: 12 });
  });

  it('turns commands away from the moment a partition is released, and settles those it had', async () => {
    await one.ownership.tryTake(SOURCE, partition);
    const before = Array.from({ length: 20 }, () => one.submit(counterCommand('counter.note', target)));
    const release = one.ownership.release(SOURCE, partition);
    const outcomes = await Promise.allSettled(before);
    await release;
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(WriterUnavailableError);
      else expect(outcome.value.status).toBe(200);
    }
    await expect(one.submit(counterCommand('counter.note', target))).rejects.toBeInstanceOf(WriterUnavailableError);
    const appended = outcomes.filter((outcome) => outcome.status === 'fulfilled').length;
    expect(await ask(database.url, `select from ${SCHEMA}.events`)).toHaveLength(appended);
  });

  it('keeps the lock of a released partition until the batch under way is committed', async () => {
    await one.ownership.tryTake(SOURCE, partition);
    const [table, shard] = [new Client({ connectionString: database.url }), new Client({ connectionString: database.url })];
    await Promise.all([table.connect(), shard.connect()]);
    await table.query('BEGIN');
    await table.query(`lock table ${SCHEMA}.streams in access exclusive mode`);
    await shard.query('BEGIN');
    await shard.query('select pg_advisory_xact_lock($1, $2)', [lockClass(SCHEMA, 'append'), shardOfAccount(accountId)]);
    const writerWaitsFor = async (event: string): Promise<void> => {
      const text = `select from pg_stat_activity where datname = current_database() and application_name like 'hundi % writer %' and wait_event = $1`;
      await eventually(async () => expect(await ask(database.url, text, [event])).toHaveLength(1));
    };

    const reply = one.submit(counterCommand('counter.note', target));
    await writerWaitsFor('relation');
    const released = one.ownership.release(SOURCE, partition);
    await table.query('ROLLBACK');
    await writerWaitsFor('advisory');
    expect(await two.ownership.tryTake(SOURCE, partition)).toBeUndefined();
    await shard.query('ROLLBACK');
    expect(await reply).toMatchObject({ status: 200 });
    await released;
    expect(await two.ownership.tryTake(SOURCE, partition)).toBeDefined();
    await Promise.all([table.end(), shard.end()]);
  });

  it('tells who listens when the session is lost, lets another process take over, and reconnects', async () => {
    const lost: number[] = [];
    one.ownership.onLost((partitions) => lost.push(...partitions));
    await one.ownership.tryTake(SOURCE, partition);
    await cutWriters('all');
    await eventually(() => expect(lost).toEqual([partition]));
    await expect(one.submit(counterCommand('counter.open', target))).rejects.toBeInstanceOf(WriterUnavailableError);
    await eventually(async () => expect(await two.ownership.tryTake(SOURCE, partition)).toBeDefined());
    expect(await two.submit(counterCommand('counter.open', target))).toMatchObject({ status: 201 });
    await two.ownership.release(SOURCE, partition);
    await eventually(async () => expect(await one.ownership.tryTake(SOURCE, partition)).toBeDefined());
    expect(await one.submit(counterCommand('counter.add', target))).toMatchObject({ status: 200 });
  });

  it('answers every command when sessions are cut again and again under load, each with one effect', async () => {
    await two.stop();
    await one.takeAll();
    const accounts = Array.from({ length: 20 }, newAccount);
    const commands = accounts.flatMap((account) => {
      return Array.from({ length: 30 }, () => counterCommand('counter.open', { accountId: account, streamId: newCounterId(account) }));
    });
    const errors = new Set<unknown>();
    let settled = 0;
    const cuts: Promise<void>[] = [];
    /** A bus: brings the command again for as long as it is not settled. Every 100th answer cuts a session. */
    const deliver = async (command: (typeof commands)[number]): Promise<number> => {
      const submit = async (): Promise<number> => {
        const reply = await one.submit(command).catch((error: unknown) => {
          errors.add((error as Error).constructor);
          throw error;
        });
        return reply.status;
      };
      const status = await eventually(submit, { everyMs: 5 });
      if (++settled % 100 === 0) cuts.push(cutWriters('one'));
      return status;
    };
    const clients = accounts.map(async (account) => {
      const statuses: number[] = [];
      for (const command of commands.filter(({ accountId: owner }) => owner === account)) statuses.push(await deliver(command));
      return statuses;
    });
    const statuses = (await Promise.all(clients)).flat();
    await Promise.all(cuts);
    expect([...errors]).toEqual([WriterUnavailableError]);
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await ask(database.url, `select from ${SCHEMA}.events`)).toHaveLength(commands.length);
    two = counterStore(database.url);
    await two.start();
  });

  it('waits for every partition in the embedded mode, and says who stands in the way', async () => {
    await two.ownership.tryTake(SOURCE, 11);
    const taking = one.takeAll();
    await two.ownership.release(SOURCE, 11);
    await expect(taking).resolves.toBeUndefined();
    await expect(two.takeAll(500)).rejects.toThrow(PartitionsTakenError);
  });
});
