import type { EventMeta, StoredEvent } from '#contracts';
import type { EventRow } from '../fold';
import type { ProjectedEvent } from '../projection/projection';

/** An event to publish: from a writer of this process, or as a row of the log. */
export type PageEvent = ProjectedEvent | EventRow;

/** Where an event stands, read or not, and when it was stored: on a test clock it happened at another time. */
export interface Place extends Pick<StoredEvent, 'shard' | 'position' | 'type'> {
  recordedAtMs: number;
}

/** Tells without reading the event: its data may be what cannot be read. */
export function placeOf(event: PageEvent): Place {
  if ('event' in event) {
    const { shard, position, type, occurredAtMs, meta } = event.event;
    return { shard, position, type, recordedAtMs: meta.clock?.recordedAtMs ?? occurredAtMs };
  }
  const { shard, position, type, occurred_at: occurredAt, meta } = event;
  return { shard, position: BigInt(position), type, recordedAtMs: clockIn(meta)?.recordedAtMs ?? Number(occurredAt) };
}

/** Of most events there is none, which is seen without parsing. */
function clockIn(meta: string): EventMeta['clock'] {
  return meta.includes('"clock":') ? (JSON.parse(meta) as EventMeta).clock : undefined;
}
