import type { EachBatchPayload, Kafka } from 'kafkajs';
import type { KafkaContext } from './kafka-options';
import { SupervisedConsumer } from './supervised-consumer';
import type { LogRange, TopicAdmin } from './topic-admin';

const SESSION_MS = 30_000;
const HEARTBEAT_MS = 3_000;
const FETCH_WAIT_MS = 100;
const LEAVE_MS = 500;

export interface ReadToEndOptions {
  kafka: Kafka;
  context: KafkaContext;
  admin: TopicAdmin;
  topic: string;
  /** First part of the name of the consumer group, which is used once. */
  reader: string;
  onBatch(batch: EachBatchPayload['batch']): void;
}

/** Reads a topic from its start to where it ends now, and leaves no position behind. */
export async function readToEnd(options: ReadToEndOptions): Promise<void> {
  const ranges = await options.admin.logRanges(options.topic);
  const open = new Map([...ranges].filter(([, range]) => range.high > range.low));
  if (open.size > 0) await read(options, open);
}

function read({ kafka, context, topic, reader, onBatch }: ReadToEndOptions, open: Map<number, LogRange>): Promise<void> {
  return new Promise<void>((resolve) => {
    const consumer = new SupervisedConsumer({
      kafka,
      context,
      topic,
      // The reader first: access lists know groups by the beginning of their names.
      groupId: () => context.names.groupOf(topic, { before: reader, after: context.random.uuid() }),
      partitions: [...open.keys()],
      sessionTimeoutMs: SESSION_MS,
      heartbeatMs: HEARTBEAT_MS,
      rebalanceTimeoutMs: SESSION_MS,
      fetchWaitMs: FETCH_WAIT_MS,
      onJoin: () => open.forEach((range, partition) => consumer.seek(partition, range.low)),
      onBatch: async ({ batch }) => {
        onBatch(batch);
        const range = open.get(batch.partition);
        if (range !== undefined && BigInt(batch.lastOffset()) + 1n >= range.high) open.delete(batch.partition);
        if (open.size > 0) return true;
        resolve();
        void consumer.stop(LEAVE_MS);
        return true;
      },
    });
    consumer.start();
  });
}
