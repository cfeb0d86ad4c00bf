import { ClientKafka } from '@nestjs/microservices';
import { Kafka, logLevel } from 'kafkajs';
import { firstValueFrom, timeout } from 'rxjs';
import type { LoadResult } from '../load/tally';
import { runCallLoad } from '../load/calls';
import { PAYMENT_BODY, type SamplePayment } from '../contenders/sample';
import { STOCK_TOPIC } from './topic';

const ANSWER_TIMEOUT_MS = 30_000;

/** Nest's own ClientKafka as a gateway has it. */
export interface StockPayments {
  create(body: object): Promise<SamplePayment>;
  close(): Promise<void>;
}

export interface StockClient {
  load(clients: number, seconds: number): Promise<LoadResult>;
  close(): Promise<void>;
}

/** Makes the topics, so it comes before the service, and is ready for answers when it returns. */
export async function connectStockPayments(brokers: string[]): Promise<StockPayments> {
  await createTopics(brokers);
  const client = new ClientKafka({
    client: { clientId: 'stock-gateway', brokers, logLevel: logLevel.ERROR },
    consumer: { groupId: 'stock-gateway' },
  });
  client.subscribeToResponseOf(STOCK_TOPIC);
  await client.connect();
  const create = (body: object) => firstValueFrom(client.send<SamplePayment>(STOCK_TOPIC, body).pipe(timeout(ANSWER_TIMEOUT_MS)));
  return { create, close: () => client.close() };
}

/** Nest's own ClientKafka, asked directly: no HTTP, no gateway in front, which favors it. */
export async function connectStockClient(brokers: string[]): Promise<StockClient> {
  const { create, close } = await connectStockPayments(brokers);
  const body = JSON.parse(PAYMENT_BODY) as object;
  return { load: (clients, seconds) => runCallLoad({ clients, seconds, call: () => create(body) }), close };
}

async function createTopics(brokers: string[]): Promise<void> {
  const admin = new Kafka({ clientId: 'stock-topics', brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const existing = new Set(await admin.listTopics());
  const topics = [STOCK_TOPIC, `${STOCK_TOPIC}.reply`].filter((topic) => !existing.has(topic));
  if (topics.length > 0) await admin.createTopics({ topics: topics.map((topic) => ({ topic, numPartitions: 16 })), waitForLeaders: true });
  await admin.disconnect();
}
