import type { EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { Client, Pool } from 'pg';
import { LogEpochs } from '../src/epochs/log-epochs';
import { queryOn, StreamReader, type Query } from '../src/writer/load';
import { AggregateRegistry } from '../src/registry';
import { Relay } from '../src/relay/relay';
import { EventRenderer } from '../src/relay/render';
import { counter } from './counter';
import { SCHEMA, Topic, ask, counterCommand, counterDatabase, newCounterIn, servingCounterStore } from './store-fixture';

const SHARD = 9;

describe('the relay of a log that a fail-over made shorter', () => {
  let database: TestDatabase;
  let store: EventStore;
  let pool: Pool;
  let epochs: LogEpochs;
  let relays: Relay[];
  beforeEach(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url);
    pool = new Pool({ connectionString: database.url });
    epochs = new LogEpochs(store.options);
    await epochs.enter(queryOn(pool));
    relays = [];
    for (let count = 0; count < 3; count++) await store.submit(counterCommand('counter.open', newCounterIn(SHARD)));
  });
  afterEach(async () => {
    await Promise.all(relays.map((relay) => relay.stop()));
    await pool.end();
    await store.stop();
    await database.drop();
  });

  const relayTo = (topic: Topic, query: Query): Relay => {
    const registry = new AggregateRegistry([counter]);
    const { options } = store;
    const renderer = new EventRenderer({ registry, reader: new StreamReader(SCHEMA, registry), epochs }, 100);
    const relay = new Relay({
      ...{ options, epochs, renderer, query, publish: topic.publish, needsText: true },
      ownedShards: () => [SHARD],
    });
    relays.push(relay);
    return relay;
  };
  /** What the database lost that a lagging replica took the place of. */
  const loseLog = async (): Promise<void> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`SET session_replication_role = replica; DELETE FROM ${SCHEMA}.events; DELETE FROM ${SCHEMA}.streams`);
    await client.end();
  };
  const storedCursor = (): Promise<object[]> =>
    ask(database.url, `select position::int, public_position::int from ${SCHEMA}.relay_cursors where shard = ${SHARD}`);
  const START = [{ position: 0, public_position: 0 }];

  /** A relay that has published three events and cannot write that. */
  const aheadOfItsCursor = async (): Promise<{ relay: Relay; moves: () => number; letWrite: () => void }> => {
    let [isAway, moves] = [true, 0];
    const query = queryOn(pool);
    const topic = new Topic();
    const relay = relayTo(topic, (statement, values) => {
      if (statement.name !== 'hundi_move_cursors') return query(statement, values);
      moves++;
      return isAway ? Promise.reject(new Error('the database is away')) : query(statement, values);
    });
    await eventually(() => expect([topic.messages.length, moves > 0]).toEqual([3, true]));
    return { relay, moves: () => moves, letWrite: () => (isAway = false) };
  };

  it('does not write a cursor from before the loss, and the next owner publishes everything that is appended then', async () => {
    const { relay, letWrite } = await aheadOfItsCursor();
    await loseLog();
    relay.forget([SHARD]);
    letWrite();
    await relay.stop();
    expect(await storedCursor()).toEqual(START);
    await store.submit(counterCommand('counter.open', newCounterIn(SHARD)));
    const topic = new Topic();
    relayTo(topic, queryOn(pool));
    await eventually(() => expect(topic.messages.map(({ position }) => position)).toEqual([1n]));
  });

  it('does not write it either when it has not heard of the fail-over', async () => {
    const { relay, moves, letWrite } = await aheadOfItsCursor();
    await loseLog();
    letWrite();
    const before = moves();
    relay.wake([SHARD]);
    await eventually(() => expect(moves()).toBeGreaterThan(before));
    await relay.stop();
    expect(await storedCursor()).toEqual(START);
  });
});
