import type { EventStore } from '#event-store';
import type { TestDatabase } from '#testing';
import { counterCommand, counterDatabase, counterStore, newAccount, newCounterId } from './store-fixture';

describe('a lane', () => {
  let database: TestDatabase;
  let store: EventStore;
  beforeAll(async () => {
    database = await counterDatabase();
    store = counterStore(database.url);
    await store.start();
    await store.takeAll();
  });
  afterAll(async () => {
    await store.stop();
    await database.drop();
  });

  it('answers a command with the state after it, and a read right after sees the same', async () => {
    const accountId = newAccount();
    const streamId = newCounterId(accountId);
    const opened = await store.submit(
      counterCommand('counter.open', { accountId, streamId }, { payload: { amount: 5, times: 3, labels: { zebra: '1', a: '2' } } }),
    );
    expect(opened).toMatchObject({ status: 201, refusal: null, replayed: false, position: '4', streamId });
    const found = await store.findStream(streamId, accountId, false);
    expect(found?.head).toMatchObject({ version: 4, sequence: 4 });
    expect(JSON.stringify(found?.state)).toBe('{"status":"open","total":15,"labels":{"zebra":"1","a":"2"},"wakeAtMs":null}');
    const addition = await store.submit(counterCommand('counter.add', { accountId, streamId }, { payload: { amount: 2 } }));
    expect(addition.body).toBe(`{"id":"${streamId}","status":"open","total":17,"labels":{"zebra":"1","a":"2"},"sequence":5}`);
  });
});
