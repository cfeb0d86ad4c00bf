import type { EachBatchPayload, Kafka } from 'kafkajs';
import { deadLetterTopicOf } from '#contracts';
import { deadLetterSpec } from '../../topics';
import { headerText } from '../../wire/headers';
import type { KafkaContext } from '../kafka-options';
import { readToEnd } from '../read-to-end';
import type { TopicAdmin } from '../topic-admin';

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
    const keys = new Set<string>();
    const { kafka, context, consumer } = this.options;
    await readToEnd({ kafka, context, admin, topic, reader: consumer, onBatch: (batch) => this.collect(batch, keys) });
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
