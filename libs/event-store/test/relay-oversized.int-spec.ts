import { MessageTooLargeError, type EventMessage } from '#contracts';
import type { EventStore } from '#event-store';
import { FixedClock, eventually, type TestDatabase } from '#testing';
import { LogRecord, Topic, accountInShard, counterCommand, counterDatabase, newCounterId, servingCounterStore } from './store-fixture';

describe('the relay and an event that the broker refuses for its size', () => {
  let database: TestDatabase;
  let store: EventStore;
  beforeEach(async () => {
    database = await counterDatabase();
  });
  afterEach(async () => {
    await store.stop();
    await database.drop();
  });

  it('stops its shard before it and no other, does not hammer the broker, and goes on once the bound is raised', async () => {
    const clock = new FixedClock();
    const logger = new LogRecord();
    const topic = new Topic();
    let bytesMax = 2_000;
    let requests = 0;
    const stopped: number[] = [];
    const publish = (messages: readonly EventMessage[]): Promise<void> => {
      requests++;
      if (messages.some(({ value }) => value.length > bytesMax)) return Promise.reject(new MessageTooLargeError('too large'));
      return topic.publish(messages);
    };
    store = await servingCounterStore(database.url, { clock, logger, observe: { relayStopped: (shard) => stopped.push(shard) } });
    const open = async (shard: number, labels: Record<string, string> = {}): Promise<void> => {
      const accountId = accountInShard(shard);
      const deadlineAtMs = clock.nowMs() + 30_000;
      await store.submit(
        counterCommand('counter.open', { accountId, streamId: newCounterId(accountId) }, { payload: { labels }, deadlineAtMs }),
      );
    };
    await open(4);
    await open(4, { long: 'x'.repeat(3_000) });
    await open(4);
    await open(5);
    await open(5);
    store.startRelay(publish);

    const placesOf = (): string[] => [...new Set(topic.messages.map(({ shard, position, prev }) => `${shard}: ${prev} → ${position}`))];
    await eventually(() => expect(placesOf().sort()).toEqual(['4: 0 → 1', '5: 0 → 1', '5: 1 → 2']));
    expect(stopped).toEqual([4]);
    expect(logger.lines.filter(({ level }) => level === 'error').map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ shard: 4, position: '2', error: expect.stringContaining('bytes') }),
    ]);
    await open(6);
    await open(4);
    await eventually(() => expect(placesOf()).toContain('6: 0 → 1'));
    const before = requests;
    await open(5);
    await eventually(() => expect(placesOf()).toContain('5: 2 → 3'));
    expect(requests - before).toBeLessThanOrEqual(2);
    expect(stopped).toEqual([4]);

    bytesMax = 10_000;
    clock.advanceMs(60_001);
    await eventually(() => expect(placesOf()).toEqual(expect.arrayContaining(['4: 1 → 2', '4: 2 → 3', '4: 3 → 4'])));
  });
});
