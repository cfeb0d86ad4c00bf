import { InFlightMap } from './in-flight-map';

describe('what is in flight', () => {
  it('is found by its key, and is gone when it is taken out', () => {
    const map = new InFlightMap<string, number>();
    map.set('a', 1);
    map.set('b', 2);
    expect([map.get('a'), map.has('b'), map.has('c'), map.get('c'), map.size]).toEqual([1, true, false, undefined, 2]);
    expect([map.delete('a'), map.delete('a'), map.get('a'), map.size]).toEqual([true, false, undefined, 1]);
  });

  it('is in order of arrival; what is replaced keeps its place', () => {
    const map = new InFlightMap<number, string>();
    for (const key of [3, 1, 2]) map.set(key, `first ${key}`);
    map.set(3, 'second 3');
    expect([...map.values()]).toEqual(['second 3', 'first 1', 'first 2']);
    map.delete(3);
    map.set(3, 'third 3');
    expect([...map.values()]).toEqual(['first 1', 'first 2', 'third 3']);
  });

  it('may be taken out while all are looked at', () => {
    const map = new InFlightMap<number, number>();
    for (const key of [1, 2, 3]) map.set(key, key);
    const seen: number[] = [];
    for (const key of map.values()) {
      seen.push(key);
      map.delete(key);
      map.delete(2);
    }
    expect([seen, map.size]).toEqual([[1, 3], 0]);
  });
});
