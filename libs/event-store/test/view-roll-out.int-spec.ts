import type { EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { counterTotals } from './counter-totals';
import { SCHEMA, ask, counterCommand, counterDatabase, counterStore, newCounterIn } from './store-fixture';

const PARTITIONS = 16;
const [OF_FORMER, OF_NEW] = [2, 3];
const SOON = { withinMs: 15_000 };

describe('a view during a roll-out, when the new version has become live before the last process of the former one ends', () => {
  let database: TestDatabase;
  let former: EventStore;
  let next: EventStore;
  beforeEach(async () => {
    database = await counterDatabase();
    [former, next] = [counterStore(database.url), counterStore(database.url)];
    for (const store of [former, next]) await store.start();
    for (let partition = 0; partition < PARTITIONS; partition++) {
      await (partition === OF_FORMER ? former : next).ownership.tryTake('counters', partition);
    }
  });
  afterEach(async () => {
    await Promise.all([former.stop(), next.stop()]);
    await database.drop();
  });
  const open = (store: EventStore, shard: number): Promise<unknown> =>
    store.submit(counterCommand('counter.open', newCounterIn(shard), { payload: { times: 2, amount: 5 } }));

  it('shows what that process stores, too', async () => {
    await former.startProjection(counterTotals());
    await open(next, OF_NEW);
    await next.startProjection(counterTotals(2, 10));
    const liveVersion = `SELECT live_version FROM ${SCHEMA}.projections`;
    await eventually(async () => expect(await ask(database.url, liveVersion)).toEqual([{ live_version: 2 }]), SOON);
    await open(former, OF_FORMER);
    const totals = `SELECT total FROM ${SCHEMA}.counter_totals`;
    await eventually(async () => expect(await ask(database.url, totals)).toEqual([{ total: 100 }, { total: 100 }]), SOON);
  });
});
