import type { ListQuery } from '#contracts';
import type { FeedOwner } from './feed-subscribers';
import { eventTypesMatching } from '../endpoint/matches-event';

/** Values of a statement, numbered as they are used. */
export class Values {
  readonly list: unknown[] = [];

  /** @returns the placeholder with its type. */
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

/**
 * A delivery of the event that has not succeeded, to an endpoint that no other delivery of it reached: one that is open,
 * or that ended some other way and was not made good by a resend.
 */
const IS_UNDELIVERED = `EXISTS (SELECT FROM webhooks.all_deliveries d WHERE d.event_id = e.event_id AND d.state <> 'succeeded'
  AND NOT EXISTS (SELECT FROM webhooks.deliveries_done s
    WHERE s.event_id = d.event_id AND s.endpoint_id = d.endpoint_id AND s.final_state = 'succeeded'))`;

const TYPES = 'ARRAY(SELECT t.number FROM webhooks.event_types t';

/** The numbers of types, as SQL. @param names a placeholder for an array. */
export function typesIn(names: string): string {
  return `${TYPES} WHERE t.type = ANY (${names}))`;
}

/** The number of a feed, as SQL: known before any row is looked at. @param accountId and `livemode` are placeholders. */
export function feedOf(accountId: string, livemode: string): string {
  return `(SELECT f.feed FROM webhooks.feeds f WHERE f.account_id = ${accountId} AND f.livemode = ${livemode})`;
}

/** What a row `e` of the feed must fulfil, as SQL. Account and mode come first: without them nothing is ever read. */
export function feedConditions(query: ListQuery, owner: FeedOwner, values: Values): string[] {
  const { filters, createdFromMs, createdBelowMs } = query;
  const conditions = ownConditions(owner, values);
  const compare = (column: string, operator: string, value: unknown, type: string): void => {
    if (value !== null && value !== undefined) conditions.push(`e.${column} ${operator} ${values.add(value, type)}`);
  };
  compare('occurred_at', '>=', createdFromMs, 'bigint');
  compare('occurred_at', '<', createdBelowMs, 'bigint');
  for (const name of ['resource_type', 'object']) {
    const resourceType = filters[name];
    if (resourceType !== undefined) conditions.push(`e.type = ANY (${TYPES} WHERE t.resource_type = ${values.add(resourceType, 'text')}))`);
  }
  for (const name of ['resource_id', 'object_id']) compare('resource_id', '=', filters[name], 'text');
  if (filters.correlation_id !== undefined) conditions.push(hasCorrelationId(filters.correlation_id, values));
  compare('taken_at', '>=', beganBefore(filters.correlation_id), 'timestamptz');
  compare('position', '>', filters.after_position, 'bigint');
  if (filters.type !== undefined) conditions.push(hasType(filters.type.split(','), values));
  if (filters.delivery_success !== undefined)
    conditions.push(filters.delivery_success === 'true' ? `NOT ${IS_UNDELIVERED}` : IS_UNDELIVERED);
  return conditions;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is no UUID is of no event. */
function hasCorrelationId(correlationId: string, values: Values): string {
  return UUID.test(correlationId) ? `e.correlation_id = ${values.add(correlationId, 'uuid')}` : 'false';
}

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7/;
/** How far the clocks of two machines may be apart. */
const SKEW_MS = 300_000;

/** A time before everything that an operation caused, so that older parts of the feed are not searched: its id begins with when it began. */
function beganBefore(correlationId: string | undefined): string | null {
  const [, high, low] = UUID_V7.exec(correlationId ?? '') ?? [];
  if (high === undefined || low === undefined) return null;
  return new Date(Number.parseInt(high + low, 16) - SKEW_MS).toISOString();
}

/** Rows of this account in this mode. */
export function ownConditions({ accountId, livemode }: FeedOwner, values: Values): string[] {
  return [`e.feed = ${feedOf(values.add(accountId, 'text'), values.add(livemode, 'boolean'))}`];
}

/** Rows of the types that these filters of the catalog let through. */
export function hasType(filters: readonly string[], values: Values): string {
  return `e.type = ANY (${typesIn(values.add(eventTypesMatching(filters), 'text[]'))})`;
}
