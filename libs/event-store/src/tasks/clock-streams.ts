import { shardOfAccount } from '#contracts';
import type { AggregateRegistry } from '../registry';
import { quoteSchema } from '../schema/names';
import type { Statement } from '../writer/connection';
import type { Query } from '../writer/load';

/** Which test clock, and up to which of its times; milliseconds since the epoch. */
export interface ClockTime {
  accountId: string;
  clockId: string;
  throughMs: number;
}

/** A stream on a test clock that has to be woken, in one of its versions. */
export interface DueOnClock {
  streamId: string;
  version: number;
  /** When it is due by the clock, in milliseconds since the epoch. */
  dueAtMs: number;
  /** The command that wakes it. */
  wakeType: string;
}

interface DueRow {
  stream_id: string;
  stream_type: string;
  version: number;
  clock_wake_at: string;
}

/** What is due on a test clock (docs/decisions/0033). */
export class ClockStreams {
  private readonly first: Statement;
  private readonly count: Statement;

  constructor(
    schema: string,
    private readonly registry: AggregateRegistry,
    private readonly query: Query,
  ) {
    const due = `FROM ${quoteSchema(schema)}.streams s WHERE s.shard = $1 AND s.clock_id = $2 AND s.clock_wake_at <= $3`;
    this.first = {
      name: 'hundi_first_due_on_clock',
      text: `SELECT s.stream_id, s.stream_type, s.version, s.clock_wake_at ${due} AND s.stream_id || ' ' || s.version <> ALL ($4)
        ORDER BY s.clock_wake_at, s.clock_ordinal LIMIT 1`,
    };
    this.count = { name: 'hundi_due_on_clock', text: `SELECT count(*)::int AS count ${due}` };
  }

  /**
   * The stream that is due first: by its time, then in the order in which streams began.
   *
   * @param passed streams in a version in which they had nothing to do, as `keyOfDue` names them: a stream is woken once for each.
   */
  async findFirst({ accountId, clockId, throughMs }: ClockTime, passed: Iterable<string> = []): Promise<DueOnClock | null> {
    const [row] = await this.query<DueRow>(this.first, [shardOfAccount(accountId), clockId, throughMs, [...passed]]);
    if (row === undefined) return null;
    const wakeType = this.registry.findByStreamType(row.stream_type)?.timer?.commandType;
    if (wakeType === undefined) throw new Error(`${row.stream_id} is due, and nothing of this process wakes it`);
    return { streamId: row.stream_id, version: row.version, dueAtMs: Number(row.clock_wake_at), wakeType };
  }

  /** How many streams are due until then. */
  async countDue({ accountId, clockId, throughMs }: ClockTime): Promise<number> {
    const [row] = await this.query<{ count: number }>(this.count, [shardOfAccount(accountId), clockId, throughMs]);
    return row?.count ?? 0;
  }
}

/** Names a stream in its version. */
export function keyOfDue({ streamId, version }: Pick<DueOnClock, 'streamId' | 'version'>): string {
  return `${streamId} ${version}`;
}
