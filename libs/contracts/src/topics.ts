/** The topics by which services take commands. */
export const COMMAND_TOPIC = {
  payments: 'payments.commands',
  kyc: 'kyc.commands',
  webhooks: 'webhooks.commands',
} as const;

/** The topics of public events. Commands of `accounts` cross no topic: the gateway that takes one decides it (docs/decisions/0037). */
export const EVENT_TOPIC = {
  payments: 'payments.events',
  kyc: 'kyc.events',
  webhooks: 'webhooks.events',
  accounts: 'accounts.events',
} as const;

/** Who owns aggregates: the services, and in the gateway the accounts. The first word of their topics, commands and tables. */
export type ServiceName = keyof typeof EVENT_TOPIC;

/** A process of its own that takes commands from its topic. */
export type CommandService = keyof typeof COMMAND_TOPIC;
export const COMMAND_SERVICES = Object.keys(COMMAND_TOPIC) as CommandService[];

export const REPLY_TOPIC = 'gateway.replies';
/** One partition for each gateway instance that can run at once. */
export const REPLY_PARTITION_COUNT = 64;
export const DEAD_LETTER_PARTITION_COUNT = 4;

/** Where messages go that no retry can mend, with the reason beside them. */
export function deadLetterTopicOf(topic: string): string {
  return `${topic}.dead`;
}
