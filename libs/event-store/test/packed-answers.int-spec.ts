import type { Command, Reply } from '#contracts';
import type { EventStore } from '#event-store';
import type { TestDatabase } from '#testing';
import { counter, type CounterPayload } from './counter';
import { ask, counterCommand, counterDatabase, newAccount, newCounterId, SCHEMA, servingCounterStore } from './store-fixture';

/** With this label, forty answers are far above what is packed, and one is far below. */
const LABELS = { note: 'ₓ'.repeat(300) };

describe('answers of many commands of one append', () => {
  let database: TestDatabase;
  let store: EventStore;
  beforeEach(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url, { writerCount: 1 });
  });
  afterEach(async () => {
    await store.stop();
    await database.drop();
  });

  const opening = (accountId: string, key: string, payload: CounterPayload = { labels: LABELS }): Command =>
    counterCommand(
      'counter.open',
      { accountId, streamId: newCounterId(accountId) },
      { payload, idempotency: { key, fingerprint: `body of ${key}` } },
    );
  const openings = (count: number): Command[] => Array.from({ length: count }, (_, index) => opening(newAccount(), `order-${index}`));
  const submitAll = (commands: readonly Command[]): Promise<Reply[]> => Promise.all(commands.map((command) => store.submit(command)));
  const kept = (): Promise<object[]> =>
    ask(
      database.url,
      `select count(*)::int as answers, count(pack)::int as packed, count(distinct pack)::int as packs, count(response)::int as "inRow"
       from ${SCHEMA}.commands`,
    );

  it('stand in one row, and are found by command and by Idempotency-Key to the byte', async () => {
    const commands = openings(40);
    const replies = await submitAll(commands);
    expect(await kept()).toEqual([{ answers: 40, packed: 40, packs: 1, inRow: 0 }]);
    expect(await submitAll(commands)).toEqual(replies);
    for (const [index, { accountId, livemode }] of commands.entries()) {
      const body = replies[index]?.body;
      expect(await store.reads.findByIdempotencyKey(accountId, livemode, `order-${index}`)).toMatchObject({ body });
      expect(await store.submit(opening(accountId, `order-${index}`))).toMatchObject({ body, replayed: true });
    }
  });

  it('stand in the rows of their commands when they are few', async () => {
    await submitAll(openings(2));
    expect(await kept()).toEqual([{ answers: 2, packed: 0, packs: 0, inRow: 2 }]);
  });

  it('are found although the aggregate throws today', async () => {
    const commands = openings(40);
    const replies = await submitAll(commands);
    await store.stop();
    const decide = (): never => {
      throw new Error('a bug of a newer release');
    };
    store = await servingCounterStore(database.url, { aggregates: [{ ...counter, decide }] });
    expect(await submitAll(commands)).toEqual(replies);
  });

  it('stand in the rows of their commands when one of them was decided on what is no longer so', async () => {
    const accountId = newAccount();
    const streamId = newCounterId(accountId);
    const adding = (): Command => counterCommand('counter.add', { accountId, streamId });
    await submitAll([counterCommand('counter.open', { accountId, streamId }), adding()]);
    // Another process has changed it meanwhile.
    await ask(database.url, `update ${SCHEMA}.streams set version = version + 1 where stream_id = $1`, [streamId]);
    const commands = [adding(), ...openings(40)];
    const replies = await submitAll(commands);
    expect(await kept()).toEqual([{ answers: 43, packed: 0, packs: 0, inRow: 43 }]);
    expect(await submitAll(commands)).toEqual(replies);
  });
});
