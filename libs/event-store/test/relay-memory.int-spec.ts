import type { EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { SCHEMA, Topic, ask, counterCommand, counterDatabase, counterStore, newCounterIn } from './store-fixture';

describe('the relay and the memory of the writers', () => {
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
  const start = async (): Promise<EventStore> => {
    const store = counterStore(database.url);
    stores.push(store);
    await store.start();
    await store.takeAll();
    return store;
  };
  const end = async (store: EventStore): Promise<void> => {
    stores = stores.filter((other) => other !== store);
    await store.stop();
  };

  it('publishes the same to the byte from the memory of the writers and, after a restart, from the log', async () => {
    const first = await start();
    const fresh = new Topic();
    first.startRelay(fresh.publish, false);
    const [one, two] = [newCounterIn(9), newCounterIn(9)];
    const idempotency = { key: 'a key', fingerprint: 'f' };
    await Promise.all([
      first.submit(counterCommand('counter.open', one, { payload: { times: 3 }, idempotency })),
      first.submit(counterCommand('counter.open', two)),
    ]);
    await first.submit(counterCommand('counter.note', one));
    await first.submit(counterCommand('counter.close', one));
    await eventually(() => expect(fresh.messages).toHaveLength(6));
    await end(first);
    await ask(database.url, `UPDATE ${SCHEMA}.relay_cursors SET position = 0, public_position = 0`);
    const second = await start();
    const again = new Topic();
    second.startRelay(again.publish);
    await eventually(() => expect(again.messages).toHaveLength(fresh.messages.length));
    const reported = ({ messages }: Topic) =>
      messages.map(({ key, shard, position, prev, cloudEvent, value }) => ({ key, shard, position, prev, cloudEvent, value }));
    expect(reported(again)).toEqual(reported(fresh));
  });
});
