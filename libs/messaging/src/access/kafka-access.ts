import {
  COMMAND_SERVICES,
  COMMAND_TOPIC,
  EVENT_TOPIC,
  REPLY_TOPIC,
  deadLetterTopicOf,
  type CommandService,
  type ServiceName,
} from '#contracts';
import { KafkaNames } from '../kafka/kafka-names';

/** Who logs in to Kafka: each process has the rights of one role and no others. `topics` makes the topics. */
export const KAFKA_ROLES = ['gateway', 'payments', 'kyc', 'webhooks', 'operator', 'topics'] as const;
export type KafkaRole = (typeof KAFKA_ROLES)[number];

export type TopicOperation = 'Read' | 'Write' | 'Describe' | 'DescribeConfigs' | 'Create';

/** The rights on a topic. Reading or writing includes describing it. */
export interface TopicAccess {
  readonly topic: string;
  readonly read: readonly KafkaRole[];
  readonly write: readonly KafkaRole[];
  /** Those who must see that it is there, and no more. */
  readonly describe?: readonly KafkaRole[];
}

/** Consumer groups by the beginning of their names. */
export interface GroupAccess {
  readonly role: KafkaRole;
  readonly name: string;
  /** Whether the name is the beginning of longer ones. */
  readonly isPrefix: boolean;
}

/** A right as Kafka stores it. */
export interface AccessBinding {
  readonly role: KafkaRole;
  readonly resource: 'topic' | 'group';
  readonly name: string;
  readonly isPrefix: boolean;
  readonly operation: TopicOperation;
}

/** Whose consumers read the events of a service. */
const FOLLOWERS: Readonly<Record<ServiceName, readonly KafkaRole[]>> = {
  payments: ['kyc', 'webhooks'],
  kyc: ['payments', 'webhooks'],
  webhooks: ['webhooks'],
  accounts: ['webhooks'],
};

/** One row for each topic. The operator watches events and puts dead letters back to where they came from. */
export const TOPIC_ACCESS: readonly TopicAccess[] = [
  ...COMMAND_SERVICES.flatMap((service) => [...commandTopics(service), ...eventTopics(service, service)]),
  ...eventTopics('accounts', 'gateway'),
  { topic: REPLY_TOPIC, read: ['gateway', 'payments', 'kyc', 'webhooks'], write: ['payments', 'kyc', 'webhooks'] },
];

export const GROUP_ACCESS: readonly GroupAccess[] = [
  { role: 'gateway', name: 'gateway.', isPrefix: true },
  ...COMMAND_SERVICES.flatMap((role) => [
    // Where lag tools find how far commands are settled.
    { role, name: role, isPrefix: false },
    { role, name: `${role}.`, isPrefix: true },
  ]),
  { role: 'operator', name: 'hundi-', isPrefix: true },
];

function commandTopics(service: CommandService): TopicAccess[] {
  const commands = COMMAND_TOPIC[service];
  return [
    { topic: commands, read: [service], write: ['gateway', service, 'operator'] },
    { topic: deadLetterTopicOf(commands), read: ['operator'], write: [service, 'operator'] },
  ];
}

/** @param publisher the process that publishes them. */
function eventTopics(service: ServiceName, publisher: KafkaRole): TopicAccess[] {
  const [events, followers] = [EVENT_TOPIC[service], FOLLOWERS[service]];
  return [
    { topic: events, read: [...followers, 'operator'], write: [publisher, 'operator'] },
    { topic: deadLetterTopicOf(events), read: [...followers, 'operator'], write: [...followers, 'operator'], describe: [publisher] },
  ];
}

/** Every right that a role has, one by one. @param topicPrefix of an installation that shares its Kafka. */
export function accessBindings(topicPrefix?: string): AccessBinding[] {
  const names = new KafkaNames(topicPrefix);
  const topics = TOPIC_ACCESS.flatMap(({ topic, read, write, describe = [] }) => {
    const seeing = [...new Set([...read, ...write, ...describe, 'topics' as const])];
    const right = (operation: TopicOperation, roles: readonly KafkaRole[]): AccessBinding[] =>
      roles.map((role) => ({ role, resource: 'topic', name: names.topic(topic), isPrefix: false, operation }));
    return [
      ...right('Read', read),
      ...right('Write', write),
      ...right('Describe', seeing),
      ...right('DescribeConfigs', seeing),
      ...right('Create', ['topics']),
    ];
  });
  const groups = GROUP_ACCESS.map((group): AccessBinding => ({
    ...group,
    name: names.group(group.name),
    resource: 'group',
    operation: 'Read',
  }));
  return [...topics, ...groups];
}
