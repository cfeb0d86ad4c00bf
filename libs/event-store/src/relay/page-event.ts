import type { StoredEvent } from '#contracts';
import type { EventRow } from '../fold';
import type { ProjectedEvent } from '../projection/projection';

/** An event to publish: from a writer of this process, or as a row of the log. */
export type PageEvent = ProjectedEvent | EventRow;

/** Where an event stands, read or not. */
export type Place = Pick<StoredEvent, 'shard' | 'position' | 'type' | 'occurredAtMs'>;

/** Tells without reading the event: its data may be what cannot be read. */
export function placeOf(event: PageEvent): Place {
  if ('event' in event) return event.event;
  const { shard, position, type, occurred_at: occurredAt } = event;
  return { shard, position: BigInt(position), type, occurredAtMs: Number(occurredAt) };
}
