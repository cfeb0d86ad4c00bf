import { schemaRef, type Document, type Node } from './open-api';

/** What the document says of one event type. */
export interface DescribedEvent {
  name: string;
  description: string;
  /** The word of `resource.type`. */
  resourceType: string;
}

/** The schema of `data.object` of an event, by the word of its `resource.type`. */
export const EVENT_OBJECTS: Readonly<Record<string, string>> = {
  payment: 'PaymentResource',
  refund: 'RefundResource',
  customer: 'CustomerResource',
  payment_method: 'PaymentMethodResource',
  'kyc.verification': 'ThinVerification',
  webhook_endpoint: 'WebhookEndpointResource',
};
const ANY_EVENT = 'WebhookEvent';
const RECEIVED = 'Received';

/** Adds the `webhooks` section: for each event type what is sent to an endpoint, told apart by `type`. */
export function describeWebhooks(document: Document, events: readonly DescribedEvent[]): void {
  const { schemas } = document.components;
  for (const event of events) schemas[schemaNameOf(event.name)] = schemaOf(event, schemas);
  const mapping = Object.fromEntries(events.map(({ name }) => [name, schemaRef(schemaNameOf(name)).$ref]));
  schemas[ANY_EVENT] = {
    description: 'What is sent to a webhook endpoint. More types may come: keep what you do not know.',
    oneOf: events.map(({ name }) => schemaRef(schemaNameOf(name))),
    discriminator: { propertyName: 'type', mapping },
  };
  (document.components.responses ??= {})[RECEIVED] = { description: 'Received. Anything else is sent again later.' };
  // By reference: generators take a path item that stands here for one more call of a client.
  document.components.pathItems = Object.fromEntries(events.map((event) => [`on${pascal(event.name)}`, { post: operationOf(event) }]));
  document.webhooks = Object.fromEntries(events.map(({ name }) => [name, { $ref: `#/components/pathItems/on${pascal(name)}` }]));
}

/** `payment.captured` → `PaymentCapturedEvent` */
export function schemaNameOf(type: string): string {
  return `${pascal(type)}Event`;
}

function pascal(type: string): string {
  return type
    .split(/[._]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

function schemaOf({ name, description, resourceType }: DescribedEvent, schemas: Document['components']['schemas']): Node {
  const object = EVENT_OBJECTS[resourceType] ?? '';
  if (schemas[object] === undefined) throw new Error(`${name} is about a ${resourceType}, which has no schema`);
  const data = `${pascal(resourceType)}EventData`;
  schemas[data] = { type: 'object', properties: { object: schemaRef(object) }, required: ['object'] };
  const own = { type: { type: 'string', const: name }, data: schemaRef(data) };
  return { description, allOf: [schemaRef('EventResource'), { type: 'object', properties: own, required: ['type', 'data'] }] };
}

function operationOf({ name, description }: DescribedEvent): Node {
  return {
    operationId: `on${pascal(name)}`,
    summary: description,
    tags: ['Webhooks'],
    requestBody: { required: true, content: { 'application/json': { schema: schemaRef(schemaNameOf(name)) } } },
    responses: { '2XX': { $ref: `#/components/responses/${RECEIVED}` } },
  };
}
