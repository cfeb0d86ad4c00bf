import { shardOfAccount, type Actor, type PublicEvent } from '#contracts';
import type { AggregateDefinition, Snapshot } from '../aggregate';
import { applyStoredEvent, toStoredEvent, type EventRow } from '../fold';
import type { Query, StreamReader } from '../writer/load';

const FOLD_PAGE_MAX = 500;
const PUBLIC_HISTORY_PAGE_MAX = 100;

/** Whose stream, in which mode. */
export interface StreamOwner {
  streamId: string;
  accountId: string;
  livemode: boolean;
}

/** A moment in the life of a stream: right after a public event, or an instant in milliseconds since the epoch. */
export type AsOf = { sequence: number } | { timeMs: number };

/** Which public events: those with `after < sequence < before`, `limit` of them (1 to 100). */
export interface HistoryWindow {
  after?: number;
  before?: number;
  limit: number;
  /** When there are more than `limit`: true takes the newest of them, as a list that begins with the newest does. */
  fromEnd?: boolean;
}

/** A public event with who caused it. */
export interface HistoryEntry {
  event: PublicEvent;
  actor: Actor;
}

export interface PublicHistory {
  /** Oldest first. */
  entries: HistoryEntry[];
  /** Number of public events of the stream. Their sequences run from 1 to this without a hole, so it tells whether more follow. */
  total: number;
}

/** A stream and its events, one by one. */
interface Step {
  row: EventRow;
  before: Snapshot | null;
  after: Snapshot;
}

/** What a stream was: folded from the log, never from the newest state. */
export class StreamHistory {
  constructor(
    private readonly reader: StreamReader,
    private readonly queryAs: (accountId: string) => Query,
  ) {}

  /** The stream at that moment; null before its first event, and for a sequence that it has not reached. */
  async foldAsOf(owner: StreamOwner, aggregate: AggregateDefinition, asOf: AsOf): Promise<Snapshot | null> {
    let found: Snapshot | null = null;
    for await (const { row, after } of this.steps(owner, aggregate)) {
      if ('timeMs' in asOf && Number(row.occurred_at) > asOf.timeMs) return found;
      found = after;
      if ('sequence' in asOf && after.head.sequence >= asOf.sequence) return asOf.sequence > 0 ? after : null;
    }
    return 'timeMs' in asOf ? found : null;
  }

  /** @param total the number of public events the stream has now. */
  async readPublic(owner: StreamOwner, aggregate: AggregateDefinition, window: HistoryWindow, total: number): Promise<PublicHistory> {
    const { first, last } = boundsOf(window, total);
    const entries: HistoryEntry[] = [];
    if (first > last) return { entries, total };
    for await (const { row, before, after } of this.steps(owner, aggregate)) {
      const event = toStoredEvent(row, aggregate);
      const { sequence, actor } = event.meta;
      if (sequence === null || sequence < first) continue;
      if (sequence > last) break;
      const shown = aggregate.publish?.(event, before, after);
      if (shown) entries.push({ event: shown, actor });
      if (sequence === last) break;
    }
    return { entries, total };
  }

  private async *steps({ streamId, accountId }: StreamOwner, aggregate: AggregateDefinition): AsyncGenerator<Step> {
    const stream = { shard: shardOfAccount(accountId), streamId };
    const query = this.queryAs(accountId);
    let before: Snapshot | null = null;
    for (;;) {
      const range = { after: before?.head.version ?? 0, through: 2_147_483_647, limit: FOLD_PAGE_MAX };
      const rows: EventRow[] = await this.reader.readEvents(query, stream, range);
      for (const row of rows) {
        const after: Snapshot = applyStoredEvent(aggregate, before, toStoredEvent(row, aggregate));
        yield { row, before, after };
        before = after;
      }
      if (rows.length < FOLD_PAGE_MAX) return;
    }
  }
}

/** First and last sequence of the page, both included. */
function boundsOf({ after = 0, before = Infinity, limit, fromEnd = false }: HistoryWindow, total: number): { first: number; last: number } {
  const count = Math.min(Math.max(limit, 1), PUBLIC_HISTORY_PAGE_MAX);
  const [lowest, highest] = [Math.max(after, 0) + 1, Math.min(before - 1, total)];
  return fromEnd
    ? { first: Math.max(lowest, highest - count + 1), last: highest }
    : { first: lowest, last: Math.min(highest, lowest + count - 1) };
}
