import { API_VERSION, type PublicEvent, type ServiceName } from '#contracts';
import { ACCOUNT_EVENTS } from './account-events';
import { API_KEY_EVENTS } from './api-key-events';
import { APP_EVENTS } from './app-events';
import { CONNECTION_EVENTS } from './connection-events';
import { CUSTOMER_EVENTS } from './customer-events';
import { orNull, type JsonSchema } from './json-schema';
import { KYC_EVENTS } from './kyc-events';
import { PAYMENT_EVENTS } from './payment-events';
import { PAYMENT_METHOD_EVENTS } from './payment-method-events';
import { DEBIT_EVENTS } from './debit-events';
import { INVOICE_EVENTS } from './invoice-events';
import { MANDATE_EVENTS } from './mandate-events';
import { PLAN_EVENTS } from './plan-events';
import { SUBSCRIPTION_EVENTS } from './subscription-events';
import { TAX_SETTINGS_EVENTS } from './tax-settings-events';
import { REFUND_EVENTS } from './refund-events';
import { TEST_CLOCK_EVENTS } from './test-clock-events';
import { schemaOfClass } from './schema-of-class';
import { PING_EVENTS, WEBHOOK_ENDPOINT_EVENTS } from './webhook-endpoint-events';

/** The events of one kind of resource: what they are called, what they mean, what they carry. */
export interface EventFamily {
  /** Whose topic they are on; null for none. */
  service: ServiceName | null;
  /** The word of `resource.type`. */
  resourceType: string;
  resource: new () => object;
  /** By type, what happened in one sentence. */
  meaning: Readonly<Record<string, string>>;
  /** One event of this type as a consumer would read it. */
  exampleOf(type: string): PublicEvent;
}

/** Every resource with public events, in the order of the reference. */
export const EVENT_FAMILIES: readonly EventFamily[] = [
  PAYMENT_EVENTS,
  REFUND_EVENTS,
  CUSTOMER_EVENTS,
  PAYMENT_METHOD_EVENTS,
  PLAN_EVENTS,
  SUBSCRIPTION_EVENTS,
  MANDATE_EVENTS,
  DEBIT_EVENTS,
  INVOICE_EVENTS,
  TAX_SETTINGS_EVENTS,
  TEST_CLOCK_EVENTS,
  KYC_EVENTS,
  ACCOUNT_EVENTS,
  API_KEY_EVENTS,
  APP_EVENTS,
  CONNECTION_EVENTS,
  WEBHOOK_ENDPOINT_EVENTS,
  PING_EVENTS,
];

/** The public types on the topic of each service; services without events are left out. */
export function typesByService(): Map<ServiceName, string[]> {
  const types = new Map<ServiceName, string[]>();
  for (const { service, meaning } of EVENT_FAMILIES) {
    if (service !== null) types.set(service, [...(types.get(service) ?? []), ...Object.keys(meaning)]);
  }
  return types;
}

const text: JsonSchema = { type: 'string' };

function closed(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** The envelope of every public event (libs/contracts, PublicEvent) around one resource. */
function envelope(type: string, resourceType: string): JsonSchema {
  return closed({
    id: { type: 'string', pattern: '^evt_[0-9A-Za-z]{24}$', description: 'The same on every delivery: drop what you have seen.' },
    object: { const: 'event' },
    type: { const: type },
    api_version: { ...text, description: 'Date version of this shape.' },
    created_at: { type: 'integer', description: 'Unix seconds.' },
    timestamp: { ...text, format: 'date-time', description: 'The same instant, RFC 3339 UTC.' },
    livemode: { type: 'boolean' },
    account_id: text,
    test_clock_id: { ...orNull(text), description: 'The test clock whose time created_at and timestamp are; null for real time.' },
    resource: closed({ type: { const: resourceType }, id: text }),
    sequence: { type: 'integer', minimum: 1, description: 'Dense per resource, from 1.' },
    data: closed({
      object: { $ref: resourceId(resourceType), description: 'The whole resource right after the event.' },
      previous_attributes: { type: ['object', 'null'], description: 'What changed, with the values before; null at creation.' },
    }),
    request: {
      ...orNull(closed({ id: text, idempotency_key: orNull(text) })),
      description: 'The API request behind the event; null when nobody asked.',
    },
    correlation_id: { ...text, description: 'Ties a whole operation together.' },
    causation_id: { ...orNull(text), description: 'The command or event that caused this one.' },
  });
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

function resourceId(resourceType: string): string {
  return `urn:hundi:resource:${resourceType}:${API_VERSION}`;
}

/** One JSON Schema for each kind of resource: the schemas of its events refer to it. */
export function resourceSchemas(): Map<string, JsonSchema> {
  return new Map(
    EVENT_FAMILIES.map(({ resourceType, resource }) => [
      resourceType,
      { $schema: DIALECT, $id: resourceId(resourceType), title: resourceType, ...schemaOfClass(resource) },
    ]),
  );
}

/** One JSON Schema for each public event type, with an example. */
export function eventSchemas(): Map<string, JsonSchema> {
  return new Map(EVENT_FAMILIES.flatMap((family) => Object.keys(family.meaning).map((type) => [type, schemaOf(family, type)] as const)));
}

function schemaOf({ resourceType, meaning, exampleOf }: EventFamily, type: string): JsonSchema {
  return {
    $schema: DIALECT,
    $id: `urn:hundi:event:${type}:${API_VERSION}`,
    title: type,
    description: meaning[type],
    ...envelope(type, resourceType),
    examples: [exampleOf(type)],
  };
}
