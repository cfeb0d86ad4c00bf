import type { EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { counterDatabase, counterStore } from './store-fixture';

describe('the share of the partitions of a store without a command topic', () => {
  let database: TestDatabase;
  const stores: EventStore[] = [];
  beforeAll(async () => {
    database = await counterDatabase();
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.stop()));
    await database.drop();
  });

  const sharing = async (): Promise<EventStore> => {
    const store = counterStore(database.url);
    stores.push(store);
    await store.start();
    store.takeShare();
    return store;
  };
  const sizes = (): number[] => stores.map(({ ownership }) => ownership.held().length);
  const each = (): number[] => stores.flatMap(({ ownership }) => ownership.held()).sort((left, right) => left - right);
  const ALL = Array.from({ length: 16 }, (_, partition) => partition);

  it('is all of them alone, a fair part beside others, and what the others leave', async () => {
    await sharing();
    await eventually(() => expect([sizes(), each()]).toEqual([[16], ALL]));
    await sharing();
    await eventually(() => expect([sizes(), each()]).toEqual([[8, 8], ALL]));
    await sharing();
    await eventually(() => expect([Math.max(...sizes()), each()]).toEqual([6, ALL]));
    for (const store of stores.splice(0, 2)) await store.stop();
    await eventually(() => expect([sizes(), each()]).toEqual([[16], ALL]));
  });
});
