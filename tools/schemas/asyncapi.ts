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
};

/** The AsyncAPI 3 document of the public topics. */
export function asyncApiDocument(schemas: ReadonlyMap<string, JsonSchema>, types: ReadonlyMap<ServiceName, readonly string[]>): object {
  const services = [...types.keys()];
  return {
    asyncapi: '3.0.0',
    info: { title: 'Hundi events', version: API_VERSION, description: DESCRIPTION, license: { name: 'Apache-2.0' } },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(services.map((service) => [EVENT_TOPIC[service], channelOf(service, types.get(service) ?? [])])),
    operations: Object.fromEntries(services.map((service) => [TOPICS[service].operation, operationOf(service)])),
    components: {
      messages: Object.fromEntries([...types.values()].flat().map((type) => [type, messageOf(type, schemas.get(type) ?? {})])),
    },
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

function messageOf(type: string, schema: JsonSchema): object {
  return {
    name: type,
    title: type,
    summary: schema.description,
    contentType: 'application/json',
    headers: HEADERS,
    payload: { $ref: `./schemas/${type}.json` },
    bindings: { kafka: { key: { type: 'string', description: 'The id of the resource.' }, bindingVersion: '0.5.0' } },
  };
}
