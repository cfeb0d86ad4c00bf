import { randomUUID } from 'node:crypto';
import type { Admin } from 'kafkajs';
import { eventually, testKafka } from '#testing';
import type { Bus, TopicSpec } from '../bus';
import { anyRandom, silentLogger, wallClock } from '../contract/samples.contract';
import { createKafkaBus } from './kafka-bus';
import { createKafkaClient } from './kafka-client';
import type { TopicCreation } from './kafka-options';
import { makeTopics } from './make-topics';

const WITHIN = { withinMs: 30_000 };

/** The Kafka of the suites has one broker. */
describe('topics at a real Kafka', () => {
  const options = { brokers: [testKafka().brokers], clientId: 'topics', clock: wallClock, random: anyRandom, logger: silentLogger };
  let admin: Admin;
  let spec: TopicSpec;
  const buses: Bus[] = [];

  beforeAll(async () => {
    admin = createKafkaClient(options).admin();
    await admin.connect();
  });
  beforeEach(() => {
    spec = { name: `commands.${randomUUID()}`, partitions: 16, retentionMs: 86_400_000 };
  });
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.stop()));
    await admin.disconnect();
  });

  async function busThat(topics: TopicCreation): Promise<Bus> {
    const bus = createKafkaBus({ ...options, internalTokens: [], topics, limits: { topicWatchMs: 100 } });
    buses.push(bus);
    await bus.start();
    return bus;
  }

  const isThere = async (): Promise<boolean> => (await admin.listTopics()).includes(spec.name);

  it('are made where they are missing; a second run changes nothing and finds nothing wrong', async () => {
    expect(await makeTopics(options, [spec])).toEqual([]);
    expect(await makeTopics(options, [spec])).toEqual([]);
    const { topics } = await admin.fetchTopicMetadata({ topics: [spec.name] });
    expect(topics[0]?.partitions).toHaveLength(16);
  });

  it('are named with every difference when others made them, and not changed', async () => {
    const configEntries = [{ name: 'retention.ms', value: '60000' }];
    await admin.createTopics({
      waitForLeaders: true,
      topics: [{ topic: spec.name, numPartitions: 8, replicationFactor: 1, configEntries }],
    });
    const topics = { create: true, replication: 3 };
    expect(await makeTopics({ ...options, topics }, [spec])).toEqual([
      `${spec.name} has 8 partitions, not 16`,
      `${spec.name} has 1 replicas, fewer than KAFKA_REPLICATION=3`,
      `${spec.name} has min.insync.replicas 1, fewer than 2`,
      `${spec.name} has retention.ms 60000, shorter than 86400000`,
    ]);
    const bus = await busThat({ create: true, replication: 1 });
    await bus.ensureTopics([spec]);
    await eventually(() => expect(bus.health().detail).toContain(`${spec.name} has 8 partitions, not 16`), WITHIN);
    expect(bus.health().connected).toBe(false);
  });

  it('are not made with fewer replicas than are wanted', async () => {
    const made = makeTopics({ ...options, topics: { create: true, replication: 3 } }, [spec]);
    await expect(made).rejects.toThrow('Kafka has fewer brokers now than KAFKA_REPLICATION=3');
    expect(await isThere()).toBe(false);
  }, 40_000);

  it('are not called lost while they are being made for the first time', async () => {
    const looked = jest.spyOn(silentLogger, 'debug');
    const bus = await busThat({ create: true, replication: 3 });
    void bus.ensureTopics([spec]).catch(() => undefined);
    const refused = expect.objectContaining({ reason: expect.stringContaining('fewer brokers') });
    await eventually(() => expect(looked.mock.calls.filter(([fields]) => refused.asymmetricMatch(fields))).toHaveLength(4), WITHIN);
    expect(bus.health().detail).toBe('connected to the broker');
  });

  it('are made again when they are lost while a process runs', async () => {
    const bus = await busThat({ create: true, replication: 1 });
    await bus.ensureTopics([spec]);
    await admin.deleteTopics({ topics: [spec.name] });
    await eventually(async () => expect(await isThere()).toBe(true), WITHIN);
    await eventually(() => expect(bus.health()).toEqual({ connected: true, detail: 'connected to the broker' }), WITHIN);
  });

  it('are named when they are lost and this process may not make them, until somebody does', async () => {
    await makeTopics(options, [spec]);
    const bus = await busThat({ create: false, replication: 1 });
    await bus.ensureTopics([spec]);
    await admin.deleteTopics({ topics: [spec.name] });
    await eventually(
      () => expect(bus.health().detail).toBe(`Kafka does not have ${spec.name}, or does not show it to this process`),
      WITHIN,
    );
    expect(await isThere()).toBe(false);
    await makeTopics(options, [spec]);
    await eventually(() => expect(bus.health().connected).toBe(true), WITHIN);
  });
});
