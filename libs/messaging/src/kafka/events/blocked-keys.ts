import type { EachBatchPayload, Kafka } from 'kafkajs';
import { deadLetterTopicOf } from '#contracts';
import { deadLetterSpec } from '../../topics';
import { headerText } from '../../wire/headers';
import type { KafkaContext } from '../kafka-options';
import { readToEnd } from '../read-to-end';
import type { TopicAdmin } from '../topic-admin';

export interface BlockedKeysOptions {
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
export class BlockedKeys {
  constructor(private readonly options: BlockedKeysOptions) {}

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
      const blocked = headerText(headers, 'blocked');
      if (blocked === 'true') keys.add(key.toString('utf8'));
      else if (blocked === 'false') keys.delete(key.toString('utf8'));
    }
  }
}
