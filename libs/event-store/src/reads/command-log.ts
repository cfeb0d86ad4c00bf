import type { EventMeta } from '#contracts';
import { verifiedColumns, type EventRow } from '../fold';
import type { ProjectedEvent } from '../projection/projection';
import { changesOf } from '../publish-resource';
import { EventRenderer, type EventRendererParts } from '../relay/render';
import { quoteSchema } from '../schema/names';
import type { Statement } from '../writer/connection';
import type { Query } from '../writer/load';
import type { DoneCommand } from './done-command';
import { requestOf, type RequestRow } from './request-rows';

/** Events that are looked at for a page, of all shards that are asked for together. */
const SCANNED_TOTAL = 12_800;
/** Of one shard at least, and at most. */
const SCANNED_MIN = 200;
const SCANNED_MAX = 1_000;
/** A page ends where it has taken so long, well before its reader gives up: else one that takes too long would be asked for again for ever. */
const PAGE_MS = 3_000;
/** Of one command, with what else was stored between them. */
const COMMAND_EVENTS_MAX = 200;
/** Streams whose last state is kept between pages. */
const STREAMS_MAX = 50;
/** Of requests without events. */
const REQUESTS_MAX = 500;

/** How far a shard was looked at. */
export type LogMark = [shard: number, position: string];

/** Commands in the order of their events, shard by shard, and up to where there are no others. */
export interface CommandLogPage {
  commands: DoneCommand[];
  marks: LogMark[];
  /** The shards of which there is more. */
  behind: number[];
}

/** How far requests without events were looked at: when the last one was stored, in milliseconds since the epoch. */
export interface RequestsPage {
  commands: DoneCommand[];
  throughMs: number;
  hasMore: boolean;
}

interface ScannedRow {
  shard: number;
  position: string;
  stream_id: string;
  account_id: string;
  livemode: boolean;
  correlation_id: string;
  occurred_at: string;
  type: string;
  /** Of the first event of each command only. */
  meta: string | null;
  operation: string | null;
  target: string | null;
}

type FirstRow = ScannedRow & { meta: string };

/** A command of a caller is what its operation is known by, whatever follow-ups store its events. Once for each command. */
const CALLERS_COMMAND = "CASE WHEN e.meta IS NOT NULL AND e.correlation_id ~ '^[0-9a-f-]{36}$' THEN e.correlation_id::uuid END";

/** Which commands of callers and operators a service has carried out, read from its log: of what the system does by itself there are none. */
export class CommandLog {
  private readonly scan: Statement;
  private readonly ends: Statement;
  private readonly eventsOf: Statement;
  private readonly requests: Statement;

  /** Of its own: the relay's remembers where streams stand now. */
  private readonly renderer: EventRenderer;

  constructor(private readonly parts: EventRendererParts & { schema: string; query: Query }) {
    const schema = quoteSchema(parts.schema);
    this.renderer = new EventRenderer(parts, STREAMS_MAX);
    this.scan = {
      name: 'hundi_command_log',
      text: `SELECT e.*, c.operation, c.stream_id AS target
        FROM unnest($1::smallint[], $2::bigint[]) AS m (shard, position)
        CROSS JOIN LATERAL (
          SELECT x.shard, x.position, x.stream_id, x.account_id, x.livemode, x.correlation_id, x.occurred_at, x.type,
            CASE WHEN x.correlation_id IS DISTINCT FROM lag(x.correlation_id) OVER (ORDER BY x.position) THEN x.meta::text END AS meta
          FROM ${schema}.events x WHERE x.shard = m.shard AND x.position >= m.position ORDER BY x.position LIMIT $3) e
        LEFT JOIN LATERAL (
          SELECT k.operation, k.stream_id FROM ${schema}.commands k WHERE k.shard = e.shard AND k.command_id = ${CALLERS_COMMAND} LIMIT 1) c ON true
        ORDER BY e.shard, e.position`,
    };
    this.ends = {
      name: 'hundi_command_log_ends',
      text: `SELECT m.shard, coalesce((SELECT max(e.position) FROM ${schema}.events e WHERE e.shard = m.shard), 0) AS position
        FROM unnest($1::smallint[]) AS m (shard)`,
    };
    this.eventsOf = {
      name: 'hundi_command_log_events',
      text: `SELECT ${verifiedColumns(schema)} FROM ${schema}.events e
        WHERE e.shard = $1 AND e.position >= $2 AND e.position < $2 + ${COMMAND_EVENTS_MAX} AND e.correlation_id = $3 AND e.stream_id = $4 ORDER BY e.position`,
    };
    this.requests = {
      name: 'hundi_command_log_requests',
      text: `SELECT k.command_id, k.stream_id, k.operation, k.actor::text AS actor, extract(epoch FROM k.created_at)::float8 * 1000 AS created_ms
        FROM ${schema}.commands k WHERE k.actor IS NOT NULL AND k.outcome = 'accepted' AND k.created_at >= to_timestamp($1::float8 / 1000)
        ORDER BY k.created_at LIMIT ${REQUESTS_MAX}`,
    };
  }

  /**
   * What was carried out behind these marks. A mark that the log does not reach, because a backup was restored, goes back to its end.
   *
   * @param withinMs after so many milliseconds a page ends that has a command.
   */
  async read(marks: readonly LogMark[], withinMs = PAGE_MS): Promise<CommandLogPage> {
    const untilMs = performance.now() + withinMs;
    const scannedMax = Math.max(SCANNED_MIN, Math.min(SCANNED_MAX, Math.floor(SCANNED_TOTAL / marks.length)));
    const [shards, positions] = [marks.map(([shard]) => shard), marks.map(([, position]) => position)];
    const rows = await this.parts.query<ScannedRow>(this.scan, [shards, positions, scannedMax + 1]);
    const byShard = new Map<number, ScannedRow[]>(marks.map(([shard]) => [shard, []]));
    for (const row of rows) byShard.get(row.shard)?.push(row);
    const [read, lost] = [[] as LogMark[], [] as number[]];
    const behind: number[] = [];
    const commands: DoneCommand[] = [];
    for (const mark of marks) {
      const scanned = byShard.get(mark[0]) ?? [];
      if (!reaches(scanned, mark)) lost.push(mark[0]);
      else {
        const through = await this.addCommands(commands, { rows: scanned, mark, untilMs });
        read.push([mark[0], through]);
        if (scanned.length > scannedMax || hasRowsBehind(scanned, through)) behind.push(mark[0]);
      }
    }
    return { commands, marks: [...read, ...(await this.endsOf(lost))], behind };
  }

  /** Requests that changed plain tables and no stream, stored from an instant on: some of them again, because they are not stored in order. */
  async readRequests(fromMs: number): Promise<RequestsPage> {
    const rows = await this.parts.query<RequestRow>(this.requests, [fromMs]);
    return {
      commands: rows.map(requestOf),
      throughMs: rows.at(-1)?.created_ms ?? fromMs,
      hasMore: rows.length === REQUESTS_MAX,
    };
  }

  /** The first event of each command of a caller, behind a mark. @returns up to where there are no others. */
  private async addCommands(
    commands: DoneCommand[],
    { rows, mark: [, position], untilMs }: { rows: readonly ScannedRow[]; mark: LogMark; untilMs: number },
  ): Promise<string> {
    let through = position;
    for (const row of rows) {
      if (isFirst(row) && row.position !== position && metaOf(row).actor.kind !== 'system') {
        if (commands.length > 0 && performance.now() >= untilMs) return through;
        commands.push(await this.commandOf(row));
      }
      through = row.position;
    }
    return through;
  }

  private async endsOf(shards: readonly number[]): Promise<LogMark[]> {
    if (shards.length === 0) return [];
    const rows = await this.parts.query<{ shard: number; position: string }>(this.ends, [shards]);
    return rows.map(({ shard, position }) => [shard, position]);
  }

  private async commandOf(row: FirstRow): Promise<DoneCommand> {
    const { actor, requestId, clock } = metaOf(row);
    const operation = row.operation ?? row.type;
    const note = actor.kind === 'operator' ? await this.noteOf(row) : undefined;
    return {
      ...{
        commandId: row.correlation_id,
        operation,
        streamId: row.target ?? row.stream_id,
        accountId: row.account_id,
        livemode: row.livemode,
      },
      ...{ atMs: clock?.recordedAtMs ?? Number(row.occurred_at), actor, requestId },
      changes: operation.endsWith('.update') ? await this.changesOf(row) : null,
      ...(note !== undefined && { note }),
    };
  }

  /** What an operator says stands in the first event that has a note. */
  private async noteOf(row: ScannedRow): Promise<string | undefined> {
    for (const { data } of await this.rowsOf(row)) {
      const { note } = JSON.parse(data) as { note?: unknown };
      if (typeof note === 'string') return note;
    }
    return undefined;
  }

  private rowsOf(row: ScannedRow): Promise<EventRow[]> {
    return this.parts.query<EventRow>(this.eventsOf, [row.shard, row.position, row.correlation_id, row.target ?? row.stream_id]);
  }

  private async changesOf(row: ScannedRow): Promise<string | null> {
    const { query, registry } = this.parts;
    const rows = await this.rowsOf(row);
    const events: ProjectedEvent[] = [];
    for (const one of rows) events.push(await this.renderer.read(one, query));
    return changesOf(events, ({ streamId }) => registry.findByStreamId(streamId)?.publish);
  }
}

/** Whether the rows from a mark on begin with that mark; a log of which nothing was read has none. */
function reaches([first]: readonly ScannedRow[], [, position]: LogMark): boolean {
  return position === '0' || first?.position === position;
}

function hasRowsBehind(rows: readonly ScannedRow[], position: string): boolean {
  return rows.length > 0 && rows.at(-1)?.position !== position;
}

function isFirst(row: ScannedRow): row is FirstRow {
  return row.meta !== null;
}

function metaOf({ meta }: FirstRow): EventMeta {
  return JSON.parse(meta) as EventMeta;
}
