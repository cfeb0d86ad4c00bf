import { EVENT_OBJECTS } from '#contracts';
import { propertiesOf, schemaRef, type Document, type Node } from './open-api';

/** What the document says of one event type. */
export interface DescribedEvent {
  name: string;
  description: string;
  /** The word of `resource.type`. */
  resourceType: string;
}

const ANY_EVENT = 'WebhookEvent';
const RECEIVED = 'Received';

/**
 * Adds the `webhooks` section: for each event type what is sent to an endpoint. One schema for the events of one resource,
 * without `allOf`: generators forget there which fields may be null.
 */
export function describeWebhooks(document: Document, events: readonly DescribedEvent[]): void {
  const { schemas } = document.components;
  const bodies: Record<string, Node> = (document.components.requestBodies = {});
  for (const resourceType of new Set(events.map((event) => event.resourceType))) {
    const types = events.filter((event) => event.resourceType === resourceType).map(({ name }) => name);
    describeEvents(schemas, resourceType, types);
    const name = schemaNameOf(resourceType);
    bodies[name] = { required: true, content: { 'application/json': { schema: schemaRef(name) } } };
  }
  const mapping = Object.fromEntries(events.map((event) => [event.name, schemaRef(schemaNameOf(event.resourceType)).$ref]));
  schemas[ANY_EVENT] = {
    description: 'What is sent to a webhook endpoint. More types may come: keep what you do not know.',
    oneOf: [...new Set(Object.values(mapping))].map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping },
  };
  (document.components.responses ??= {})[RECEIVED] = { description: 'Received. Anything else is sent again later.' };
  // By reference: generators take a path item that stands here for one more call of a client.
  document.components.pathItems = Object.fromEntries(events.map((event) => [`on${pascal(event.name)}`, { post: operationOf(event) }]));
  document.webhooks = Object.fromEntries(events.map(({ name }) => [name, { $ref: `#/components/pathItems/on${pascal(name)}` }]));
}

/** `payment_method` → `PaymentMethodEvent` */
function schemaNameOf(resourceType: string): string {
  return `${pascal(resourceType)}Event`;
}

function pascal(type: string): string {
  return type
    .split(/[._]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** The events of one resource: which types there are, and the resource itself in `data.object`. */
function describeEvents(schemas: Document['components']['schemas'], resourceType: string, types: readonly string[]): void {
  const object = types.map((type) => EVENT_OBJECTS.get(type)).find((name) => name !== undefined) ?? '';
  if (schemas[object] === undefined) throw new Error(`no class with a schema is the @ExampleOf an event of ${types.join()}`);
  const name = schemaNameOf(resourceType);
  const { EventResource: event, EventContent: content } = schemas;
  schemas[`${name}Data`] = { ...content, properties: { ...propertiesOf(content), object: schemaRef(object) } };
  // One enumeration each: who tries one after another, as Python does, finds the one that fits.
  const own = { type: { type: 'string', enum: types }, data: schemaRef(`${name}Data`) };
  schemas[name] = { ...event, properties: { ...propertiesOf(event), ...own } };
}

function operationOf({ name, description, resourceType }: DescribedEvent): Node {
  return {
    operationId: `on${pascal(name)}`,
    summary: description,
    tags: ['Webhooks'],
    requestBody: { $ref: `#/components/requestBodies/${schemaNameOf(resourceType)}` },
    responses: { '2XX': { $ref: `#/components/responses/${RECEIVED}` } },
  };
}
