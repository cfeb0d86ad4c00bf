import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApiDocument } from './asyncapi';
import { breaches, requireWhatAlwaysWas } from './compatibility';
import { eventSchemas, resourceSchemas, typesByService } from './event-schemas';
import type { JsonSchema } from './json-schema';
import { testingReference } from './testing-reference';

/** Where the generated reference of events stands, from the root of the repository. */
export const EVENTS_FOLDER = join('docs', 'reference', 'events');

/** A generated file: its path from the root of the repository, and its text. */
export interface ReferenceFile {
  path: string;
  text: string;
}

/**
 * What the contracts say today, written so that the published files stay true for everybody who reads them.
 *
 * @returns the files, and a sentence for each change that would break a consumer.
 */
export function referenceFiles(root: string): { files: ReferenceFile[]; problems: string[] } {
  const problems: string[] = [];
  const nextOf = ([name, schema]: [string, JsonSchema], path: string): [string, JsonSchema] => {
    const published = readPublished(root, path);
    const next = requireWhatAlwaysWas(published, schema);
    if (published) problems.push(...breaches(published, next).map((breach) => `${name}: ${breach}`));
    return [name, next];
  };
  const resources = new Map([...resourceSchemas()].map((entry) => nextOf(entry, resourcePath(entry[0]))));
  const events = new Map([...eventSchemas()].map((entry) => nextOf(entry, eventPath(entry[0]))));
  const files = [
    { path: join(EVENTS_FOLDER, 'asyncapi.json'), text: textOf(asyncApiDocument({ resources, events, types: typesByService() })) },
    ...[...resources].map(([name, schema]) => ({ path: resourcePath(name), text: textOf(schema) })),
    ...[...events].map(([type, schema]) => ({ path: eventPath(type), text: textOf(schema) })),
    { path: join('docs', 'reference', 'testing.md'), text: testingReference() },
  ];
  return { files, problems };
}

function eventPath(type: string): string {
  return join(EVENTS_FOLDER, 'schemas', `${type}.json`);
}

function resourcePath(resourceType: string): string {
  return join(EVENTS_FOLDER, 'schemas', 'resources', `${resourceType}.json`);
}

function readPublished(root: string, path: string): JsonSchema | undefined {
  const file = join(root, path);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as JsonSchema) : undefined;
}

function textOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
