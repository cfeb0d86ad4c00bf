import { Kafka, logLevel } from 'kafkajs';
import { eventually } from '#testing';

/** A record as it stands on a topic. */
export interface TopicRecord {
  topic: string;
  partition: number;
  key: string;
  headers: Record<string, string>;
  value: string;
}

/** Everything that stands on every topic of ours now, keys, headers and values, as text. */
export async function everyTopic(brokers: string): Promise<string> {
  const records = await everyRecord(brokers);
  return records.map(({ key, value, headers }) => [key, value, ...Object.values(headers)].join(' ')).join('\n');
}

/** Every record that stands on a topic of ours now. */
export async function everyRecord(brokers: string): Promise<TopicRecord[]> {
  const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => !topic.startsWith('__'));
  const ends = new Map<string, bigint>();
  for (const topic of topics) {
    for (const { partition, high, low } of await admin.fetchTopicOffsets(topic)) {
      if (BigInt(high) > BigInt(low)) ends.set(`${topic} ${partition}`, BigInt(high) - 1n);
    }
  }
  const consumer = kafka.consumer({ groupId: `every-topic-${crypto.randomUUID()}` });
  const records: TopicRecord[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ topic, partition, message }) => {
      const headers = Object.fromEntries(Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]));
      records.push({ topic, partition, key: String(message.key), headers, value: String(message.value) });
      if (BigInt(message.offset) >= (ends.get(`${topic} ${partition}`) ?? 0n)) ends.delete(`${topic} ${partition}`);
    },
  });
  try {
    await eventually(() => assertRead([...ends.keys()]), { withinMs: 30_000 });
    return records;
  } finally {
    await Promise.all([consumer.disconnect(), admin.disconnect()]);
  }
}

function assertRead(unread: readonly string[]): void {
  if (unread.length > 0) throw new Error(`not read to the end: ${unread.join()}`);
}
