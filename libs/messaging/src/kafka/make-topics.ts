import type { TopicSpec } from '../bus';
import { createKafkaClient } from './kafka-client';
import { contextOf, type KafkaBusOptions } from './kafka-options';
import { TopicAdmin } from './topic-admin';
import { differencesAmong } from './topic-differences';

/** How long a person waits for a broker that does not answer, or refuses what is asked. */
const ANSWER_MS = 10_000;

/**
 * Makes the topics that are missing, and looks at all of them. None is changed: the number of partitions cannot be lowered, and the others are
 * for an administrator of Kafka to decide.
 *
 * @returns what is wrong, a sentence for each difference.
 * @throws BusUnavailableError the broker does not answer, or does not make them, for example with fewer brokers than replicas are wanted.
 */
export async function makeTopics(options: Omit<KafkaBusOptions, 'internalTokens'>, specs: readonly TopicSpec[]): Promise<string[]> {
  const context = contextOf({ ...options, internalTokens: [] });
  const admin = new TopicAdmin(createKafkaClient(options), context, ANSWER_MS);
  const wanted = specs.map((spec) => ({ ...spec, name: context.names.topic(spec.name) }));
  try {
    await admin.ensure(wanted);
    const found = await admin.describe(wanted.map(({ name }) => name));
    return differencesAmong(wanted, found, context.topics.replication);
  } finally {
    await admin.stop();
  }
}
