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
  properties: {
    resource: { properties: { type: { const: string } } };
    data: { properties: { object: { $ref: string; description: string } } };
  };
  examples: [PublicEvent];
}

let catalog: ReadonlyMap<string, EventTypeEntry> | undefined;

/**
 * Every event type with its published schema and example, in the order of the reference. Read once in a process: the files change
 * with a release only.
 *
 * @throws Error when a file is missing or broken: the installation is not whole.
 */
export function loadEventCatalog(): ReadonlyMap<string, EventTypeEntry> {
  return (catalog ??= readCatalog());
}

/** A resource has many events: its schema is read once. */
function readCatalog(): ReadonlyMap<string, EventTypeEntry> {
  const resources = new Map<string, Record<string, unknown>>();
  const resourceOf = (resourceType: string): Record<string, unknown> => {
    const schema = resources.get(resourceType) ?? readSchema(`resources/${resourceType}`);
    resources.set(resourceType, schema);
    return schema;
  };
  return new Map(EVENT_TYPES.map((name) => [name, readEntry(name, resourceOf)]));
}

function readEntry(name: EventTypeName, resourceOf: (resourceType: string) => Record<string, unknown>): EventTypeEntry {
  const { description, properties, examples, ...rest } = readSchema(name) as unknown as PublishedSchema;
  const example = openExample(examples[0]);
  const resourceType = properties.resource.properties.type.const;
  return {
    name,
    description,
    resourceType,
    isExplicitOnly: EXPLICIT_ONLY_EVENT_TYPES.has(name),
    schema: {
      ...openSchema({ ...rest, description, properties: withResource(properties, resourceOf(resourceType)) }),
      examples: [example],
    },
    example,
  };
}

/** Who asks for one type gets its schema whole: the resource stands where the published file refers to it. */
function withResource(properties: PublishedSchema['properties'], resourceSchema: Record<string, unknown>): object {
  const { data } = properties;
  const { $schema: _dialect, $id: _id, title: _title, ...resource } = resourceSchema;
  const object = { ...resource, description: data.properties.object.description };
  return { ...properties, data: { ...data, properties: { ...data.properties, object } } };
}

function readSchema(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(SCHEMAS, `${name}.json`), 'utf8')) as Record<string, unknown>;
}
