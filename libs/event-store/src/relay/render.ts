import type { EventMessage, PublicEvent } from '#contracts';
import QuickLRU from 'quick-lru';
import type { Publish, Snapshot } from '../aggregate';
import { applyStoredEvent, toStoredEvent, type EventRow } from '../fold';
import type { Query, StreamReader } from '../lane/load';
import type { AggregateRegistry } from '../registry';

/**
 * Stored events → public messages. Keeps the last state of the streams it rendered; of any other stream it folds the
 * log up to the event before, so that a restart in the middle of a stream renders the same bytes.
 */
export class EventRenderer {
  private readonly last: QuickLRU<string, Snapshot>;

  constructor(
    private readonly registry: AggregateRegistry,
    private readonly reader: StreamReader,
    private readonly publish: Readonly<Record<string, Publish>>,
    hotStreamsMax: number,
  ) {
    this.last = new QuickLRU({ maxSize: hotStreamsMax });
  }

  /** The public event, or null when merchants do not see this one. */
  async render(row: EventRow, query: Query): Promise<PublicEvent | null> {
    const aggregate = this.registry.findByStreamId(row.stream_id);
    if (!aggregate) throw new Error(`no aggregate for stream ${row.stream_id}`);
    const event = toStoredEvent(row, aggregate);
    const before = await this.before(row, query);
    const after = applyStoredEvent(aggregate, before, event);
    this.last.set(row.stream_id, after);
    return this.publish[aggregate.streamType]?.(event, before, after) ?? null;
  }

  private async before(row: EventRow, query: Query): Promise<Snapshot | null> {
    if (row.version === 1) return null;
    const known = this.last.get(row.stream_id);
    if (known?.head.version === row.version - 1) return known;
    return this.reader.foldTo(query, { shard: row.shard, streamId: row.stream_id }, row.version - 1);
  }
}

/**
 * The public event as a message, with what consumers need to apply it exactly once (architecture.md 4.5). It becomes text
 * when somebody reads it and not before: a consumer in the same process may need the position alone, and the text of a
 * whole resource is the dearest part of a page.
 */
export function toMessage(row: EventRow, event: PublicEvent, prev: bigint): EventMessage {
  let text: string | undefined;
  return {
    key: row.stream_id,
    shard: row.shard,
    position: BigInt(row.position),
    prev,
    cloudEvent: { id: event.id, source: `/accounts/${event.account_id}`, type: event.type, subject: row.stream_id, time: event.timestamp },
    get value() {
      return (text ??= JSON.stringify(event));
    },
  };
}
