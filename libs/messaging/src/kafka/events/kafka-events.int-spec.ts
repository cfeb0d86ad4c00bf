import { ALL_SHARDS } from '#contracts';
import { eventually, testKafka } from '#testing';
import { anEvent } from '../../contract/samples.contract';
import { PoisonMessageError } from '../../failures';
import { headerText } from '../../wire/headers';
import { makeKafkaWorld, type KafkaWorld } from '../kafka-world.contract';

describe('events over Kafka', () => {
  let world: KafkaWorld;

  beforeEach(async () => {
    world = await makeKafkaWorld(testKafka().brokers);
  });
  afterEach(() => world.end());

  it('can be read by a plain kafkajs consumer: CloudEvents 1.0 in binary mode', async () => {
    const service = await world.service();
    const event = anEvent(18, 7n);
    await service.publish(world.eventTopic, [event]);
    const [message] = await world.readAll(world.eventTopic, 1);
    expect(message!.key?.toString()).toBe(event.key);
    expect(message!.value?.toString()).toBe(event.value);
    const headers = Object.fromEntries(Object.keys(message!.headers!).map((name) => [name, headerText(message!.headers, name)]));
    expect(headers).toEqual({
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_id: 'evt_18_7',
      ce_source: '/payments',
      ce_type: 'payment.captured',
      ce_subject: event.key,
      ce_time: '2026-11-21T00:00:00.000Z',
      shard: '18',
      position: '7',
      prev: '6',
      mac: expect.stringMatching(/^[\w-]{43}$/),
      epoch: '1795000000000',
      epoch_start: '0',
      prev_epoch: '1795000000000',
    });
    const admin = world.plainClient().admin();
    const offsets = await admin.fetchTopicOffsets(world.eventTopic);
    await admin.disconnect();
    expect(offsets.filter(({ high }) => high !== '0')).toMatchObject([{ partition: 2 }]);
  });

  it('of two topics reach one consumer that takes both, from every partition', async () => {
    const service = await world.service();
    const otherTopic = `${world.eventTopic}.more`;
    await service.ensureTopics([{ name: otherTopic, partitions: 16, retentionMs: 3_600_000 }]);
    // Distinct ones: while the leaders of so young a topic are still being made, a batch may be taken in part and come again.
    const taken = new Map([world.eventTopic, otherTopic].map((topic) => [topic, new Set<string>()]));
    for (const [topic, ids] of taken) {
      await service.consumeEvents(topic, `${world.eventTopic}.c`, async (batch) =>
        batch.forEach(({ cloudEvent }) => ids.add(cloudEvent.id)),
      );
    }
    const everyShard = ALL_SHARDS.map((shard) => anEvent(shard, 1n));
    for (const topic of [world.eventTopic, otherTopic]) await service.publish(topic, everyShard);
    await eventually(() => expect([...taken.values()].map(({ size }) => size)).toEqual([64, 64]));
  });

  it('reach a patient consumer too, in order, however few they are', async () => {
    const service = await world.service();
    const taken: string[] = [];
    const take = async (batch: readonly { cloudEvent: { id: string } }[]): Promise<void> =>
      void taken.push(...batch.map(({ cloudEvent }) => cloudEvent.id));
    await service.consumeEvents(world.eventTopic, `${world.eventTopic}.patient`, take, { waitsForBatches: true });
    for (const position of [1n, 2n, 3n]) await service.publish(world.eventTopic, [anEvent(5, position)]);
    await eventually(() => expect(taken).toEqual(['evt_5_1', 'evt_5_2', 'evt_5_3']));
  });

  it('that cannot be read go to the dead letters with the reason, and the partition goes on', async () => {
    const service = await world.service();
    const taken: string[] = [];
    await service.consumeEvents(
      world.eventTopic,
      `${world.eventTopic}.c`,
      async (batch) => void taken.push(...batch.map((event) => event.cloudEvent.id)),
    );
    await world.produceSigned('event', world.eventTopic, 3, [
      { key: 'k', value: '{}' },
      { key: 'k', value: 'nonsense', headers: { ce_specversion: '1.0', shard: '3', position: '1', prev: '0' } },
    ]);
    await service.publish(world.eventTopic, [anEvent(3, 2n)]);
    await eventually(() => expect(taken).toEqual(['evt_3_2']));
    const letters = await world.readAll(`${world.eventTopic}.dead`, 2);
    expect(letters.map(({ headers }) => headerText(headers, 'reason'))).toEqual([
      'the message is no CloudEvent 1.0 in binary mode',
      'the value is not JSON',
    ]);
    expect(headerText(letters[0]!.headers, 'source_partition')).toBe('3');
  });

  it('of a parked aggregate stay parked over a restart of their consumer, and go again once released', async () => {
    const consumer = `${world.eventTopic}.c`;
    const first = await world.service();
    await first.consumeEvents(world.eventTopic, consumer, () => Promise.reject(new PoisonMessageError('cannot fold this')));
    await first.publish(world.eventTopic, [anEvent(4, 1n, 'pay_bad')]);
    await eventually(() => expect(world.deadLetters).toHaveLength(1));
    await world.leave(first);

    const taken: string[] = [];
    const second = await world.service();
    await second.consumeEvents(world.eventTopic, consumer, async (batch) => void taken.push(...batch.map((event) => event.cloudEvent.id)));
    await second.publish(world.eventTopic, [anEvent(4, 2n, 'pay_bad'), anEvent(4, 3n, 'pay_good')]);
    await eventually(() => expect(taken).toEqual(['evt_4_3']));
    await eventually(() => expect(world.deadLetters).toHaveLength(2));
    await world.leave(second);

    const letters = await world.readAll(`${world.eventTopic}.dead`, 2);
    expect(letters.map(({ key }) => key?.toString())).toEqual(['pay_bad', 'pay_bad']);
    const partitions = [0, 1, 2, 3];
    await Promise.all(
      partitions.map((partition) =>
        world.produceRaw(`${world.eventTopic}.dead`, partition, [{ key: 'pay_bad', value: '', headers: { consumer, blocked: 'false' } }]),
      ),
    );
    const third = await world.service();
    await third.consumeEvents(world.eventTopic, consumer, async (batch) => void taken.push(...batch.map((event) => event.cloudEvent.id)));
    await third.publish(world.eventTopic, [anEvent(4, 4n, 'pay_bad')]);
    await eventually(() => expect(taken).toEqual(['evt_4_3', 'evt_4_4']));
  });

  it('are shared between the members of a consumer group, and a member that leaves hands over within its rebalance', async () => {
    const consumer = `${world.eventTopic}.c`;
    const taken = new Map<string, number>();
    const count = async (batch: readonly { cloudEvent: { id: string } }[]): Promise<void> => {
      for (const { cloudEvent } of batch) taken.set(cloudEvent.id, (taken.get(cloudEvent.id) ?? 0) + 1);
    };
    const [first, second] = await Promise.all([world.service(), world.service()]);
    await first.consumeEvents(world.eventTopic, consumer, count);
    await second.consumeEvents(world.eventTopic, consumer, count);
    const publish = (from: number) =>
      first.publish(
        world.eventTopic,
        ALL_SHARDS.map((shard) => anEvent(shard, BigInt(from))),
      );
    await publish(1);
    await eventually(() => expect(taken.size).toBe(64));
    await world.leave(second);
    await publish(2);
    await eventually(() => expect(taken.size).toBe(128));
  });

  it('handled and committed do not come again after a restart', async () => {
    const consumer = `${world.eventTopic}.c`;
    const first = await world.service();
    const taken: string[] = [];
    const take = async (batch: readonly { cloudEvent: { id: string } }[]): Promise<void> => {
      taken.push(...batch.map((event) => event.cloudEvent.id));
    };
    await first.consumeEvents(world.eventTopic, consumer, take);
    await first.publish(world.eventTopic, [anEvent(6, 1n), anEvent(22, 1n)]);
    await eventually(() => expect(taken).toHaveLength(2));
    await world.leave(first);
    const second = await world.service();
    await second.consumeEvents(world.eventTopic, consumer, take);
    await second.publish(world.eventTopic, [anEvent(6, 2n)]);
    await eventually(() => expect(taken).toContain('evt_6_2'));
    expect(taken).toHaveLength(3);
  });
});
