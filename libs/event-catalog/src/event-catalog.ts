import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_TYPES, EXPLICIT_ONLY_EVENT_TYPES, type EventTypeName, type PublicEvent } from '#contracts';
import { openExample, openSchema } from './as-merchants-read';

/** What is known of an event type (docs/reference/webhooks.md, Event types and filters). */
export interface EventTypeEntry {
  name: EventTypeName;
  /** What happened, in a sentence. */
  description: string;
  /** The word of `resource.type`. */
  resourceType: string;
  /** Whether `*` leaves it out. */
  isExplicitOnly: boolean;
  /** JSON Schema 2020-12 of the whole event as merchants read it: personal values in the clear. */
  schema: object;
  /** An event that the schema accepts. */
  example: PublicEvent;
}

/** The published schemas, from here in the repository and in `dist` (tools/build.mjs puts them there). */
const SCHEMAS = join(__dirname, '../../../docs/reference/events/schemas');

interface PublishedSchema {
  description: string;
  properties: { resource: { properties: { type: { const: string } } } };
  examples: [PublicEvent];
}

/**
 * Every event type with its published schema and example, in the order of the reference.
 *
 * @throws Error when a file is missing or broken: the installation is not whole.
 */
export function loadEventCatalog(): ReadonlyMap<string, EventTypeEntry> {
  return new Map(EVENT_TYPES.map((name) => [name, readEntry(name)]));
}

function readEntry(name: EventTypeName): EventTypeEntry {
  const schema = JSON.parse(readFileSync(join(SCHEMAS, `${name}.json`), 'utf8')) as PublishedSchema;
  const { description, properties, examples, ...rest } = schema;
  const example = openExample(examples[0]);
  return {
    name,
    description,
    resourceType: properties.resource.properties.type.const,
    isExplicitOnly: EXPLICIT_ONLY_EVENT_TYPES.has(name),
    schema: { ...openSchema({ ...rest, description, properties }), examples: [example] },
    example,
  };
}
