import type { EventStore, HistoryWindow } from '#event-store';
import { FixedClock, eventually, type TestDatabase } from '#testing';
import { Topic, counterCommand, counterDatabase, newAccount, newCounterId, servingCounterStore } from './store-fixture';

describe('the history of a stream', () => {
  let database: TestDatabase;
  let store: EventStore;
  let startMs: number;
  const topic = new Topic();
  const accountId = newAccount();
  const streamId = newCounterId(accountId);
  const owner = { streamId, accountId, livemode: false };

  /** Ten seconds apart: opened (1), a note, three additions (2 to 4), a note. */
  beforeAll(async () => {
    database = await counterDatabase();
    const clock = new FixedClock();
    startMs = clock.nowMs();
    store = await servingCounterStore(database.url, { clock });
    store.startRelay(topic.publish);
    for (const type of ['open', 'note', 'add', 'add', 'add', 'note']) {
      const deadlineAtMs = clock.nowMs() + 30_000;
      await store.submit(counterCommand(`counter.${type}`, { accountId, streamId }, { deadlineAtMs, payload: { amount: 10 } }));
      clock.advanceMs(10_000);
    }
  });
  afterAll(async () => {
    await store.stop();
    await database.drop();
  });

  const totalAt = async (asOf: { sequence: number } | { timeMs: number }): Promise<object | null> => {
    const found = await store.reads.findStreamAsOf(streamId, accountId, false, asOf);
    return found && { total: (found.state as { total: number }).total, sequence: found.head.sequence };
  };

  it.each([
    [1, { total: 0, sequence: 1 }],
    [2, { total: 10, sequence: 2 }],
    [4, { total: 30, sequence: 4 }],
    [5, null],
    [0, null],
  ])('shows it as it was right after public event %i', async (sequence, expected) => {
    expect(await totalAt({ sequence })).toEqual(expected);
  });

  it.each([
    [-1, null],
    [0, { total: 0, sequence: 1 }],
    [19_999, { total: 0, sequence: 1 }],
    [20_000, { total: 10, sequence: 2 }],
    [35_000, { total: 20, sequence: 3 }],
    [3_600_000, { total: 30, sequence: 4 }],
  ])('shows it as it was %i ms after it began', async (sinceMs, expected) => {
    expect(await totalAt({ timeMs: startMs + sinceMs })).toEqual(expected);
  });

  it('is dated by its last public event, whichever way it is read: internal events change nothing that is visible', async () => {
    const now = await store.reads.findStream(streamId, accountId, false);
    const [bySequence, byTime] = [{ sequence: 4 }, { timeMs: startMs + 3_600_000 }].map((asOf) =>
      store.reads.findStreamAsOf(streamId, accountId, false, asOf),
    );
    expect(now?.head).toMatchObject({ version: 6, sequence: 4, updatedAtMs: startMs + 40_000 });
    expect((await bySequence)?.head.updatedAtMs).toBe(startMs + 40_000);
    expect((await byTime)?.head.updatedAtMs).toBe(startMs + 40_000);
  });

  it('shows nothing to another account or in the other mode', async () => {
    expect(await store.reads.findStreamAsOf(streamId, newAccount(), false, { sequence: 1 })).toBeNull();
    expect(await store.reads.findStreamAsOf(streamId, accountId, true, { sequence: 1 })).toBeNull();
    expect(await store.reads.readPublicHistory({ ...owner, livemode: true }, { limit: 10 })).toBeNull();
    expect(await store.reads.readPublicHistory({ ...owner, accountId: newAccount() }, { limit: 10 })).toBeNull();
  });

  it('lists the public events as they were published, to the byte, with who caused them', async () => {
    const history = await store.reads.readPublicHistory(owner, { limit: 10 });
    await eventually(() => expect(topic.messages).toHaveLength(4));
    expect(history?.total).toBe(4);
    expect(history?.entries.map(({ event }) => JSON.stringify(event))).toEqual(topic.messages.map(({ value }) => value));
    expect(history?.entries[0]?.actor).toEqual({ kind: 'api_key', id: 'key_test', address: '127.0.0.1' });
  });

  it.each<[HistoryWindow, number[]]>([
    [{ limit: 2 }, [1, 2]],
    [{ after: 2, limit: 2 }, [3, 4]],
    [{ after: 4, limit: 2 }, []],
    [{ before: 4, limit: 2 }, [1, 2]],
    [{ fromEnd: true, limit: 2 }, [3, 4]],
    [{ before: 3, fromEnd: true, limit: 1 }, [2]],
    [{ before: 1, fromEnd: true, limit: 2 }, []],
    [{ after: 1, before: 4, fromEnd: true, limit: 100 }, [2, 3]],
    [{ after: 1, limit: 0 }, [2]],
  ])('is paged both ways: %j', async (window, expected) => {
    const history = await store.reads.readPublicHistory(owner, window);
    expect(history?.entries.map(({ event }) => event.sequence)).toEqual(expected);
  });
});
