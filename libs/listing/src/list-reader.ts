import { hash } from 'node:crypto';
import { formatListCursor, shardOfAccount, type ListQuery } from '#contracts';
import { quoteSchema, SNAPSHOT_COLUMNS, type EventStore, type Snapshot, type Statement } from '#event-store';
import { asksForTerms, conditionsOf, ownConditions, Parameters, type ConditionParts } from './conditions';
import type { ListDefinition } from './list-definition';
import { RefusalError } from './refusal-error';
import type { ListOwner } from './terms';

export type { ListOwner } from './terms';

/** How long a list waits for the writes that it must show, in milliseconds. */
const WAIT_MS = 2_000;
/** Beyond this a total is not counted on: ten thousand then means "ten thousand or more". */
const TOTAL_COUNT_MAX = 10_000;
/** Rows that a search looks at in order before it asks the index of terms. */
const WALKED_FIRST = 500;
/** Shapes of statements that a connection keeps prepared. */
const STATEMENTS_MAX = 100;
/** Postgres ended a statement that took too long. */
const CANCELED = '57014';

/** A page of current objects, in the order that was asked for. */
export interface ReadPage<TState = unknown> {
  snapshots: Snapshot<TState>[];
  /** Whether there is more in the direction in which the page was asked for. */
  hasMore: boolean;
  /** Where it goes on; null when there is nothing more. */
  nextCursor: string | null;
  /** Every write of the account up to this position of the log is in the page. */
  position: bigint;
  /** Up to TOTAL_COUNT_MAX, when it was asked for. */
  totalCount?: number;
}

/** The part of the store that a list reads through. */
export type ListSource = Pick<EventStore, 'listing'>;

/** Reads one list. A page is one statement: ids from the list, objects from `streams`, so that what it shows is current. */
export class ListReader<TState = unknown> {
  private readonly schema: string;
  private readonly view: string;
  private readonly keyFilters: readonly string[];
  private readonly statements = new StatementNames();

  constructor(
    private readonly source: ListSource,
    private readonly definition: Pick<ListDefinition, 'name' | 'streamType' | 'keyFilters'>,
  ) {
    this.schema = quoteSchema(source.listing.schema);
    this.keyFilters = definition.keyFilters ?? [];
    this.view = `${this.schema}."${definition.name}"`;
  }

  /**
   * One page. A query that names what it looks for shows every write that was answered before it was asked.
   *
   * @param among the only objects that can be in it; all of them when left out.
   * @throws RefusalError cursor_invalid when `after` or `before` is no object of this account, mode and kind;
   *   projection_behind when the list has not reached `minPosition`, or the end of the log, within two seconds;
   *   service_unavailable when the filter makes the database look at too much.
   */
  async page(query: ListQuery, owner: ListOwner, among?: readonly string[]): Promise<ReadPage<TState>> {
    const shard = shardOfAccount(owner.accountId);
    const position = await this.catchUp(query, shard);
    const parts: ConditionParts = { query, owner, schema: this.schema, shard, among };
    try {
      const [page, totalCount] = await Promise.all([this.readPage(parts), query.wantsTotalCount ? this.count(parts) : undefined]);
      return { ...page, position, ...(totalCount !== undefined && { totalCount }) };
    } catch (error) {
      throw (error as { code?: unknown }).code === CANCELED ? tooSlow() : error;
    }
  }

  /** Waits for what the page must show. @returns how far the list has come; the page is read after that. */
  private async catchUp(query: ListQuery, shard: number): Promise<bigint> {
    const { name } = this.definition;
    const { seen, last } = await this.source.listing.progressOf({ name, shard });
    const asked = BigInt(query.minPosition ?? 0);
    const position = this.namesWhatItWants(query) && last > asked ? last : asked;
    if (position <= seen) return seen;
    const isThere = await this.source.listing.waitForView({ name, shard, position, timeoutMs: WAIT_MS });
    if (!isThere) throw new RefusalError('projection_behind');
    return position;
  }

  /** Then an empty page is read as "there is none", and acted upon: a second payment is made of the same order. */
  private namesWhatItWants({ id, referenceId, customerId, filters = {}, also = [] }: Partial<ListQuery>): boolean {
    const isNamed = Boolean(id ?? referenceId ?? customerId) || this.keyFilters.some((name) => filters[name] !== undefined);
    return isNamed || also.some((part) => this.namesWhatItWants(part));
  }

  private async readPage(parts: ConditionParts): Promise<Omit<ReadPage<TState>, 'position'>> {
    const { query } = parts;
    const direction = query.before === null ? 'after' : 'before';
    // Backwards is the same walk in the other order, turned round in the end.
    const isDescending = (query.order === 'desc') === (direction === 'after');
    const parameters = new Parameters();
    const conditions = conditionsOf(parts, parameters);
    const cursor = query.before ?? query.after;
    const begin = cursor === null ? [] : [beyond(await this.placeOf(cursor, parts, direction), isDescending, parameters)];
    const found = await this.source.listing.readSnapshots(
      this.source.listing.queryAs(parts.owner.accountId),
      this.pageStatement({ begin, conditions: [...conditions, ...begin], isDescending }, parameters, parts),
      parameters.values,
    );
    const hasMore = found.length > query.limit;
    const snapshots = (hasMore ? found.slice(0, query.limit) : found) as Snapshot<TState>[];
    if (direction === 'before') snapshots.reverse();
    const last = (direction === 'after' ? snapshots.at(-1) : snapshots[0])?.head.streamId;
    return { snapshots, hasMore, nextCursor: hasMore && last ? formatListCursor({ direction, id: last }) : null };
  }

  private pageStatement(walk: Walk, parameters: Parameters, { query, owner, shard }: ConditionParts): Statement {
    const order = walk.isDescending ? 'DESC' : 'ASC';
    const limit = parameters.add(query.limit + 1, 'int');
    const places = asksForTerms(query) ? this.searched(walk, ownConditions(owner, parameters), limit) : this.walked({ ...walk, limit });
    return this.statements.of(
      `SELECT ${SNAPSHOT_COLUMNS} FROM (${places}) p JOIN ${this.schema}.streams s ON s.shard = ${parameters.add(shard, 'smallint')} AND s.stream_id = p.id
      ORDER BY p.created_at_ms ${order}, p.id ${order}`,
    );
  }

  /** In the order of the list, which is that of its index. */
  private walked({ rows = this.view, columns = 'l.created_at_ms, l.id', conditions, isDescending, limit }: WalkedRows): string {
    const order = isDescending ? 'DESC' : 'ASC';
    return `SELECT ${columns} FROM ${rows} l WHERE ${conditions.join(' AND ')}
      ORDER BY l.created_at_ms ${order}, l.id ${order} LIMIT ${limit}`;
  }

  /**
   * What many objects have fills a page from the first rows of the walk. For anything else the index of terms is read, and the walk
   * is not: the planner does not know how many objects have a word, and for one that none has it would walk the whole list.
   */
  private searched(walk: Walk, own: readonly string[], limit: string): string {
    const first = this.walked({ ...walk, columns: 'l.*', conditions: [...own, ...walk.begin], limit: String(WALKED_FIRST) });
    const isFull = `(SELECT count(*) FROM near) = ${limit}`;
    const either = `(SELECT * FROM near WHERE ${isFull} UNION ALL SELECT * FROM found)`;
    return `WITH near AS MATERIALIZED (${this.walked({ ...walk, rows: `(${first})`, limit })}), found AS MATERIALIZED (
        SELECT l.created_at_ms, l.id FROM ${this.view} l WHERE NOT ${isFull} AND ${walk.conditions.join(' AND ')}
      ) ${this.walked({ ...walk, rows: either, conditions: ['true'], limit })}`;
  }

  /** Where an object stands in the list, asked of the stream: it may not have reached the list, or have left it. */
  private async placeOf(id: string, { owner, shard }: ConditionParts, direction: 'after' | 'before'): Promise<Place> {
    const statement = this.statements.of(
      `SELECT created_at FROM ${this.schema}.streams
       WHERE shard = $1 AND stream_id = $2 AND account_id = $3 AND livemode = $4 AND stream_type = $5`,
    );
    const rows = await this.source.listing.queryAs(owner.accountId)<{ created_at: string }>(statement, [
      shard,
      id,
      owner.accountId,
      owner.livemode,
      this.definition.streamType,
    ]);
    const [row] = rows;
    if (!row) throw new RefusalError('cursor_invalid', { param: direction === 'after' ? 'starting_after' : 'ending_before' });
    return { createdAtMs: row.created_at, id };
  }

  private async count(parts: ConditionParts): Promise<number> {
    const parameters = new Parameters();
    const conditions = conditionsOf(parts, parameters);
    const statement = this.statements.of(
      `SELECT count(*)::int AS count FROM (SELECT FROM ${this.view} l WHERE ${conditions.join(' AND ')} LIMIT ${TOTAL_COUNT_MAX}) counted`,
    );
    const rows = await this.source.listing.queryAs(parts.owner.accountId)<{ count: number }>(statement, parameters.values);
    return rows[0]?.count ?? 0;
  }
}

/** A way through the list. */
interface Walk {
  /** Where it begins; empty at an end of the list. */
  begin: readonly string[];
  /** What a row must fulfil, the beginning included. */
  conditions: readonly string[];
  isDescending: boolean;
}

/** Rows of a walk, as SQL. */
interface WalkedRows extends Pick<Walk, 'conditions' | 'isDescending'> {
  /** The list when left out. */
  rows?: string;
  /** What orders them when left out. */
  columns?: string;
  limit: string;
}

interface Place {
  createdAtMs: string;
  id: string;
}

function beyond({ createdAtMs, id }: Place, isDescending: boolean, parameters: Parameters): string {
  return `(l.created_at_ms, l.id) ${isDescending ? '<' : '>'} (${parameters.add(createdAtMs, 'bigint')}, ${parameters.add(id, 'text')})`;
}

/**
 * Connections keep named statements for ever, and callers can think of any combination of filters: the first shapes get
 * a name, the others are parsed each time.
 */
class StatementNames {
  private readonly names = new Map<string, string>();

  of(text: string): Statement {
    const known = this.names.get(text);
    if (known !== undefined) return { name: known, text };
    if (this.names.size >= STATEMENTS_MAX) return { name: '', text };
    const name = `hundi_list_${hash('sha1', text, 'base64url')}`;
    this.names.set(text, name);
    return { name, text };
  }
}

function tooSlow(): RefusalError {
  return new RefusalError('service_unavailable', {
    message: 'This list takes too long to find. Nothing is wrong with the request.',
    hint: 'Narrow it with created_at, or filter by customer_id, reference_id or metadata.',
  });
}
