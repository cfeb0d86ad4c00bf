import type { ClockEvent } from './clocks-of';

/** What is compared of an event. */
export interface EventWithChanges extends Pick<ClockEvent, 'id' | 'type' | 'resource'> {
  data: { object: Record<string, unknown>; previous_attributes: Record<string, unknown> | null };
}

/** Two events of one object that follow each other. */
interface Neighbors {
  is: EventWithChanges;
  /** What `previous_attributes` of the second should be. */
  expected: Record<string, unknown>;
}

/** Every event has a value of its own in these; `member` says whom an event of an account is about. */
const OF_EACH_EVENT = ['updated_at', 'sequence', 'member'];

/** Pairs of neighboring events of one object. @param events in their order. */
export function neighbors(events: readonly EventWithChanges[]): Neighbors[] {
  const last = new Map<string, EventWithChanges>();
  return events.flatMap((is) => {
    const was = last.get(is.resource.id);
    last.set(is.resource.id, is);
    return was === undefined ? [] : [{ is, expected: differences(was, is) }];
  });
}

/** The events whose `previous_attributes` are not what they should be. */
export function wrongIn(pairs: readonly Neighbors[]): object[] {
  return pairs
    .filter(({ is, expected }) => JSON.stringify(sorted(is.data.previous_attributes ?? {})) !== JSON.stringify(sorted(expected)))
    .map(({ is, expected }) => ({ type: is.type, id: is.resource.id, says: is.data.previous_attributes, expected }));
}

/** The fields in which the second of two objects differs, with what they were in the first. */
function differences(was: EventWithChanges, is: EventWithChanges): Record<string, unknown> {
  const [before, after] = [was, is].map(({ data }) => Object.entries(data.object));
  const earlier = new Map(before);
  const changed = after!.filter(
    ([name, value]) => !OF_EACH_EVENT.includes(name) && JSON.stringify(earlier.get(name)) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed.map(([name]) => [name, earlier.get(name)]));
}

function sorted(values: object): [string, unknown][] {
  return Object.entries(values).toSorted(([left], [right]) => left.localeCompare(right));
}
