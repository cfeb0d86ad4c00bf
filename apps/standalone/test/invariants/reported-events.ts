import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import type pg from 'pg';
import { EVENT_TOPIC } from '#contracts';
import { eventually } from '#testing';
import type { EventReceiver } from '../event-receiver';
import type { Evidence } from './evidence';

/** After a fault, until the last delivery that failed meanwhile has been tried again. */
const REPORTED_WITHIN_MS = 60_000;

interface PublicEvent {
  id: string;
  resource: string;
  sequence: number;
  shard: number;
  position: string;
}

/**
 * Every public event reached every receiver and the topic at least once (I8). What came twice has the same id and bytes; the
 * events of one object come in their order.
 */
export async function expectReported(pool: pg.Pool, { receiver, brokers }: Evidence): Promise<void> {
  const { rows: events } = await pool.query<PublicEvent>(
    `SELECT event_id AS id, stream_id AS resource, (meta->>'sequence')::int AS sequence, shard, position
     FROM payments.events WHERE meta->>'sequence' IS NOT NULL ORDER BY shard, position`,
  );
  if (receiver) await expectDelivered(receiver, events);
  if (brokers) await expectOnTopic(brokers, events);
}

async function expectDelivered(receiver: EventReceiver, events: readonly PublicEvent[]): Promise<void> {
  const wanted = new Set(events.map(({ id }) => id));
  await eventually(
    () => {
      const arrived = new Set(receiver.delivered.map(({ eventId }) => eventId));
      expect([...wanted].filter((id) => !arrived.has(id))).toEqual([]);
    },
    { withinMs: REPORTED_WITHIN_MS, everyMs: 200 },
  );
  const bodies = new Map<string, string>();
  const changed = receiver.delivered.filter(({ eventId, body }) => (bodies.get(eventId) ?? body) !== (bodies.set(eventId, body), body));
  expect(changed).toEqual([]);
  expect(receiver.delivered.filter(({ eventId }) => !wanted.has(eventId))).toEqual([]);
  const byId = new Map(events.map((event) => [event.id, event]));
  expectInOrder(receiver.delivered.flatMap(({ eventId }) => byId.get(eventId) ?? []));
}

/** As a consumer keeps them: what is not above its mark was seen before, what leaves one out came too early. */
function expectInOrder(arrived: readonly PublicEvent[]): void {
  const marks = new Map<string, number>();
  const early = arrived.filter(({ resource, sequence }) => {
    const mark = marks.get(resource) ?? 0;
    marks.set(resource, Math.max(mark, sequence));
    return sequence > mark + 1;
  });
  expect(early).toEqual([]);
}

async function expectOnTopic(brokers: string, events: readonly PublicEvent[]): Promise<void> {
  const records = await readTopic(brokers, EVENT_TOPIC.payments, events.length);
  const marks = new Map<string, bigint>();
  const applied: string[] = [];
  for (const { headers } of records) {
    const [shard, position, prev] = [String(headers?.shard), BigInt(String(headers?.position)), BigInt(String(headers?.prev))];
    const mark = marks.get(shard) ?? 0n;
    if (position <= mark) continue;
    expect({ shard, position, prev }).toEqual({ shard, position, prev: mark });
    marks.set(shard, position);
    applied.push(String(headers?.ce_id));
  }
  expect(applied.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
}

/** From its beginning, until so many different events have come. */
async function readTopic(brokers: string, topic: string, count: number): Promise<KafkaMessage[]> {
  const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: `reported-${crypto.randomUUID()}` });
  const records: KafkaMessage[] = [];
  const ids = new Set<string>();
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => {
      records.push(message);
      ids.add(String(message.headers?.ce_id));
    },
  });
  try {
    await eventually(() => expect(ids.size).toBe(count), { withinMs: REPORTED_WITHIN_MS, everyMs: 100 });
    return records;
  } finally {
    await consumer.disconnect();
  }
}
