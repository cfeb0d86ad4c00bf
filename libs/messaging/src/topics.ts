import {
  COMMAND_SERVICES,
  COMMAND_TOPIC,
  DEAD_LETTER_PARTITION_COUNT,
  EVENT_TOPIC,
  PARTITION_COUNT,
  REPLY_PARTITION_COUNT,
  REPLY_TOPIC,
  deadLetterTopicOf,
  type CommandService,
  type ServiceName,
} from '#contracts';
import type { TopicSpec } from './bus';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Every topic of a service (docs/reference/topics-and-tables.md): commands, events, their dead letters, and the replies. */
export function topicSpecs(service: CommandService): TopicSpec[] {
  return [commandTopicSpec(service), deadLetterSpec(COMMAND_TOPIC[service]), ...eventTopicSpecs(service), replyTopicSpec()];
}

/** The topic that takes the commands of a service. */
export function commandTopicSpec(service: CommandService): TopicSpec {
  return { name: COMMAND_TOPIC[service], partitions: PARTITION_COUNT, retentionMs: 24 * HOUR_MS };
}

/** Every topic there is, each once. */
export function everyTopicSpec(): TopicSpec[] {
  const specs = [...COMMAND_SERVICES.flatMap(topicSpecs), ...eventTopicSpecs('accounts')];
  return [...new Map(specs.map((spec) => [spec.name, spec])).values()];
}

/** What a consumer of the events of a service needs: the events, and a place for those that it cannot take. */
export function eventTopicSpecs(service: ServiceName): TopicSpec[] {
  const events = { name: EVENT_TOPIC[service], partitions: PARTITION_COUNT, retentionMs: 14 * DAY_MS };
  return [events, deadLetterSpec(EVENT_TOPIC[service])];
}

/** The topic on which every gateway instance leases a partition of its own. */
export function replyTopicSpec(): TopicSpec {
  return { name: REPLY_TOPIC, partitions: REPLY_PARTITION_COUNT, retentionMs: 5 * MINUTE_MS };
}

/** The dead letters of a topic. */
export function deadLetterSpec(topic: string): TopicSpec {
  return { name: deadLetterTopicOf(topic), partitions: DEAD_LETTER_PARTITION_COUNT, retentionMs: 30 * DAY_MS };
}
