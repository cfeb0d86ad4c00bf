import type { EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { publishCounter } from './counter';
import { LogRecord, Topic, accountInShard, counterCommand, counterDatabase, counterStore, newCounterId } from './store-fixture';

describe('the relay and an event that cannot be rendered', () => {
  let database: TestDatabase;
  let store: EventStore;
  beforeEach(async () => {
    database = await counterDatabase();
  });
  afterEach(async () => {
    await store.stop();
    await database.drop();
  });
  const target = (shard: number): { accountId: string; streamId: string } => {
    const accountId = accountInShard(shard);
    return { accountId, streamId: newCounterId(accountId) };
  };

  it('publishes the other shards while one has a long backlog that cannot be rendered, and does not spin on it', async () => {
    const logger = new LogRecord();
    const publish: typeof publishCounter = (event, before, after) => {
      if (event.shard === 4) throw new Error('a bug in rendering');
      return publishCounter(event, before, after);
    };
    store = counterStore(database.url, { logger, publish: { counter: publish } });
    await store.start();
    await store.takeAll();
    await store.submit(counterCommand('counter.open', target(4), { payload: { times: 600 } }));
    await store.submit(counterCommand('counter.open', target(5)));
    const topic = new Topic();
    store.startRelay(topic.publish);
    await eventually(() => expect(topic.messages.map(({ shard, position }) => `${shard}/${position}`)).toEqual(['5/1']));
    await store.submit(counterCommand('counter.open', target(6)));
    await eventually(() => expect(topic.messages).toHaveLength(2));
    const alarms = logger.messages('error').filter((message) => message === 'relay of a shard stands still');
    expect(alarms.length).toBeGreaterThan(0);
    expect(alarms.length).toBeLessThan(10);
  });
});
