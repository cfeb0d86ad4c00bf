import type { EventMessage } from '#contracts';
import { applyOnce, type EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { Client } from 'pg';
import { LogRecord, SCHEMA, Topic, ask, counterCommand, counterDatabase, counterStore, newCounterIn } from './store-fixture';

describe('the relay', () => {
  let database: TestDatabase;
  let stores: EventStore[];
  beforeEach(async () => {
    database = await counterDatabase();
    stores = [];
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.stop()));
    await database.drop();
  });
  const start = async (...options: Parameters<typeof counterStore> extends [string, ...infer Rest] ? Rest : never): Promise<EventStore> => {
    const store = counterStore(database.url, ...options);
    stores.push(store);
    await store.start();
    await store.takeAll();
    return store;
  };
  const end = async (store: EventStore): Promise<void> => {
    stores = stores.filter((other) => other !== store);
    await store.stop();
  };

  it('publishes public events only, in order, each naming the public one before it', async () => {
    const store = await start();
    const topic = new Topic();
    store.startRelay(topic.publish);
    const one = newCounterIn(9);
    const two = newCounterIn(9);
    await store.submit(counterCommand('counter.open', one, { payload: { times: 1 } }));
    await store.submit(counterCommand('counter.note', one));
    await store.submit(counterCommand('counter.open', two));
    await store.submit(counterCommand('counter.close', one));
    await eventually(() => expect(topic.messages).toHaveLength(4));
    expect(topic.messages.map(({ position, prev, key }) => [Number(position), Number(prev), key])).toEqual([
      [1, 0, one.streamId],
      [2, 1, one.streamId],
      [4, 2, two.streamId],
      [5, 4, one.streamId],
    ]);
    const values = topic.messages.map((message) => JSON.parse(message.value) as { sequence: number; data: { object: { status: string } } });
    expect(values.map((value) => value.sequence)).toEqual([1, 2, 1, 3]);
    expect(values.at(-1)?.data.object.status).toBe('closed');
    expect(topic.messages[0]?.cloudEvent).toMatchObject({
      source: `/accounts/${one.accountId}`,
      type: 'counter.opened',
      subject: one.streamId,
    });
  });

  it('is not delayed by an unrelated transaction that stays open', async () => {
    const store = await start();
    const topic = new Topic();
    store.startRelay(topic.publish);
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query(`create table ${SCHEMA}.unrelated as select pg_current_xact_id()::text as id`);
    await blocker.query(`select count(*) from ${SCHEMA}.events`);
    await store.submit(counterCommand('counter.open', newCounterIn(1), { payload: { times: 2 } }));
    // The other transaction is open all the while: what waits for it waits for ever.
    await eventually(() => expect(topic.messages).toHaveLength(3));
    await blocker.query('ROLLBACK');
    await blocker.end();
  });

  it('publishes after a restart what an earlier life left behind, and renders the middle of a stream to the same bytes', async () => {
    const first = await start();
    const counterTarget = newCounterIn(30);
    await first.submit(counterCommand('counter.open', counterTarget, { payload: { labels: { zz: '1', a: '2' }, times: 3 } }));
    const early = new Topic();
    first.startRelay(early.publish);
    await eventually(() => expect(early.messages).toHaveLength(4));
    await first.submit(counterCommand('counter.add', counterTarget, { payload: { times: 2 } }));
    await eventually(() => expect(early.messages).toHaveLength(6));
    await end(first);

    await ask(database.url, `update ${SCHEMA}.relay_cursors set position = 3, public_position = 3 where shard = 30`);
    const second = await start();
    const late = new Topic();
    second.startRelay(late.publish);
    await eventually(() => expect(late.messages).toHaveLength(3));
    expect(late.messages).toEqual(early.messages.slice(3));
  });

  it('repeats the same batch until the bus takes it, and moves its cursor only then', async () => {
    const store = await start();
    const topic = new Topic();
    topic.isAway = true;
    store.startRelay(topic.publish);
    await store.submit(counterCommand('counter.open', newCounterIn(2)));
    const cursor = async (): Promise<number> =>
      Number((await ask<{ position: string }>(database.url, `select position from ${SCHEMA}.relay_cursors where shard = 2`))[0]?.position);
    expect(await cursor()).toBe(0);
    topic.isAway = false;
    await eventually(async () => expect(await cursor()).toBe(1));
    expect(topic.messages).toHaveLength(1);
  });

  it('never moves a cursor back when a slower twin is behind', async () => {
    const store = await start();
    store.startRelay(new Topic().publish);
    await ask(database.url, `update ${SCHEMA}.relay_cursors set position = 0 where shard = 3`);
    await store.submit(counterCommand('counter.open', newCounterIn(3)));
    const read = async (): Promise<string | undefined> =>
      (await ask<{ position: string }>(database.url, `select position from ${SCHEMA}.relay_cursors where shard = 3`))[0]?.position;
    await eventually(async () => expect(await read()).toBe('1'));
    await ask(database.url, `update ${SCHEMA}.relay_cursors set position = 900 where shard = 3`);
    await store.submit(counterCommand('counter.open', newCounterIn(3)));
    await eventually(async () => expect(await read()).toBe('900'));
  });

  it('publishes at once what the last owner of a partition left behind, from where that one stopped', async () => {
    const [one, two] = [counterStore(database.url), counterStore(database.url)];
    stores.push(one, two);
    await Promise.all([one.start(), two.start()]);
    const [topicOne, topicTwo] = [new Topic(), new Topic()];
    one.startRelay(topicOne.publish);
    two.startRelay(topicTwo.publish);
    const counterTarget = newCounterIn(7);
    for (const [owner, topic] of [
      [one, topicOne],
      [two, topicTwo],
      [one, topicOne],
    ] as const) {
      const before = topic.messages.length;
      await owner.ownership.tryTake('test', 7);
      const type = (await owner.reads.findStream(counterTarget.streamId, counterTarget.accountId, false)) ? 'counter.add' : 'counter.open';
      await owner.submit(counterCommand(type, counterTarget));
      await eventually(() => expect(topic.messages).toHaveLength(before + 1));
      await eventually(async () =>
        expect(
          await ask(database.url, `select from ${SCHEMA}.relay_cursors where shard = 7 and position = $1`, [
            topic.messages.at(-1)?.position.toString(),
          ]),
        ).toHaveLength(1),
      );
      await owner.ownership.release('test', 7);
    }
    const positions = [topicOne, topicTwo].map((topic) => topic.messages.map(({ position, prev }) => [Number(position), Number(prev)]));
    expect(positions).toEqual([
      [
        [1, 0],
        [3, 2],
      ],
      [[2, 1]],
    ]);
  });

  it('stops a shard with an alarm when its log has a hole, and goes on with the others', async () => {
    const logger = new LogRecord();
    const stopped: number[] = [];
    const store = await start({ logger, observe: { relayStopped: (shard) => stopped.push(shard) } });
    await store.submit(counterCommand('counter.open', newCounterIn(4), { payload: { times: 2 } }));
    await store.submit(counterCommand('counter.open', newCounterIn(5)));
    await ask(database.url, `alter table ${SCHEMA}.events disable trigger all`);
    await ask(database.url, `delete from ${SCHEMA}.events where shard = 4 and position = 2`);
    const topic = new Topic();
    store.startRelay(topic.publish);
    await eventually(() => expect(stopped).toEqual([4]));
    await eventually(() => expect(topic.messages.map(({ shard, position }) => `${shard}/${position}`).sort()).toEqual(['4/1', '5/1']));
    expect(logger.messages('error')).toContain('relay of a shard stalled');
  });

  describe('and a consumer that keeps the position rule', () => {
    const identity = { schema: SCHEMA, consumer: 'tally', source: 'counters.events' };
    let client: Client;
    let messages: EventMessage[];
    beforeEach(async () => {
      const store = await start();
      const topic = new Topic();
      store.startRelay(topic.publish);
      await store.submit(counterCommand('counter.open', newCounterIn(6), { payload: { times: 3 } }));
      await eventually(() => expect(topic.messages).toHaveLength(4));
      messages = topic.messages;
      client = new Client({ connectionString: database.url });
      await client.connect();
      await client.query('create table tally (position bigint)');
    });
    afterEach(() => client.end());

    const take = async (message: EventMessage | undefined): Promise<string> => {
      if (!message) throw new Error('no such message');
      await client.query('BEGIN');
      const applied = await applyOnce(client, identity, message, async ({ position }) => {
        await client.query('insert into tally values ($1)', [position.toString()]);
      });
      await client.query('COMMIT');
      return applied.outcome;
    };
    const tally = async (): Promise<number[]> =>
      (await client.query<{ position: string }>('select position from tally order by 1')).rows.map((row) => Number(row.position));

    it('applies each message once, however often it comes', async () => {
      const [one, two, three, four] = messages;
      const outcomes: string[] = [];
      for (const message of [one, one, two, one, two, three, four, four]) outcomes.push(await take(message));
      expect(outcomes).toEqual(['applied', 'dropped', 'applied', 'dropped', 'dropped', 'applied', 'applied', 'dropped']);
      expect(await tally()).toEqual([1, 2, 3, 4]);
    });

    it('never applies a message after a gap', async () => {
      expect(await take(messages[0])).toBe('applied');
      expect(await take(messages[2])).toBe('gap');
      expect(await tally()).toEqual([1]);
      expect(await take(messages[1])).toBe('applied');
      expect(await take(messages[2])).toBe('applied');
    });

    it('forgets the mark together with an effect that was rolled back', async () => {
      const [message] = messages;
      if (!message) throw new Error('no such message');
      await client.query('BEGIN');
      await expect(applyOnce(client, identity, message, () => Promise.reject(new Error('effect failed')))).rejects.toThrow('effect failed');
      await client.query('ROLLBACK');
      expect(await take(message)).toBe('applied');
      expect(await tally()).toEqual([1]);
    });
  });
});
