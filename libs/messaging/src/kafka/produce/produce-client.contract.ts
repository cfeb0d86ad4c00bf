import { randomUUID } from 'node:crypto';
import type { KafkaMessage } from 'kafkajs';
import { eventually } from '#testing';
import type { KafkaWorld } from '../kafka-world.contract';
import { protocolType } from '../kafka-errors';
import type { Outgoing } from './outgoing-queue';
import type { ProduceClient } from './produce-client';

const READY = 'ready';

/** What every client library must do with a batch (produce-client.ts). */
export function describeProduceClient(makeClient: () => ProduceClient, world: () => KafkaWorld): void {
  let client: ProduceClient;
  beforeEach(async () => {
    client = makeClient();
    await client.connect();
    const { commandTopic, eventTopic } = world();
    const first = [outgoing(eventTopic, 0, READY), outgoing(eventTopic, 3, READY), outgoing(commandTopic, 15, READY)];
    // Brokers need a moment to know topics as young as these.
    await eventually(() => client.produce(first));
  });
  afterEach(() => client.disconnect());

  const outgoing = (topic: string, partition: number, value: string | Buffer, more: Partial<Outgoing> = {}): Outgoing => {
    const noCallbacks = { onAcknowledged: () => undefined, onFailed: () => undefined };
    return { topic, partition, key: 'k', value, headers: {}, ...noCallbacks, ...more };
  };

  it('stores a batch over topics and partitions: partition, key, value and headers to the byte, in order', async () => {
    const { commandTopic, eventTopic } = world();
    const values = Array.from({ length: 50 }, (_, index) => `{"n":${index},"text":"₹ ${randomUUID()}"}`);
    const bytes = Buffer.from([0, 255, 10, 128]);
    await client.produce([
      ...values.map((value) => outgoing(eventTopic, 3, value, { headers: { ce_id: 'evt_1', position: '7' } })),
      outgoing(commandTopic, 15, bytes, { key: null, headers: { again: ['one', Buffer.from('two')], empty: '' } }),
    ]);
    const events = await readAfterReady(eventTopic, values.length);
    expect(events.map(({ value }) => value?.toString())).toEqual(values);
    expect(events.every(({ key }) => key?.toString() === 'k')).toBe(true);
    expect(events[0]?.headers).toEqual({ ce_id: Buffer.from('evt_1'), position: Buffer.from('7') });
    const [command] = await readAfterReady(commandTopic, 1);
    expect(command).toMatchObject({ key: null, value: bytes });
    expect(command?.headers).toEqual({ again: [Buffer.from('one'), Buffer.from('two')], empty: Buffer.alloc(0) });
    const ends = await endOffsets(commandTopic);
    expect(ends.filter(({ high }) => high !== '0')).toMatchObject([{ partition: 15 }]);
  });

  it('names the error of the protocol when the broker refuses a message for its size', async () => {
    const failure: unknown = await client
      .produce([outgoing(world().eventTopic, 0, 'x'.repeat(2_000_000))])
      .catch((error: unknown) => error);
    expect(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']).toContain(protocolType(failure));
    await client.produce([outgoing(world().eventTopic, 0, 'small')]);
    expect((await readAfterReady(world().eventTopic, 1)).map(({ value }) => value?.toString())).toEqual(['small']);
  });

  it('makes no topic by accident', async () => {
    const topic = `none.${randomUUID()}`;
    await expect(client.produce([outgoing(topic, 0, 'x')])).rejects.toThrow();
    const admin = world().plainClient().admin();
    await admin.connect();
    expect(await admin.listTopics()).not.toContain(topic);
    await admin.disconnect();
  });

  const readAfterReady = async (topic: string, count: number): Promise<KafkaMessage[]> => {
    const isReady = ({ value }: KafkaMessage): boolean => value?.toString() === READY;
    const known = (await endOffsets(topic)).reduce((sum, { high }) => sum + Number(high), 0);
    const messages = (await world().readAll(topic, known)).filter((message) => !isReady(message));
    expect(messages).toHaveLength(count);
    return messages;
  };
  const endOffsets = async (topic: string): Promise<{ partition: number; high: string }[]> => {
    const admin = world().plainClient().admin();
    await admin.connect();
    const offsets = await eventually(() => admin.fetchTopicOffsets(topic));
    await admin.disconnect();
    return offsets;
  };
}
