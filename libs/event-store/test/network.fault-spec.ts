import type { EventStore } from '#event-store';
import { startFaultProxy, type FaultProxy, type TestDatabase } from '#testing';
import { Topic, counterDatabase, servingCounterStore } from './store-fixture';
import { StoreLoad } from './store-load.contract';

/** A statement that is not answered is given up after 12 s (src/writer/connection.ts). */
const WAIT_MAX_MS = 14_000;

/** docs/reference/guarantees.md, F14: between the store and its Postgres lies a network. */
describe('a store behind a network', () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let store: EventStore;
  let topic: Topic;
  beforeEach(async () => {
    database = await counterDatabase();
    const url = new URL(database.url);
    proxy = await startFaultProxy({ target: url.host });
    url.host = proxy.address;
    store = await servingCounterStore(url.toString());
    topic = new Topic();
    store.startRelay(topic.publish);
  });
  afterEach(async () => {
    await store.stop();
    await proxy.stop();
    await database.drop();
  });

  it('loses nothing and doubles nothing when every connection is reset again and again, late as they are', async () => {
    const load = new StoreLoad(store);
    for (let reset = 1; reset <= 10; reset++) {
      proxy.delayMs(reset % 3);
      await load.goesOn(50);
      proxy.reset();
    }
    proxy.heal();
    await load.end();
    await load.expectWhole(database.url, topic);
  }, 60_000);

  it('ends every wait at its deadline when every byte is lost, the answer to a commit too, and continues when they arrive again', async () => {
    const load = new StoreLoad(store);
    await load.goesOn(200);
    proxy.blackHole();
    await load.isRefused(WAIT_MAX_MS);
    proxy.heal();
    await load.goesOn(200, 10_000);
    await load.end();
    await load.expectWhole(database.url, topic);
  }, 90_000);
});
