import { shardOfAccount, type StoredEvent } from '#contracts';
import type { Snapshot } from '../aggregate';
import { toStoredEvent } from '../fold';
import type { QueryAccounts } from './account-query';
import { GatheredLoads } from './gathered-loads';
import { StreamHistory, type AsOf, type HistoryWindow, type PublicHistory, type StreamOwner } from './history';
import type { Query, StreamReader } from '../writer/load';
import type { Statement } from '../writer/connection';
import { idempotencyIdOf } from '../writer/pending';
import type { Awaited } from '../projection/checkpoint-watch';
import type { ViewProgress } from '../projection/checkpoints';
import type { AggregateRegistry } from '../registry';
import { storedBody } from '../schema/answers';
import { quoteSchema } from '../schema/names';

/** What an Idempotency-Key was used for. */
export interface KeyedOutcome {
  streamId: string;
  operation: string;
  status: number;
  body: string | null;
  fingerprint: string | null;
  createdAtMs: number;
}

/** The door for `#listing`: prepared statements on a pool of their own, whose statements end after four seconds. */
export interface ListingAccess {
  schema: string;
  /** Statements of one account. */
  queryAs(accountId: string): Query;
  /** Runs a statement that selects SNAPSHOT_COLUMNS of `streams s`, in its order. */
  readSnapshots(query: Query, statement: Statement, values: readonly unknown[]): Promise<Snapshot[]>;
  /** True when the view shows everything up to a position within the time; at once when it does already. */
  waitForView(awaited: Awaited): Promise<boolean>;
  /** How far the view has come, against the log at the same moment. */
  progressOf(view: Pick<Awaited, 'name' | 'shard'>): Promise<ViewProgress>;
  /** See `StoreReads.lastPosition`. */
  lastPosition(accountId: string): Promise<bigint>;
}

const HISTORY_PAGE_MAX = 500;

interface KeyRow {
  stream_id: string;
  operation: string;
  http_status: number;
  response: string | null;
  fingerprint: string | null;
  created_at_ms: string;
}

export interface StoreReadsParts {
  schema: string;
  registry: AggregateRegistry;
  reader: StreamReader;
  query: Query;
}

/** How what is asked for an account reaches the database. */
export interface AccountAccess {
  queryAs: (accountId: string) => Query;
  queryAccounts: QueryAccounts;
  /** Connections that reads by id have. */
  readConnectionsMax: number;
}

/** Questions to the store. They read committed rows and never wait for a writer. */
export class StoreReads {
  private readonly byKey: Statement;
  private readonly last: Statement;
  private readonly history: StreamHistory;
  private readonly registry: AggregateRegistry;
  private readonly reader: StreamReader;
  private readonly query: Query;
  private readonly queryAs: (accountId: string) => Query;
  private readonly loads: GatheredLoads;

  constructor({ schema, registry, reader, query, queryAs, queryAccounts, readConnectionsMax }: StoreReadsParts & AccountAccess) {
    this.registry = registry;
    this.reader = reader;
    this.query = query;
    this.queryAs = queryAs;
    this.loads = new GatheredLoads({ schema, query: queryAccounts, messagesMax: readConnectionsMax });
    this.history = new StreamHistory(reader, queryAs);
    this.byKey = {
      name: 'hundi_find_by_key',
      text: `SELECT stream_id, operation, http_status, ${storedBody(quoteSchema(schema), 'd')} AS response, fingerprint,
          (extract(epoch FROM created_at) * 1000)::bigint AS created_at_ms
        FROM ${quoteSchema(schema)}.commands d WHERE shard = $1 AND idempotency_id = $2 AND outcome = 'accepted' LIMIT 1`,
    };
    this.last = {
      name: 'hundi_last_position',
      text: `SELECT position FROM ${quoteSchema(schema)}.events WHERE shard = $1 ORDER BY position DESC LIMIT 1`,
    };
  }

  /**
   * The stream with its newest state, or null when this account has no such stream in this mode.
   *
   * @typeParam TState the state of the aggregate whose id it is. The caller knows the kind of the id; it is not checked here.
   */
  async findStream<TState = unknown>(streamId: string, accountId: string, livemode: boolean): Promise<Snapshot<TState> | null> {
    const snapshot = await this.find<TState>(streamId, accountId);
    return snapshot?.head.livemode === livemode ? snapshot : null;
  }

  /** Those of the streams that this account has in this mode, by id, in one round trip. Ids of any kind may be mixed. */
  async findStreams(streamIds: readonly string[], accountId: string, livemode: boolean): Promise<Map<string, Snapshot>> {
    if (streamIds.length === 0) return new Map();
    const shard = shardOfAccount(accountId);
    const found = await this.reader.load(
      this.queryAs(accountId),
      [...new Set(streamIds)].map((streamId) => ({ shard, streamId })),
    );
    for (const [id, { head }] of found) if (head.accountId !== accountId || head.livemode !== livemode) found.delete(id);
    return found;
  }

  /** Whether the account has the stream in the other mode: worth a hint, and never revealed to another account. */
  async existsInOtherMode(streamId: string, accountId: string, livemode: boolean): Promise<boolean> {
    const snapshot = await this.find(streamId, accountId);
    return snapshot !== null && snapshot.head.livemode !== livemode;
  }

  /** The last committed position of the account's shard: what is read from now on shows every write that was answered before. */
  async lastPosition(accountId: string): Promise<bigint> {
    const [row] = await this.query<{ position: string }>(this.last, [shardOfAccount(accountId)]);
    return BigInt(row?.position ?? 0);
  }

  /** What this key was used for in the last 30 days, or null: never, or the request was refused. */
  async findByIdempotencyKey(accountId: string, livemode: boolean, key: string): Promise<KeyedOutcome | null> {
    const rows = await this.query<KeyRow>(this.byKey, [shardOfAccount(accountId), idempotencyIdOf(accountId, livemode, key)]);
    const row = rows[0];
    if (!row) return null;
    const { stream_id: streamId, operation, http_status: status, response: body, fingerprint } = row;
    return { streamId, operation, status, body, fingerprint, createdAtMs: Number(row.created_at_ms) };
  }

  /**
   * Events of a stream, oldest first; empty when the account has no such stream in this mode.
   *
   * @param page `afterVersion` from the last event of the page before, 0 to begin; `limit` 1 to 500.
   */
  async readHistory(owner: StreamOwner, page: { afterVersion?: number; limit?: number } = {}): Promise<StoredEvent[]> {
    const aggregate = this.registry.findByStreamId(owner.streamId);
    if (!aggregate || !(await this.findStream(owner.streamId, owner.accountId, owner.livemode))) return [];
    const stream = { shard: shardOfAccount(owner.accountId), streamId: owner.streamId };
    const limit = Math.min(Math.max(page.limit ?? HISTORY_PAGE_MAX, 1), HISTORY_PAGE_MAX);
    const rows = await this.reader.readEvents(this.queryAs(owner.accountId), stream, {
      after: page.afterVersion ?? 0,
      through: 2_147_483_647,
      limit,
    });
    return rows.map((row) => toStoredEvent(row, aggregate));
  }

  /**
   * The stream as it was, folded from the log: right after the public event `sequence`, or after the last event at or
   * before `timeMs`. The sequence it was found at stands in its head.
   *
   * @returns null when the account had no such stream then, or the stream has not come as far as `sequence`.
   */
  async findStreamAsOf<TState = unknown>(
    streamId: string,
    accountId: string,
    livemode: boolean,
    asOf: AsOf,
  ): Promise<Snapshot<TState> | null> {
    const aggregate = this.registry.findByStreamId(streamId);
    if (!aggregate || !(await this.findStream(streamId, accountId, livemode))) return null;
    return (await this.history.foldAsOf({ streamId, accountId, livemode }, aggregate, asOf)) as Snapshot<TState> | null;
  }

  /** Public events of a stream as merchants saw them, to the byte; null when the account has no such stream in this mode. */
  async readPublicHistory(owner: StreamOwner, window: HistoryWindow): Promise<PublicHistory | null> {
    const aggregate = this.registry.findByStreamId(owner.streamId);
    const newest = aggregate ? await this.findStream(owner.streamId, owner.accountId, owner.livemode) : null;
    if (!aggregate || !newest) return null;
    return this.history.readPublic(owner, aggregate, window, newest.head.sequence);
  }

  private async find<TState>(streamId: string, accountId: string): Promise<Snapshot<TState> | null> {
    const row = await this.loads.load(accountId, streamId);
    if (row?.account_id !== accountId) return null;
    return (await this.reader.toSnapshot(this.queryAs(accountId), row)) as Snapshot<TState>;
  }
}
