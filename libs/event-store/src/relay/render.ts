import { cloudEventOf, type EventEpoch, type EventMessage, type PublicEvent } from '#contracts';
import QuickLRU from 'quick-lru';
import type { Publish, Snapshot } from '../aggregate';
import { applyStoredEvent, toStoredEvent, type EventRow } from '../fold';
import type { Query, StreamReader } from '../writer/load';
import type { ProjectedEvent } from '../projection/projection';
import type { LogEpochs } from '../epochs/log-epochs';
import type { AggregateRegistry } from '../registry';

export interface EventRendererParts {
  registry: AggregateRegistry;
  reader: StreamReader;
  epochs: LogEpochs;
}

/**
 * Stored events → public messages. Of streams whose rows it reads it keeps the last state; of any other stream it folds
 * the log up to the event before, so that a restart in the middle of a stream renders the same bytes.
 */
export class EventRenderer {
  private readonly last: QuickLRU<string, Snapshot>;

  constructor(
    private readonly parts: EventRendererParts,
    hotStreamsMax: number,
  ) {
    this.last = new QuickLRU({ maxSize: hotStreamsMax });
  }

  /** The event of a row with the stream around it. */
  async read(row: EventRow, query: Query): Promise<ProjectedEvent> {
    const aggregate = this.parts.registry.findByStreamId(row.stream_id);
    if (!aggregate) throw new Error(`no aggregate for stream ${row.stream_id}`);
    const event = toStoredEvent(row, aggregate);
    const before = await this.before(row, query);
    const after = applyStoredEvent(aggregate, before, event);
    this.last.set(row.stream_id, after);
    return { event, before, after };
  }

  /**
   * The event as a message, or null when merchants do not see it. It is rendered when it is read and not
   * before: a consumer in the same process may need the position alone, and the text of a whole resource is the dearest
   * part of a page.
   *
   * @param prev position of the public event before it in the shard.
   */
  message(projected: ProjectedEvent, prev: bigint): EventMessage | null {
    const { streamId, shard, position, meta } = projected.event;
    const publish = this.parts.registry.findByStreamId(streamId)?.publish;
    if (publish === undefined || meta.sequence === null) return null;
    return new RenderedMessage(projected, { prev, epoch: this.parts.epochs.of(shard, position, prev) }, publish);
  }

  private async before(row: EventRow, query: Query): Promise<Snapshot | null> {
    if (row.version === 1) return null;
    const known = this.last.get(row.stream_id);
    if (known?.head.version === row.version - 1) return known;
    return this.parts.reader.foldTo(query, { shard: row.shard, streamId: row.stream_id }, row.version - 1);
  }
}

/** A public event on its way, with what consumers need to apply it exactly once. */
class RenderedMessage implements EventMessage {
  readonly key: string;
  readonly shard: number;
  readonly position: bigint;
  readonly prev: bigint;
  readonly epoch: EventEpoch | undefined;
  private rendered: PublicEvent | undefined;
  private text: string | undefined;

  constructor(
    private readonly projected: ProjectedEvent,
    { prev, epoch }: { prev: bigint; epoch: EventEpoch | undefined },
    private readonly publish: Publish,
  ) {
    const { streamId, shard, position } = projected.event;
    this.key = streamId;
    this.shard = shard;
    this.position = position;
    this.prev = prev;
    this.epoch = epoch;
  }

  get cloudEvent(): EventMessage['cloudEvent'] {
    return cloudEventOf(this.event);
  }

  get value(): string {
    return (this.text ??= JSON.stringify(this.event));
  }

  /** @throws Error of a publisher that hides what was numbered for merchants, or has a bug. */
  get event(): PublicEvent {
    if (this.rendered !== undefined) return this.rendered;
    const { event, before, after } = this.projected;
    const rendered = this.publish(event, before, after);
    if (rendered === null) throw new Error(`${event.type} is public by its definition, but its publisher gives nothing`);
    this.rendered = rendered;
    return rendered;
  }
}
