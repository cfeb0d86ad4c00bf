import { ClientKafka } from '@nestjs/microservices';
import { Kafka, logLevel } from 'kafkajs';
import { firstValueFrom, timeout } from 'rxjs';
import type { LoadResult } from '../load/tally';
import { runCallLoad } from '../load/calls';
import { PAYMENT_BODY, type SamplePayment } from '../contenders/sample';
import { STOCK_TOPIC } from './topic';

const ANSWER_TIMEOUT_MS = 30_000;

export interface StockClient {
  load(clients: number, seconds: number): Promise<LoadResult>;
  close(): Promise<void>;
}

/** Nest's own ClientKafka, asked directly: no HTTP, no gateway in front, which favors it. */
export async function connectStockClient(brokers: string[]): Promise<StockClient> {
  await createTopics(brokers);
  const client = new ClientKafka({
    client: { clientId: 'stock-gateway', brokers, logLevel: logLevel.ERROR },
    consumer: { groupId: 'stock-gateway' },
  });
  client.subscribeToResponseOf(STOCK_TOPIC);
  await client.connect();
  const body = JSON.parse(PAYMENT_BODY) as object;
  const call = () => firstValueFrom(client.send<SamplePayment>(STOCK_TOPIC, body).pipe(timeout(ANSWER_TIMEOUT_MS)));
  return { load: (clients, seconds) => runCallLoad({ clients, seconds, call }), close: () => client.close() };
}

async function createTopics(brokers: string[]): Promise<void> {
  const admin = new Kafka({ clientId: 'stock-topics', brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const existing = new Set(await admin.listTopics());
  const topics = [STOCK_TOPIC, `${STOCK_TOPIC}.reply`].filter((topic) => !existing.has(topic));
  if (topics.length > 0) await admin.createTopics({ topics: topics.map((topic) => ({ topic, numPartitions: 16 })), waitForLeaders: true });
  await admin.disconnect();
}
