import type { EventMessage } from '#contracts';
import type { EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { Topic, counterCommand, counterDatabase, newCounterIn, servingCounterStore } from './store-fixture';

describe('published events, read again from the log', () => {
  const topic = new Topic();
  let database: TestDatabase;
  let store: EventStore;
  beforeAll(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url);
    store.startRelay(topic.publish);
    const [one, two, elsewhere] = [newCounterIn(9), newCounterIn(9), newCounterIn(10)];
    await store.submit(counterCommand('counter.open', one, { payload: { labels: { zz: '1', 7: '2' }, times: 2 } }));
    await store.submit(counterCommand('counter.note', one));
    await store.submit(counterCommand('counter.note', one));
    await store.submit(counterCommand('counter.open', elsewhere));
    await store.submit(counterCommand('counter.open', two));
    await store.submit(counterCommand('counter.add', one, { payload: { times: 250 } }));
    await store.submit(counterCommand('counter.close', one));
    await eventually(() => expect(published()).toHaveLength(255));
  });
  afterAll(async () => {
    await store.stop();
    await database.drop();
  });

  const published = (): EventMessage[] => topic.messages.filter(({ shard }) => shard === 9);
  const reported = (messages: readonly EventMessage[]) =>
    messages.map(({ key, shard, position, prev, cloudEvent, value }) => ({ key, shard, position, prev, cloudEvent, value }));

  it('are, page by page, what the relay published, to the byte', async () => {
    const read: EventMessage[] = [];
    for (;;) {
      const page = await store.published.read({ shard: 9, after: read.at(-1)?.position ?? 0n, before: 1_000n });
      if (page.length === 0) break;
      expect(page.length).toBeLessThanOrEqual(200);
      read.push(...page);
    }
    expect(reported(read)).toEqual(reported(published()));
  });

  it('reach as far as the broker has acknowledged, in each shard that has some', async () => {
    const last = (wanted: number) => topic.messages.findLast(({ shard }) => shard === wanted)!.position;
    const ends = new Map([
      [9, { position: last(9), restoredTo: 0n }],
      [10, { position: last(10), restoredTo: 0n }],
    ]);
    await eventually(async () => expect(await store.published.ends()).toEqual(ends));
  });

  it('are those between two positions, in the middle of a stream too, and none where only internal ones lie', async () => {
    const all = reported(published());
    const [, second, third, fourth] = all;
    const between = (after: bigint, before: bigint) => store.published.read({ shard: 9, after, before }).then(reported);
    expect(await between(second!.position, fourth!.position + 1n)).toEqual([third, fourth]);
    expect(await between(second!.position, fourth!.position)).toEqual([third]);
    // The notes between them are internal.
    expect(fourth!.position - third!.position).toBe(3n);
    expect(await between(third!.position, fourth!.position)).toEqual([]);
    expect(await between(all.at(-1)!.position, 1_000n)).toEqual([]);
  });
});
