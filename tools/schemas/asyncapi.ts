import { API_VERSION, EVENT_TOPIC, PARTITION_COUNT, type ServiceName } from '#contracts';
import type { JsonSchema } from './json-schema';

const header = (description: string, extra: JsonSchema = {}): JsonSchema => ({ type: 'string', description, ...extra });

/** CloudEvents 1.0 in Kafka binary mode, and what a consumer needs to apply each event once (libs/messaging, event-wire). */
const HEADERS: JsonSchema = {
  type: 'object',
  properties: {
    'content-type': { const: 'application/json' },
    ce_specversion: { const: '1.0' },
    ce_id: header('The id of the event, evt_…'),
    ce_source: header('Where it happened.'),
    ce_type: header('For example payment.captured.'),
    ce_subject: header('The id of the resource.'),
    ce_time: header('RFC 3339 UTC.', { format: 'date-time' }),
    shard: header('0 to 63: the log this event stands in.', { pattern: '^[0-9]{1,2}$' }),
    position: header('Position in the log of the shard, rising.', { pattern: '^[0-9]{1,19}$' }),
    prev: header('Position of the public event before this one in the same shard and topic; 0 before the first.', {
      pattern: '^[0-9]{1,19}$',
    }),
    epoch: header('Which life of the log this event was stored in; a later one has a larger number.', { pattern: '^[0-9]{1,19}$' }),
    epoch_start: header('Position of the last event of the shard before that epoch.', { pattern: '^[0-9]{1,19}$' }),
    prev_epoch: header('The epoch of the event at prev; 0 when there is none.', { pattern: '^[0-9]{1,19}$' }),
  },
  required: ['content-type', 'ce_specversion', 'ce_id', 'ce_source', 'ce_type', 'ce_subject', 'ce_time', 'shard', 'position', 'prev'],
};

const DESCRIPTION = `What happens in Hundi, as CloudEvents on Kafka.

Order: per shard, and so per resource. Delivery: at least once. To apply each event exactly once, keep the position and the
epoch of the last one for each shard in the transaction of your effect: a position at or below it was applied before; a prev
that is not your number means that something is missing; another epoch at your position means that the log was restored. Fields, event types and values of enumerations may be added any day.`;

/** What a reader of each topic is told. */
const TOPICS: Readonly<Record<ServiceName, { title: string; description: string; operation: string }>> = {
  payments: {
    title: 'Payments',
    description: 'Every change that merchants see of payments and of what belongs to them.',
    operation: 'receivePaymentEvents',
  },
  kyc: {
    title: 'Identity verifications',
    description: 'Every change of a verification. Thin: ids, document type, status and reason; no name, number or mask.',
    operation: 'receiveKycEvents',
  },
  webhooks: {
    title: 'Webhook endpoints',
    description: 'Every change of the endpoints that merchants register.',
    operation: 'receiveWebhookEvents',
  },
  accounts: {
    title: 'Accounts and API keys',
    description: 'Every change of accounts and of their API keys. No key is in it.',
    operation: 'receiveAccountEvents',
  },
};

/** What the document is made of. */
export interface DocumentedEvents {
  /** By the word of `resource.type`. */
  resources: ReadonlyMap<string, JsonSchema>;
  /** By event type. */
  events: ReadonlyMap<string, JsonSchema>;
  /** The types on the topic of each service. */
  types: ReadonlyMap<ServiceName, readonly string[]>;
}

/** The AsyncAPI 3 document of the public topics, whole in one file: its tools follow no `urn:`. */
export function asyncApiDocument({ resources, events, types }: DocumentedEvents): object {
  const services = [...types.keys()];
  const [first = {}] = events.values();
  return {
    asyncapi: '3.0.0',
    info: { title: 'Hundi events', version: API_VERSION, description: DESCRIPTION, license: { name: 'Apache-2.0' } },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(services.map((service) => [EVENT_TOPIC[service], channelOf(service, types.get(service) ?? [])])),
    operations: Object.fromEntries(services.map((service) => [TOPICS[service].operation, operationOf(service)])),
    components: {
      schemas: {
        headers: HEADERS,
        event: envelopeOf(first),
        ...Object.fromEntries([...resources].map(([name, { $id: _id, $schema: _dialect, ...schema }]) => [name, schema])),
      },
      messages: Object.fromEntries([...types.values()].flat().map((type) => [type, messageOf(type, events.get(type) ?? {})])),
    },
  };
}

/** What every event has, from the schema of one: without what its type decides. */
function envelopeOf({ type, properties: { resource, data, ...properties } = {}, required }: JsonSchema): JsonSchema {
  const text: JsonSchema = { type: 'string' };
  return {
    type,
    properties: {
      ...properties,
      type: text,
      resource: { ...resource, properties: { ...resource?.properties, type: text } },
      data: { ...data, properties: { ...data?.properties, object: { type: 'object' } } },
    },
    required,
  };
}

function channelOf(service: ServiceName, types: readonly string[]): object {
  const topic = EVENT_TOPIC[service];
  const { title, description } = TOPICS[service];
  return {
    address: topic,
    title,
    description,
    messages: Object.fromEntries(types.map((type) => [type, { $ref: `#/components/messages/${type}` }])),
    bindings: { kafka: { topic, partitions: PARTITION_COUNT, bindingVersion: '0.5.0' } },
  };
}

function operationOf(service: ServiceName): object {
  const channel = EVENT_TOPIC[service];
  return { action: 'receive', channel: { $ref: `#/channels/${channel}` }, summary: `Read ${channel}.` };
}

function messageOf(type: string, { title, description, properties, examples }: JsonSchema): object {
  const resourceType = properties?.resource?.properties?.type;
  return {
    name: type,
    title,
    summary: description,
    contentType: 'application/json',
    headers: { $ref: '#/components/schemas/headers' },
    payload: {
      allOf: [{ $ref: '#/components/schemas/event' }],
      properties: {
        type: properties?.type,
        resource: { properties: { type: resourceType } },
        data: { properties: { object: { $ref: `#/components/schemas/${String(resourceType?.const)}` } } },
      },
    },
    examples: examples?.map((payload) => ({ payload })),
    bindings: { kafka: { key: { type: 'string', description: 'The id of the resource.' }, bindingVersion: '0.5.0' } },
  };
}
