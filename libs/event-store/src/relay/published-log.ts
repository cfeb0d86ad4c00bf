import type { EventMessage } from '#contracts';
import type { LogEpochs } from '../epochs/log-epochs';
import { verifiedColumns, type EventRow } from '../fold';
import type { Statement } from '../writer/connection';
import type { StoreReadsParts } from '../reads/reads';
import { quoteSchema } from '../schema/names';
import { EventRenderer } from './render';

/** Messages of a page: with bodies of the usual size some hundred kilobytes. */
const PAGE_MAX = 200;
/** Streams whose last state is kept between pages. */
const STREAMS_MAX = 500;

/** Which events of a shard: those with `after < position < before`. */
export interface PublishedWindow {
  shard: number;
  /** The position of a public event, or 0: what the first message follows. */
  after: bigint;
  before: bigint;
}

/** The progress of a shard's publication. */
export interface PublishedEnd {
  /** Position of the last event that the broker has acknowledged. */
  position: bigint;
  /** Position of the last event before the log was restored or failed over for the last time; 0 when it never was. */
  restoredTo: bigint;
}

/** What the relay publishes, read from the log again, for a consumer that lost some of it on the way. It moves no cursor. */
export class PublishedLog {
  /** Whose log it is. */
  readonly service: string;
  private readonly page: Statement;
  private readonly endsOfShards: Statement;
  /** Of its own: the relay's remembers where streams stand now. */
  private readonly renderer: EventRenderer;
  private readonly epochs: LogEpochs;
  private readonly query: StoreReadsParts['query'];

  constructor(parts: StoreReadsParts & { epochs: LogEpochs }) {
    const { schema, query } = parts;
    this.renderer = new EventRenderer(parts, STREAMS_MAX);
    this.epochs = parts.epochs;
    this.query = query;
    this.service = schema;
    this.page = {
      name: 'hundi_published_page',
      text: `SELECT ${verifiedColumns(quoteSchema(schema))} FROM ${quoteSchema(schema)}.events e
        WHERE e.shard = $1 AND e.position > $2 AND e.position < $3 AND e.meta ->> 'sequence' IS NOT NULL ORDER BY e.position LIMIT ${PAGE_MAX}`,
    };
    this.endsOfShards = {
      name: 'hundi_published_ends',
      text: `SELECT c.shard, c.public_position, coalesce(l.starts[c.shard + 1], 0) AS restored_to FROM ${quoteSchema(schema)}.relay_cursors c
        LEFT JOIN (SELECT starts FROM ${quoteSchema(schema)}.log_epochs ORDER BY epoch DESC LIMIT 1) l ON true
        WHERE c.public_position > 0 ORDER BY c.shard`,
    };
  }

  /** Shards without a published event are left out. @throws Error of the database. */
  async ends(): Promise<ReadonlyMap<number, PublishedEnd>> {
    const rows = await this.query<{ shard: number; public_position: string; restored_to: string }>(this.endsOfShards, []);
    return new Map(
      rows.map(({ shard, public_position: position, restored_to: restoredTo }) => [
        shard,
        { position: BigInt(position), restoredTo: BigInt(restoredTo) },
      ]),
    );
  }

  /**
   * The first public events of a window, oldest first, to the byte as the relay publishes them. Ask again behind the last
   * one until there is none.
   *
   * @throws Error of an event that cannot be rendered, or of the database.
   */
  async read({ shard, after, before }: PublishedWindow): Promise<EventMessage[]> {
    const rows = await this.query<EventRow>(this.page, [shard, after.toString(), before.toString()]);
    // After the page: it may be of an epoch that no session of this process has entered yet.
    await this.epochs.enter(this.query);
    const messages: EventMessage[] = [];
    for (const row of rows) {
      const message = this.renderer.message(await this.renderer.read(row, this.query), messages.at(-1)?.position ?? after);
      if (message !== null) messages.push(message);
    }
    return messages;
  }
}
