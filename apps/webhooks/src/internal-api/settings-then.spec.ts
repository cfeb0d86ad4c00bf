import type { Snapshot } from '#event-store';
import { statesThen } from './settings-then';

/** A stream of which each version holds from its own time on. */
const version = (updatedAtMs: number): Snapshot<string> => ({ head: { updatedAtMs }, state: `since ${updatedAtMs}` }) as Snapshot<string>;

describe('a stream at several moments', () => {
  const now = version(90);
  let asked: number[];
  const findAsOf = async (timeMs: number): Promise<Snapshot<string> | null> => {
    asked.push(timeMs);
    const sinceMs = [50, 20].find((since) => since <= timeMs);
    return sinceMs === undefined ? null : version(sinceMs);
  };
  const at = async (...timesMs: number[]): Promise<string[]> => {
    const states = await statesThen(now, timesMs, findAsOf);
    return timesMs.map((timeMs) => states.get(timeMs)!.state);
  };
  beforeEach(() => {
    asked = [];
  });

  it('is as it is now since its last change, and nothing is folded for that', async () => {
    expect(await at(90, 95, 200)).toEqual(['since 90', 'since 90', 'since 90']);
    expect(asked).toEqual([]);
  });

  it('is as it was then, and folded once for each version, however the moments are ordered', async () => {
    expect(await at(21, 95, 89, 51, 60, 20, 89)).toEqual([
      'since 20',
      'since 90',
      'since 50',
      'since 50',
      'since 50',
      'since 20',
      'since 50',
    ]);
    expect(asked).toEqual([89, 21]);
  });

  it('is as it is now where it was not yet', async () => {
    expect(await at(10, 30)).toEqual(['since 90', 'since 20']);
  });
});
