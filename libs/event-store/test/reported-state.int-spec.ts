import { resourcePublisher, rebuildStreams, verifyStreams, type AggregateDefinition, type EventStore } from '#event-store';
import type { PublicEvent } from '#contracts';
import { eventually, type TestDatabase } from '#testing';
import { counter, type CounterEvent, type CounterState } from './counter';
import { SCHEMA, Topic, ask, counterCommand, counterDatabase, newAccount, newCounterId, servingCounterStore } from './store-fixture';

/** A counter that adds in silence: nothing but its beginning and its end is public. */
const silentCounter: AggregateDefinition<CounterState, CounterEvent> = {
  ...counter,
  eventTypes: { ...counter.eventTypes, 'counter.added': { schemaVersion: 1, isPublic: false } },
  publish: resourcePublisher<CounterState, CounterEvent['type'], object>({
    resourceType: 'counter',
    names: { 'counter.opened': 'counter.opened', 'counter.added': null, 'counter.noted': null, 'counter.closed': 'counter.closed' },
    render: ({ state: { status, total } }) => ({ status, total }),
  }),
};

describe('what a public event says to have changed', () => {
  let database: TestDatabase;
  let store: EventStore;
  let topic: Topic;
  const accountId = newAccount();
  const streamId = newCounterId(accountId);
  const target = { accountId, streamId };
  const input = (): Parameters<typeof verifyStreams>[0] => ({ databaseUrl: database.url, schema: SCHEMA, aggregates: [silentCounter] });
  const submit = (type: string): Promise<unknown> => store.submit(counterCommand(`counter.${type}`, target, { payload: { amount: 5 } }));
  const serve = async (): Promise<void> => {
    store = await servingCounterStore(database.url, { aggregates: [silentCounter] });
    store.startRelay(topic.publish);
  };
  const changesOfClosed = (): Promise<unknown> =>
    eventually(() => {
      const event = topic.messages.map(({ value }) => JSON.parse(value) as PublicEvent).find(({ type }) => type === 'counter.closed');
      if (event === undefined) throw new Error('not published yet');
      return event.data;
    });
  const CLOSED = { object: { status: 'closed', total: 10 }, previous_attributes: { status: 'open', total: 0 } };
  beforeEach(async () => {
    database = await counterDatabase();
    topic = new Topic();
    await serve();
    for (const type of ['open', 'add', 'note']) await submit(type);
  });
  afterEach(async () => {
    await store.stop();
    await database.drop();
  });

  it('is what differs from the public event before, whatever internal events came between', async () => {
    await submit('add');
    await submit('close');
    expect(await changesOfClosed()).toEqual(CLOSED);
  });

  it('is the same for another process that goes on, and in the history', async () => {
    await store.stop();
    await serve();
    await submit('add');
    await submit('close');
    expect(await changesOfClosed()).toEqual(CLOSED);
    const history = await store.reads.readPublicHistory({ streamId, accountId, livemode: false }, { limit: 10 });
    expect(history?.entries.map(({ event }) => event.data)).toEqual([
      { object: { status: 'open', total: 0 }, previous_attributes: null },
      CLOSED,
    ]);
  });

  it('is the same after a rebuild of the states, which are equal to the byte', async () => {
    expect(await verifyStreams(input())).toEqual({ streams: 1, differences: [] });
    await store.stop();
    await ask(database.url, `update ${SCHEMA}.streams set reported = null`);
    expect((await verifyStreams(input())).differences).toMatchObject([{ column: 'reported' }]);
    await rebuildStreams(input());
    await serve();
    await submit('add');
    await submit('close');
    expect(await changesOfClosed()).toEqual(CLOSED);
    expect(await verifyStreams(input())).toEqual({ streams: 1, differences: [] });
  });
});
