import type { EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { counter, publishCounter } from './counter';
import { LogRecord, Topic, counterCommand, counterDatabase, servingCounterStore, newCounterIn } from './store-fixture';

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

  it('publishes the other shards while one has a long backlog that cannot be rendered, and does not spin on it', async () => {
    const logger = new LogRecord();
    const publish: typeof publishCounter = (event, before, after) => {
      if (event.shard === 4) throw new Error('a bug in rendering');
      return publishCounter(event, before, after);
    };
    let lagMs = (): number => -1;
    const observe = { relayStarted: (ask: () => number) => void (lagMs = ask) };
    store = await servingCounterStore(database.url, { logger, observe, aggregates: [{ ...counter, publish }] });
    await store.submit(counterCommand('counter.open', newCounterIn(4), { payload: { times: 600 } }));
    await store.submit(counterCommand('counter.open', newCounterIn(5)));
    const topic = new Topic();
    store.startRelay(topic.publish);
    await eventually(() => expect(topic.messages.map(({ shard, position }) => `${shard}/${position}`)).toEqual(['5/1']));
    await store.submit(counterCommand('counter.open', newCounterIn(6)));
    await eventually(() => expect(topic.messages).toHaveLength(2));
    // Of the shard that stands still: it grows although nothing happens.
    const stoppedMs = lagMs();
    expect(stoppedMs).toBeGreaterThan(0);
    await eventually(() => expect(lagMs()).toBeGreaterThan(stoppedMs));
    const alarms = logger.messages('error').filter((message) => message === 'relay of a shard stalled');
    expect(alarms.length).toBeGreaterThan(0);
    expect(alarms.length).toBeLessThan(10);
  });
});
