import { deepStrictEqual } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AggregateDefinition } from './aggregate';
import { upcast } from './fold';

interface GoldenEvent {
  type: string;
  schemaVersion: number;
  data: unknown;
}

/** What a golden file holds: an event as it was written then, what came before it, and the state it leads to today. */
export interface GoldenFile {
  before?: GoldenEvent[];
  event: GoldenEvent;
  state: unknown;
}

/** `payment.created.v1.json`: one file for each event type and schema version that was ever written. */
export function goldenFileName(type: string, schemaVersion: number): string {
  return `${type}.v${schemaVersion}.json`;
}

/**
 * Proves that today's code reads every event that was ever written: there is one golden file for each (type, version),
 * no file too many, and each of them folds, through the upcasters, to the state it names. Call it from the spec of the
 * aggregate. Golden files are never edited; a new schema version adds one.
 *
 * @throws AssertionError naming the missing, superfluous or differing file.
 */
export function assertGoldenFiles(folder: string, aggregate: AggregateDefinition): void {
  const expected = Object.entries(aggregate.eventTypes).flatMap(([type, { schemaVersion }]) =>
    Array.from({ length: schemaVersion }, (_, index) => goldenFileName(type, index + 1)),
  );
  const found = readdirSync(folder).filter((name) => name.endsWith('.json'));
  deepStrictEqual(found.sort(), expected.sort(), `golden files in ${folder} and declared event types differ`);
  for (const name of found) assertGoldenFile(name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as GoldenFile, aggregate);
}

function assertGoldenFile(name: string, golden: GoldenFile, aggregate: AggregateDefinition): void {
  const { type, schemaVersion } = golden.event;
  deepStrictEqual(goldenFileName(type, schemaVersion), name, `${name} holds another event than its name says`);
  let state: unknown = aggregate.initialState;
  for (const event of [...(golden.before ?? []), golden.event]) {
    const data = upcast(aggregate, event.type, event.schemaVersion, event.data);
    state = aggregate.evolve(state, { type: event.type, data });
  }
  deepStrictEqual(JSON.parse(JSON.stringify(state)), golden.state, `${name} folds to another state`);
}
