import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counter, type CounterState } from '../../test/counter';
import type { AggregateDefinition } from '../aggregate';
import { toStoredEvent } from '../fold';
import { assertGoldenFiles, type GoldenFile } from './golden-files';

/** The counter two years on: amounts were once called `by`, and are now in an object. */
const counterOfTomorrow: AggregateDefinition = {
  ...counter,
  eventTypes: {
    'counter.added': {
      schemaVersion: 2,
      isPublic: true,
      upcast: (data, fromVersion) => (fromVersion === 1 ? { amount: (data as { by: number }).by } : data),
    },
  },
};

describe('golden files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hundi-golden-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const state = (total: number): CounterState => ({ ...counter.initialState, total });
  const write = (name: string, golden: GoldenFile): void => writeFileSync(join(folder, name), JSON.stringify(golden));
  const version1 = { type: 'counter.added', schemaVersion: 1, data: { by: 5 } };
  const version2 = { type: 'counter.added', schemaVersion: 2, data: { amount: 2 } };

  it('prove that every version ever written still folds', () => {
    write('counter.added.v1.json', { event: version1, state: state(5) });
    write('counter.added.v2.json', { before: [version1], event: version2, state: state(7) });
    expect(() => assertGoldenFiles(folder, counterOfTomorrow)).not.toThrow();
  });

  it('are missed when a version has none', () => {
    write('counter.added.v2.json', { event: version2, state: state(2) });
    expect(() => assertGoldenFiles(folder, counterOfTomorrow)).toThrow('golden files');
  });

  it('fail when old data is no longer understood', () => {
    write('counter.added.v1.json', { event: version1, state: state(5) });
    write('counter.added.v2.json', { event: version2, state: state(2) });
    const forgetful = { ...counterOfTomorrow, eventTypes: { 'counter.added': { schemaVersion: 2, isPublic: true } } };
    expect(() => assertGoldenFiles(folder, forgetful)).toThrow('counter.added.v1.json folds to another state');
  });

  it('agree with what the store reads: upcasters run at every read', () => {
    const row = {
      shard: 1, position: '1', stream_id: 's', version: 1, type: 'counter.added', schema_version: 1, account_id: 'a', livemode: false,
      event_id: 'e', command_id: 'c', correlation_id: 'c', causation_id: null, occurred_at: '5', data: '{"by":5}', meta: '{"sequence":1}',
    }; // prettier-ignore
    expect(toStoredEvent(row, counterOfTomorrow)).toMatchObject({ schemaVersion: 1, data: { amount: 5 }, occurredAtMs: 5, position: 1n });
  });
});
