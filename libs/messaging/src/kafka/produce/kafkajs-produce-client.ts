import type { Kafka, Producer, TopicMessages } from 'kafkajs';
import type { Outgoing } from './outgoing-queue';
import type { ProduceClient } from './produce-client';
import { InFlightWork } from '../in-flight-work';

/** Sends through kafkajs. Not idempotent: its idempotent producer gives up by itself and then loses the next batch silently. */
export class KafkajsProduceClient implements ProduceClient {
  private readonly producer: Producer;
  private readonly underWay = new InFlightWork();

  constructor(kafka: Kafka) {
    this.producer = kafka.producer({
      idempotent: false,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: { retries: 0 },
      createPartitioner:
        () =>
        ({ message }) =>
          message.partition!,
    });
  }

  connect(): Promise<void> {
    return this.underWay.watch(this.producer.connect());
  }

  async produce(batch: readonly Outgoing[]): Promise<void> {
    await this.underWay.watch(this.producer.sendBatch({ acks: -1, topicMessages: byTopic(batch) }));
  }

  async disconnect(): Promise<void> {
    await this.underWay.settled();
    await this.producer.disconnect();
  }
}

function byTopic(batch: readonly Outgoing[]): TopicMessages[] {
  const topics = new Map<string, TopicMessages>();
  for (const { topic, partition, key, value, headers } of batch) {
    const found = topics.get(topic) ?? { topic, messages: [] };
    found.messages.push({ partition, key, value, headers });
    topics.set(topic, found);
  }
  return [...topics.values()];
}
