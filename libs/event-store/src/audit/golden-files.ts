import { strictEqual } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AggregateDefinition } from '../aggregate';
import { upcast } from '../fold';
import { assertRefusalsAgree } from './refusals-agree';

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
function goldenFileName(type: string, schemaVersion: number): string {
  return `${type}.v${schemaVersion}.json`;
}

/**
 * Proves that today's code reads every event that was ever written: there is one golden file for each (type, version),
 * no file too many, and each of them folds, through the upcasters, to the state it names. In every state on the way each refusal
 * agrees with itself (`assertRefusalsAgree`). Call it from the spec of the aggregate. Golden files are never edited; a new schema version adds one.
 *
 * @throws AssertionError naming the missing, superfluous or differing file.
 */
export function assertGoldenFiles(folder: string, aggregate: AggregateDefinition): void {
  const expected = Object.entries(aggregate.eventTypes).flatMap(([type, { schemaVersion }]) =>
    Array.from({ length: schemaVersion }, (_, index) => goldenFileName(type, index + 1)),
  );
  const found = readdirSync(folder).filter((name) => name.endsWith('.json'));
  assertSame(found.sort(), expected.sort(), `the golden files in ${folder} are not those of the declared event types`);
  const states = found.flatMap((name) => statesOf(name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as GoldenFile, aggregate));
  assertRefusalsAgree(aggregate, states);
}

/** The states that the events of a file lead through. */
function statesOf(name: string, golden: GoldenFile, aggregate: AggregateDefinition): unknown[] {
  const { type, schemaVersion } = golden.event;
  assertSame(goldenFileName(type, schemaVersion), name, `${name} holds another event than its name says`);
  let state: unknown = aggregate.initialState;
  const states = [state];
  for (const event of [...(golden.before ?? []), golden.event]) {
    const data = upcast(aggregate, event.type, event.schemaVersion, event.data);
    state = aggregate.evolve(state, { type: event.type, data });
    states.push(state);
  }
  assertSame(state, golden.state, `${name} folds to another state`);
  return states;
}

/** Compared as JSON with sorted keys: a test runner's own copies of Object and Array must not make a difference. */
function assertSame(actual: unknown, expected: unknown, message: string): void {
  strictEqual(sorted(actual), sorted(expected), `${message}\nactual:   ${sorted(actual)}\nexpected: ${sorted(expected)}`);
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
