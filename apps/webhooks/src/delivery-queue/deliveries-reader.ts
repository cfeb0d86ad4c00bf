import type { Pool, PoolClient } from 'pg';
import { formatListCursor, type DeliveryStatus, type ListQuery } from '#contracts';
import { RefusalError, type ListOwner } from '#listing';
import { eventTypesMatching } from '../endpoint/matches-event';

/** Beyond this a total is not counted on: ten thousand then means "ten thousand or more", as in every list. */
const TOTAL_COUNT_MAX = 10_000;
/** Postgres ended a statement that took too long. */
const CANCELED = '57014';

/** A delivery as the queue or the log of ended ones has it. Times in ms since the epoch. */
export interface DeliveryRow {
  delivery_id: string;
  endpoint_id: string;
  livemode: boolean;
  feed_shard: number;
  feed_position: string;
  event_id: string;
  event_type: string;
  resource_id: string;
  sequence: number;
  trigger: 'auto' | 'manual' | 'replay';
  replay_id: string | null;
  attempt_no: number;
  last_code: number | null;
  last_error: string | null;
  state: string;
  reason: string | null;
  created_ms: string;
  first_attempt_ms: string | null;
  next_attempt_ms: string | null;
  ended_ms: string | null;
}

/** A page in the order that was asked for. */
export interface DeliveryPage {
  rows: DeliveryRow[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount?: number;
}

/** Whose deliveries are listed: those to an endpoint, or those of an event. */
export type DeliveriesOf = { endpointId: string } | { eventId: string };

const milliseconds = (column: string): string => `(extract(epoch FROM d.${column}) * 1000)::bigint`;

/** An open breaker holds up whatever is due. */
const NEXT_ATTEMPT = `greatest(d.next_attempt_at,
  (SELECT l.open_until FROM webhooks.endpoint_queues l WHERE l.endpoint_id = d.endpoint_id AND l.breaker = 'open'))`;

const SELECT = `SELECT d.delivery_id, d.endpoint_id, d.livemode, d.feed_shard, d.feed_position, d.event_id, d.event_type, d.resource_id,
  d.sequence, d.trigger, d.replay_id, d.attempt_no, d.last_code, d.last_error, d.state, d.reason,
  ${milliseconds('created_at')} AS created_ms, ${milliseconds('first_attempt_at')} AS first_attempt_ms,
  CASE WHEN isfinite(d.next_attempt_at) THEN (extract(epoch FROM ${NEXT_ATTEMPT}) * 1000)::bigint END AS next_attempt_ms,
  ${milliseconds('ended_at')} AS ended_ms FROM webhooks.all_deliveries d`;

const OPEN = `d.state IN ('held', 'ready', 'leased')`;

/** A status of the API as a condition on a row. */
const HAS_STATUS: Readonly<Record<DeliveryStatus, string>> = {
  pending: `${OPEN} AND d.attempt_no = 0`,
  retrying: `${OPEN} AND d.attempt_no > 0`,
  succeeded: `d.state = 'succeeded'`,
  exhausted: `d.state = 'exhausted'`,
  expired: `d.state = 'expired'`,
  cancelled: `d.state = 'cancelled'`,
};

/** Reads deliveries, open and ended ones alike: an account sees those of its own, in one mode. */
export class DeliveriesReader {
  /** @param pool or the connection of a transaction. */
  constructor(private readonly pool: Pool | PoolClient) {}

  /** The delivery of this id when it is this owner's and still kept. */
  async find(deliveryId: string, { accountId, livemode }: ListOwner): Promise<DeliveryRow | null> {
    const text = `${SELECT} WHERE d.delivery_id = $1 AND d.account_id = $2 AND d.livemode = $3 LIMIT 1`;
    const { rows } = await this.pool.query<DeliveryRow>({ name: 'delivery-by-id', text, values: [deliveryId, accountId, livemode] });
    return rows[0] ?? null;
  }

  /** Whether the account has it in the other mode: worth a hint. */
  async existsInOtherMode(deliveryId: string, { accountId, livemode }: ListOwner): Promise<boolean> {
    return (await this.find(deliveryId, { accountId, livemode: !livemode })) !== null;
  }

  /** Whether the feed still has this event of this owner. */
  async eventExists(eventId: string, { accountId, livemode }: ListOwner): Promise<boolean> {
    const text = 'SELECT FROM webhooks.feed_events WHERE event_id = $1 AND account_id = $2 AND livemode = $3 LIMIT 1';
    const { rowCount } = await this.pool.query({ name: 'delivery-event', text, values: [eventId, accountId, livemode] });
    return rowCount === 1;
  }

  /**
   * One page. Ids rise with the time at which deliveries were made.
   *
   * @throws RefusalError cursor_invalid when `after` or `before` is no delivery of this owner that is kept; service_unavailable when the
   *   filter makes the database look at too much.
   */
  async page(query: ListQuery, of: DeliveriesOf, owner: ListOwner): Promise<DeliveryPage> {
    try {
      const [page, totalCount] = await Promise.all([
        this.readPage(query, of, owner),
        query.wantsTotalCount ? this.count(query, of, owner) : undefined,
      ]);
      return totalCount === undefined ? page : { ...page, totalCount };
    } catch (error) {
      throw (error as { code?: unknown }).code === CANCELED ? tooSlow() : error;
    }
  }

  private async readPage(query: ListQuery, of: DeliveriesOf, owner: ListOwner): Promise<DeliveryPage> {
    const direction = query.before === null ? 'after' : 'before';
    // Backwards is the same walk in the other order, turned round in the end.
    const isDescending = (query.order === 'desc') === (direction === 'after');
    const values: unknown[] = [];
    const conditions = conditionsOf(query, { of, owner, values });
    const cursor = query.before ?? query.after;
    if (cursor !== null) {
      if ((await this.find(cursor, owner)) === null) throw noSuchPlace(direction);
      conditions.push(`d.delivery_id ${isDescending ? '<' : '>'} $${values.push(cursor)}`);
    }
    const order = `ORDER BY d.delivery_id ${isDescending ? 'DESC' : 'ASC'} LIMIT $${values.push(query.limit + 1)}`;
    const { rows: found } = await this.pool.query<DeliveryRow>(`${SELECT} WHERE ${conditions.join(' AND ')} ${order}`, values);
    return pageOf(found, query.limit, direction);
  }

  private async count(query: ListQuery, of: DeliveriesOf, owner: ListOwner): Promise<number> {
    const values: unknown[] = [];
    const conditions = conditionsOf(query, { of, owner, values }).join(' AND ');
    const text = `SELECT count(*)::int AS count FROM (SELECT FROM webhooks.all_deliveries d WHERE ${conditions} LIMIT ${TOTAL_COUNT_MAX}) counted`;
    const { rows } = await this.pool.query<{ count: number }>(text, values);
    return rows[0]?.count ?? 0;
  }
}

/** The rows of a page out of one row more, in the order that was asked for. */
function pageOf(found: DeliveryRow[], limit: number, direction: 'after' | 'before'): DeliveryPage {
  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (direction === 'before') rows.reverse();
  const last = (direction === 'after' ? rows.at(-1) : rows[0])?.delivery_id;
  return { rows, hasMore, nextCursor: hasMore && last !== undefined ? formatListCursor({ direction, id: last }) : null };
}

interface ConditionParts {
  of: DeliveriesOf;
  owner: ListOwner;
  /** Filled with the values of the conditions. */
  values: unknown[];
}

/** What a row `d` must fulfil, as SQL. Account and mode are always among it: without them nothing is ever read. */
function conditionsOf({ status, filters, createdFromMs, createdBelowMs }: ListQuery, { of, owner, values }: ConditionParts): string[] {
  const conditions: string[] = [];
  const add = (condition: string, value: unknown): void => {
    if (value !== null && value !== undefined) conditions.push(condition.replace('?', `$${values.push(value)}`));
  };
  if ('endpointId' in of) add('d.endpoint_id = ?', of.endpointId);
  else add('d.event_id = ?', of.eventId);
  add('d.account_id = ?', owner.accountId);
  add('d.livemode = ?', owner.livemode);
  add('d.event_id = ?', filters.event_id);
  for (const id of [filters.resource, filters.resource_id]) add('d.resource_id = ?', id);
  add('d.event_type = ANY (?)', filters.type === undefined ? null : eventTypesMatching(filters.type.split(',')));
  for (const fromMs of [createdFromMs, filters.since]) add('d.created_at >= to_timestamp(?::float8 / 1000)', fromMs);
  for (const belowMs of [createdBelowMs, filters.until]) add('d.created_at < to_timestamp(?::float8 / 1000)', belowMs);
  const wanted = [...status, ...(filters.state === undefined ? [] : [filters.state])].map((word) => HAS_STATUS[word as DeliveryStatus]);
  if (wanted.length > 0) conditions.push(`(${wanted.map((condition) => `(${condition})`).join(' OR ')})`);
  return conditions;
}

function noSuchPlace(direction: 'after' | 'before'): RefusalError {
  return new RefusalError('cursor_invalid', { param: direction === 'after' ? 'starting_after' : 'ending_before' });
}

function tooSlow(): RefusalError {
  return new RefusalError('service_unavailable', {
    message: 'This list takes too long to find. Nothing is wrong with the request.',
    hint: 'Narrow it with since and until.',
  });
}
