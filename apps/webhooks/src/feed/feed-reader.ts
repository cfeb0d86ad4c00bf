import type { Pool } from 'pg';
import { formatListCursor, shardOfAccount, type ListQuery } from '#contracts';
import { RefusalError } from '#listing';
import type { BodyPlace, EventBodies } from './event-bodies';
import type { FeedOwner } from './feed-subscribers';
import { feedConditions, hasType, ownConditions, Values } from './feed-conditions';

/** Beyond this a total is not counted on: ten thousand then means "ten thousand or more", as in every list. */
const TOTAL_COUNT_MAX = 10_000;
/** Postgres ended a statement that took too long. */
const CANCELED = '57014';

/** An event as it stands in the feed. */
export interface FeedRow {
  position: string;
  eventId: string;
  type: string;
  /** The event, to the byte; personal values are sealed tokens. */
  body: string;
}

/** The same as it was found: the body is gone when its month was dropped since. */
type FoundRow = Omit<FeedRow, 'body'> & { body: string | null };

/** What follows a position. */
export interface FeedPart {
  rows: FeedRow[];
  /** The position of the newest event in the shard of the account. */
  head: bigint;
  /** Up to where everything was looked at. */
  through: bigint;
}

/** A page of events in the order that was asked for. */
export interface FeedPage {
  rows: FeedRow[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount?: number;
  /** Every event up to this position was looked at. */
  head: string;
}

/** Reads the feed: an account sees the events of one mode, its own, in the order of their positions. */
export class FeedReader {
  constructor(private readonly parts: { pool: Pool; bodies: EventBodies }) {}

  /**
   * One page.
   *
   * @throws RefusalError cursor_invalid when `after` or `before` is no event of this account and mode, or a position is ahead of the feed;
   *   service_unavailable when
   *   the filter makes the database look at too much.
   */
  async page(query: ListQuery, owner: FeedOwner): Promise<FeedPage> {
    try {
      const head = await this.head(owner);
      refuseAhead(query.filters.after_position, head);
      const [page, totalCount] = await Promise.all([
        this.readPage(query, owner),
        query.wantsTotalCount ? this.count(query, owner) : undefined,
      ]);
      return totalCount === undefined ? { ...page, head } : { ...page, head, totalCount };
    } catch (error) {
      throw (error as { code?: unknown }).code === CANCELED ? tooSlow() : error;
    }
  }

  /** The event of this id when it is this owner's and still kept. */
  async find(eventId: string, owner: FeedOwner): Promise<FeedRow | null> {
    const values = new Values();
    const conditions = [...ownConditions(owner, values), `e.event_id = ${values.add(eventId, 'text')}`];
    return keptOf(await this.read(`${SELECT} WHERE ${conditions.join(' AND ')} LIMIT 1`, values))[0] ?? null;
  }

  /** The first events after a position, oldest first, of these types; all of them when no filter is given. */
  async tail(owner: FeedOwner, wanted: { after: bigint; types: readonly string[]; limit: number }): Promise<FeedPart> {
    // Asked first: positions rise in the order of the commits, so that everything up to it is there for the second question.
    const head = BigInt(await this.head(owner));
    if (head <= wanted.after) return { rows: [], head, through: wanted.after };
    const values = new Values();
    const conditions = [...ownConditions(owner, values), `e.position > ${values.add(wanted.after.toString(), 'bigint')}`];
    conditions.push(`e.position <= ${values.add(head.toString(), 'bigint')}`);
    if (wanted.types.length > 0) conditions.push(hasType(wanted.types, values));
    const limit = values.add(wanted.limit, 'integer');
    const found = await this.read(`${SELECT} WHERE ${conditions.join(' AND ')} ORDER BY e.position LIMIT ${limit}`, values);
    // Fewer than asked for: what was left out up to the head does not match.
    const last = found.length < wanted.limit ? undefined : found.at(-1);
    return { rows: keptOf(found), head, through: last === undefined ? head : BigInt(last.position) };
  }

  /** The position of the newest event in the shard of the account, whosoever it is; 0 before the first. */
  async head({ accountId }: FeedOwner): Promise<string> {
    const text = 'SELECT position::text FROM webhooks.feed_positions WHERE shard = $1';
    const { rows } = await this.parts.pool.query<{ position: string }>({ name: 'feed-head', text, values: [shardOfAccount(accountId)] });
    return rows[0]?.position ?? '0';
  }

  /** @throws Error when Postgres does not answer. */
  async ping(): Promise<void> {
    await this.parts.pool.query({ name: 'feed-ping', text: 'SELECT 1' });
  }

  private async readPage(query: ListQuery, owner: FeedOwner): Promise<Omit<FeedPage, 'head'>> {
    const isBackwards = query.before !== null;
    // Backwards is the same walk in the other order, turned round in the end.
    const isDescending = (query.order === 'desc') !== isBackwards;
    const values = new Values();
    const conditions = feedConditions(query, owner, values);
    const cursor = query.before ?? query.after;
    if (cursor !== null) {
      const position = (await this.positionOf(cursor, owner)) ?? noSuchPlace(isBackwards);
      conditions.push(`e.position ${isDescending ? '<' : '>'} ${values.add(position, 'bigint')}`);
    }
    const order = `ORDER BY e.position ${isDescending ? 'DESC' : 'ASC'} LIMIT ${values.add(query.limit + 1, 'integer')}`;
    return pageOf(await this.read(`${SELECT} WHERE ${conditions.join(' AND ')} ${order}`, values), query.limit, isBackwards);
  }

  private async positionOf(eventId: string, owner: FeedOwner): Promise<string | null> {
    const values = new Values();
    const conditions = [...ownConditions(owner, values), `e.event_id = ${values.add(eventId, 'text')}`];
    const text = `SELECT e.position::text FROM webhooks.feed_entries e WHERE ${conditions.join(' AND ')} LIMIT 1`;
    const { rows } = await this.parts.pool.query<{ position: string }>(text, values.list);
    return rows[0]?.position ?? null;
  }

  private async count(query: ListQuery, owner: FeedOwner): Promise<number> {
    const values = new Values();
    const conditions = feedConditions(query, owner, values).join(' AND ');
    const text = `SELECT count(*)::int AS count FROM (SELECT FROM webhooks.feed_entries e WHERE ${conditions} LIMIT ${TOTAL_COUNT_MAX}) counted`;
    const { rows } = await this.parts.pool.query<{ count: number }>(text, values.list);
    return rows[0]?.count ?? 0;
  }

  private async read(text: string, values: Values): Promise<FoundRow[]> {
    const { rows } = await this.parts.pool.query<StoredRow>(text, values.list);
    const bodies = await this.parts.bodies.read(this.parts.pool, rows);
    return rows.map(({ position, event_id: eventId, type }, index) => ({ position, eventId, type, body: bodies[index] ?? null }));
  }
}

interface StoredRow extends BodyPlace {
  position: string;
  event_id: string;
  type: string;
}

const SELECT = `SELECT e.position::text, e.event_id, (SELECT t.type FROM webhooks.event_types t WHERE t.number = e.type) AS type, e.pack, e.body_at
  FROM webhooks.feed_entries e`;

function keptOf(found: readonly FoundRow[]): FeedRow[] {
  return found.filter((row): row is FeedRow => row.body !== null);
}

/** @param found up to one more than the page holds, in the order of the walk; those whose body is gone count, or the walk would end at them. */
function pageOf(found: readonly FoundRow[], limit: number, isBackwards: boolean): Omit<FeedPage, 'head'> {
  const hasMore = found.length > limit;
  const id = found.slice(0, limit).at(-1)?.eventId;
  const rows = keptOf(found.slice(0, limit));
  const nextCursor = hasMore && id !== undefined ? formatListCursor({ direction: isBackwards ? 'before' : 'after', id }) : null;
  return { rows: isBackwards ? rows.reverse() : rows, hasMore, nextCursor };
}

/** A follower of a feed that was restored to an earlier moment must not take it for one without news. @throws RefusalError cursor_invalid. */
function refuseAhead(after: string | undefined, head: string): void {
  if (after === undefined || BigInt(after) <= BigInt(head)) return;
  throw new RefusalError('cursor_invalid', { param: 'after_position', message: `is ahead of the feed, which has come to ${head}.` });
}

function noSuchPlace(isBackwards: boolean): never {
  throw new RefusalError('cursor_invalid', { param: isBackwards ? 'ending_before' : 'starting_after' });
}

function tooSlow(): RefusalError {
  return new RefusalError('service_unavailable', {
    message: 'This list takes too long to find. Nothing is wrong with the request.',
    hint: 'Narrow it with created_at, type or resource_id.',
  });
}
