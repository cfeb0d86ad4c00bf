import { Kafka, logLevel, type Message, type Producer } from 'kafkajs';
import pg from 'pg';

/** As many as the relay reads and publishes in one go. */
const PAGE = 500;
const PARTITIONS = 16;
const TOPIC = 'bench.bare';
const WARM_UP_SECONDS = 1;

/** The relay's page, of one shard and without the check of its hashes. */
const PAGE_SQL = `SELECT shard, position, stream_id, version, type, schema_version, account_id, livemode, event_id, command_id, correlation_id,
  causation_id, occurred_at, data, meta, hash FROM payments.events WHERE shard = $1 AND position > $2 ORDER BY position LIMIT ${PAGE}`;
const SHARDS_SQL = 'SELECT shard FROM payments.events GROUP BY shard';

/** Records a second of kafkajs alone, one request of a page's records after the other, to a topic that is not read. */
export async function bareProducer(brokers: string, recordBytes: number, seconds: number): Promise<number> {
  const kafka = new Kafka({ clientId: 'bench-bare', brokers: [brokers], logLevel: logLevel.ERROR });
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: PARTITIONS }], waitForLeaders: true });
  await admin.disconnect();
  const producer = kafka.producer({ idempotent: false, maxInFlightRequests: 1, allowAutoTopicCreation: false });
  await producer.connect();
  try {
    await produceFor(producer, recordBytes, WARM_UP_SECONDS);
    return await produceFor(producer, recordBytes, seconds);
  } finally {
    await producer.disconnect();
  }
}

async function produceFor(producer: Producer, recordBytes: number, seconds: number): Promise<number> {
  const value = JSON.stringify({ filler: 'x'.repeat(recordBytes) }).slice(-recordBytes);
  const messages: Message[] = Array.from({ length: PAGE }, (_, index) => ({ partition: index % PARTITIONS, value }));
  const startedAt = performance.now();
  let records = 0;
  for (; performance.now() - startedAt < seconds * 1_000; records += PAGE) await producer.send({ topic: TOPIC, acks: -1, messages });
  return (records * 1_000) / (performance.now() - startedAt);
}

/** Events a second of a bare cursor over the event table, page after page of each shard, again from the start at its end. */
export async function bareRead(databaseUrl: string, seconds: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ shard: number }>(SHARDS_SQL);
    const shards = rows.map(({ shard }) => shard);
    await readFor(client, shards, WARM_UP_SECONDS);
    return await readFor(client, shards, seconds);
  } finally {
    await client.end();
  }
}

async function readFor(client: pg.Client, shards: readonly number[], seconds: number): Promise<number> {
  const startedAt = performance.now();
  const isOver = (): boolean => performance.now() - startedAt >= seconds * 1_000;
  let events = 0;
  for (let turn = 0; !isOver(); turn++) {
    let position = '0';
    for (let isMore = true; isMore && !isOver();) {
      const values = [shards[turn % shards.length], position];
      const { rows } = await client.query<{ position: string }>({ name: 'page', text: PAGE_SQL, values });
      events += rows.length;
      position = rows.at(-1)?.position ?? position;
      isMore = rows.length === PAGE;
    }
  }
  return (events * 1_000) / (performance.now() - startedAt);
}
