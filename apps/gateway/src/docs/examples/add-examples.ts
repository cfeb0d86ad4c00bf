import { OBJECT_EXAMPLES, REQUEST_EXAMPLES, type PublicEvent } from '#contracts';
import { operationsOf, propertiesOf, schemaName, type Document } from '../published/open-api';
import { INLINE_EXAMPLES } from './inline-examples';

/** An event type with its example. */
export interface EventWithExample {
  name: string;
  example: PublicEvent;
}

/**
 * Gives every body of a request its examples, and every schema of an answer one: where a schema is used, its example holds, in
 * lists and events too. @param events the catalog, whose objects are the examples of resources.
 */
export function addExamples(document: Document, events: readonly EventWithExample[]): void {
  const { schemas } = document.components;
  for (const { operation } of operationsOf(document)) {
    const media = operation.requestBody?.content['application/json'];
    const examples = REQUEST_EXAMPLES.get(schemaName(media?.schema ?? {}) ?? '');
    if (media !== undefined && examples !== undefined) Object.assign(media, { examples });
  }
  const byType = new Map(events.map(({ name, example }) => [name, example]));
  const eventOf = (type: string): PublicEvent => {
    const example = byType.get(type);
    if (example === undefined) throw new Error(`${type} is the source of an example and does not exist`);
    return example;
  };
  for (const [name, makeExample] of [...OBJECT_EXAMPLES, ...INLINE_EXAMPLES]) {
    const schema = schemas[name];
    if (schema !== undefined) schema.examples = [makeExample(eventOf)];
  }
}

/** Takes away what stands twice: a field of an answer has its example in that of the object. */
export function dropExamplesOfFields({ components: { schemas } }: Document): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if (name.endsWith('Dto')) continue;
    for (const property of Object.values(propertiesOf(schema))) delete property?.example;
  }
}
