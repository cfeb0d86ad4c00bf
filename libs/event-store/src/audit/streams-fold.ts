import type { AggregateDefinition, Snapshot } from '../aggregate';
import { applyStoredEvent, EVENT_COLUMNS, toStoredEvent, type EventRow } from '../fold';
import type { Query } from '../writer/load';
import { AggregateRegistry } from '../registry';
import { quoteSchema } from '../schema/names';
import { wakeTimesOf } from '../tasks/wake-time';

const PAGE_MAX = 2_000;

/** A row of `streams` as the log alone says it must be, every column as text so that rows compare to the byte. */
export interface FoldedRow {
  stream_id: string;
  stream_type: string;
  account_id: string;
  livemode: string;
  version: string;
  sequence: string;
  last_position: string;
  status: string;
  state: string;
  state_schema: string;
  reported: string | null;
  created_at: string;
  updated_at: string;
  wake_at: string | null;
  clock_id: string | null;
  clock_wake_at: string | null;
  clock_ordinal: string | null;
}

export const FOLDED_COLUMNS = [
  'stream_id', 'stream_type', 'account_id', 'livemode', 'version', 'sequence', 'last_position', 'status', 'state', 'state_schema', 'reported',
  'created_at', 'updated_at', 'wake_at', 'clock_id', 'clock_wake_at', 'clock_ordinal',
] as const satisfies readonly (keyof FoldedRow)[]; // prettier-ignore

/** Folds the whole log of a shard, stream by stream, in pages; memory stays small whatever the size of the log. */
export async function* foldShard(
  query: Query,
  schema: string,
  aggregates: readonly AggregateDefinition[],
  shard: number,
): AsyncGenerator<FoldedRow> {
  const registry = new AggregateRegistry(aggregates);
  let open: OpenStream | null = null;
  for await (const row of eventsByStream(query, schema, shard)) {
    if (open && open.snapshot.head.streamId !== row.stream_id) {
      yield toFoldedRow(open);
      open = null;
    }
    const aggregate = registry.findByStreamId(row.stream_id);
    if (!aggregate) throw new Error(`no aggregate for stream ${row.stream_id}`);
    const snapshot = applyStoredEvent(aggregate, open?.snapshot ?? null, toStoredEvent(row, aggregate));
    const first: string = open?.first ?? row.position;
    open = { snapshot, aggregate, first, last: row.position };
  }
  if (open) yield toFoldedRow(open);
}

/** A stream that is being folded, with the positions of its first and last event so far. */
interface OpenStream {
  snapshot: Snapshot;
  aggregate: AggregateDefinition;
  first: string;
  last: string;
}

async function* eventsByStream(query: Query, schema: string, shard: number): AsyncGenerator<EventRow> {
  const statement = {
    name: 'hundi_events_by_stream',
    text: `SELECT ${EVENT_COLUMNS} FROM ${quoteSchema(schema)}.events e WHERE e.shard = $1 AND (e.stream_id, e.version) > ($2, $3)
      ORDER BY e.stream_id, e.version LIMIT ${PAGE_MAX}`,
  };
  let after: { streamId: string; version: number } = { streamId: '', version: 0 };
  for (;;) {
    const rows: EventRow[] = await query<EventRow>(statement, [shard, after.streamId, after.version]);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_MAX) return;
    after = { streamId: last.stream_id, version: last.version };
  }
}

function toFoldedRow({ snapshot, aggregate, first, last }: OpenStream): FoldedRow {
  const { head, state, reported } = snapshot;
  const { wakeAtMs, clockWakeAtMs } = wakeTimesOf(aggregate, snapshot);
  return {
    stream_id: head.streamId,
    stream_type: aggregate.streamType,
    account_id: head.accountId,
    livemode: String(head.livemode),
    version: String(head.version),
    sequence: String(head.sequence),
    last_position: last,
    status: aggregate.statusOf(state),
    state: JSON.stringify(state),
    state_schema: String(aggregate.stateSchema),
    reported: reported === undefined ? null : JSON.stringify(reported),
    created_at: String(head.createdAtMs),
    updated_at: String(head.updatedAtMs),
    wake_at: wakeAtMs === null ? null : String(wakeAtMs),
    clock_id: head.clockId ?? null,
    clock_wake_at: clockWakeAtMs === null ? null : String(clockWakeAtMs),
    clock_ordinal: head.clockId === undefined ? null : first,
  };
}
