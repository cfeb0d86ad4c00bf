import type { EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { Pool } from 'pg';
import { LogEpochs } from '../src/epochs/log-epochs';
import type { ProjectedEvent } from '../src/projection/projection';
import { AggregateRegistry } from '../src/registry';
import { Relay } from '../src/relay/relay';
import { EventRenderer } from '../src/relay/render';
import { StreamReader, queryOn } from '../src/writer/load';
import { SCHEMA, Topic, counterCommand, counterDatabase, newCounterIn, servingCounterStore } from './store-fixture';

const SHARD = 9;
/** What nothing wakes the relay for it looks for after ten seconds. */
const SOON = { withinMs: 5_000 };

describe('commits of one shard on several connections', () => {
  let database: TestDatabase;
  let store: EventStore;
  let pool: Pool;
  let relay: Relay | undefined;
  beforeEach(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url);
    pool = new Pool({ connectionString: database.url, max: 1 });
  });
  afterEach(async () => {
    await relay?.stop();
    await Promise.all([store.stop(), pool.end()]);
    await database.drop();
  });

  /** Each commit's own events, in the order of the log. */
  const commit = async (count: number): Promise<(readonly ProjectedEvent[])[]> => {
    const commits: (readonly ProjectedEvent[])[] = [];
    for (let times = 0; times < count; times++) {
      await store.decideHere(counterCommand('counter.open', newCounterIn(SHARD)), async (_client, { events }) => void commits.push(events));
    }
    return commits;
  };

  it('are all published at once, in whichever order the answers of the database are read', async () => {
    const [first, second, third, fourth] = await commit(4);
    let owned: number[] = [];
    const { options } = store;
    const [epochs, registry, topic] = [new LogEpochs(options), new AggregateRegistry(options.aggregates), new Topic()];
    await epochs.enter(queryOn(pool));
    const renderer = new EventRenderer({ registry, epochs, reader: new StreamReader(SCHEMA, registry) }, 10);
    const { publish } = topic;
    relay = new Relay({ options, renderer, epochs, publish, query: queryOn(pool), needsText: true, ownedShards: () => owned });
    owned = [SHARD];
    for (const events of [first, second, fourth, third]) relay.offer(SHARD, events ?? []);
    relay.wake([SHARD]);
    await eventually(() => expect(topic.messages.map(({ position }) => position)).toEqual([1n, 2n, 3n, 4n]), SOON);
  });
});
