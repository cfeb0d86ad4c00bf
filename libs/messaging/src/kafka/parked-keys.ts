import type { EachBatchPayload, Kafka } from 'kafkajs';
import { deadLetterTopicOf } from '#contracts';
import { deadLetterSpec } from '../topics';
import { headerText } from '../wire/event-wire';
import type { KafkaContext } from './kafka-options';
import { SupervisedConsumer } from './supervised-consumer';
import type { LogRange, TopicAdmin } from './topic-admin';

const SESSION_MS = 30_000;
const HEARTBEAT_MS = 3_000;
const FETCH_WAIT_MS = 100;
const LEAVE_MS = 500;

export interface ParkedKeysOptions {
  kafka: Kafka;
  context: KafkaContext;
  admin: TopicAdmin;
  /** The topic of the events. */
  topic: string;
  consumer: string;
}

/**
 * The aggregates that are parked for a consumer, read from its dead letters: parking must outlive a restart. A dead letter
 * with the header `parked: false` lets its aggregate go again; a replay writes it.
 */
export class ParkedKeys {
  constructor(private readonly options: ParkedKeysOptions) {}

  /** Read the dead letters from their start to where they end now. */
  async load(): Promise<ReadonlySet<string>> {
    const { admin, topic: eventTopic } = this.options;
    const topic = deadLetterTopicOf(eventTopic);
    await admin.ensure([deadLetterSpec(eventTopic)]);
    const ranges = await admin.logRanges(topic);
    const open = new Map([...ranges].filter(([, range]) => range.high > range.low));
    return open.size === 0 ? new Set() : this.read(topic, open);
  }

  private async read(topic: string, open: Map<number, LogRange>): Promise<ReadonlySet<string>> {
    const keys = new Set<string>();
    const { kafka, context, consumer: name } = this.options;
    await new Promise<void>((resolve) => {
      const consumer = new SupervisedConsumer({
        kafka,
        context,
        topic,
        groupId: () => `${topic}.${name}.${context.random.uuid()}`,
        partitions: [...open.keys()],
        sessionTimeoutMs: SESSION_MS,
        heartbeatMs: HEARTBEAT_MS,
        rebalanceTimeoutMs: SESSION_MS,
        fetchWaitMs: FETCH_WAIT_MS,
        onJoin: () => open.forEach((range, partition) => consumer.seek(partition, range.low)),
        onBatch: async ({ batch }) => {
          this.collect(batch, keys);
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
    return keys;
  }

  private collect({ messages }: EachBatchPayload['batch'], keys: Set<string>): void {
    for (const { key, headers } of messages) {
      if (key === null || headerText(headers, 'consumer') !== this.options.consumer) continue;
      const parked = headerText(headers, 'parked');
      if (parked === 'true') keys.add(key.toString('utf8'));
      else if (parked === 'false') keys.delete(key.toString('utf8'));
    }
  }
}
