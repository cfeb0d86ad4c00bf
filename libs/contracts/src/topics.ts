/** The services that own aggregates. Their names are the first word of their topics, commands and tables. */
export type ServiceName = 'payments' | 'kyc' | 'webhooks';

export const COMMAND_TOPIC = {
  payments: 'payments.commands',
  kyc: 'kyc.commands',
  webhooks: 'webhooks.commands',
} as const satisfies Record<ServiceName, string>;

export const EVENT_TOPIC = {
  payments: 'payments.events',
  kyc: 'kyc.events',
  webhooks: 'webhooks.events',
} as const satisfies Record<ServiceName, string>;

export const REPLY_TOPIC = 'gateway.replies';
/** One partition for each gateway instance that can run at once. */
export const REPLY_PARTITION_COUNT = 64;
export const DEAD_LETTER_PARTITION_COUNT = 4;

/** Where messages go that no retry can mend, with the reason beside them. */
export function deadLetterTopicOf(topic: string): string {
  return `${topic}.dead`;
}
