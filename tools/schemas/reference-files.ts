import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApiDocument } from './asyncapi';
import { breaches, requireWhatAlwaysWas } from './compatibility';
import { eventSchemas, typesByService } from './event-schemas';
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
  const schemas = new Map<string, JsonSchema>();
  const problems: string[] = [];
  for (const [type, schema] of eventSchemas()) {
    const published = readPublished(root, type);
    const next = requireWhatAlwaysWas(published, schema);
    if (published) problems.push(...breaches(published, next).map((breach) => `${type}: ${breach}`));
    schemas.set(type, next);
  }
  const files = [...schemas].map(([type, schema]) => ({ path: schemaPath(type), text: textOf(schema) }));
  const asyncApi = { path: join(EVENTS_FOLDER, 'asyncapi.json'), text: textOf(asyncApiDocument(schemas, typesByService())) };
  const testing = { path: join('docs', 'reference', 'testing.md'), text: testingReference() };
  return { files: [asyncApi, ...files, testing], problems };
}

function schemaPath(type: string): string {
  return join(EVENTS_FOLDER, 'schemas', `${type}.json`);
}

function readPublished(root: string, type: string): JsonSchema | undefined {
  const path = join(root, schemaPath(type));
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as JsonSchema) : undefined;
}

function textOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
