import type { ConnectionResource, ListPage, ListQuery } from '#contracts';
import { SNAPSHOT_COLUMNS, type EventStore, type Snapshot } from '#event-store';
import { isDescendingWalk, pageOfWalk, RefusalError, type ListOwner } from '#listing';
import { shownConnections } from './shown-connections';
import type { ConnectionState } from './state';

/** The sides from which a connection is seen: of the account that consented, and of the platform that owns the app. */
const SIDES = ['account_id', 'platform_account_id'] as const;

/**
 * A page of the connections that an account sees, newest first unless asked otherwise. Ids are in the order in which they were made.
 *
 * @throws RefusalError cursor_invalid of a cursor that is none of them.
 */
export async function readConnectionPage(store: EventStore, query: ListQuery, owner: ListOwner): Promise<ListPage<ConnectionResource>> {
  const { before, after } = query;
  const cursor = before ?? after;
  if (cursor !== null) await requireSeen(store, { id: cursor, param: before === null ? 'starting_after' : 'ending_before' }, owner);
  const { text, values } = statementOf(query, owner);
  const found = await store.listing.readSnapshots(store.acrossAccounts, { name: '', text }, values);
  return pageOfWalk(await shownConnections(found as Snapshot<ConnectionState>[], store), query);
}

function statementOf(query: ListQuery, owner: ListOwner): { text: string; values: unknown[] } {
  const isDescending = isDescendingWalk(query);
  const { conditions, values } = conditionsOf(query, owner, isDescending);
  const [direction, limit] = [isDescending ? 'DESC' : 'ASC', `$${values.push(query.limit + 1)}`];
  // Each side by its own index; of both, as few as the page takes.
  const sides = SIDES.map((side) => {
    const where = [`c.${side} = $1`, ...conditions].join(' AND ');
    return `(SELECT c.id, c.shard FROM accounts.connections c WHERE ${where} ORDER BY c.id ${direction} LIMIT ${limit})`;
  });
  const text = `SELECT ${SNAPSHOT_COLUMNS} FROM (${sides.join(' UNION ')} ORDER BY id ${direction} LIMIT ${limit}) p
    JOIN accounts.streams s ON s.shard = p.shard AND s.stream_id = p.id ORDER BY p.id ${direction}`;
  return { text, values };
}

/** `$1` is the account that asks. */
function conditionsOf(
  query: ListQuery,
  { accountId, livemode }: ListOwner,
  isDescending: boolean,
): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = [accountId, livemode];
  const conditions = ['c.livemode = $2'];
  const add = (condition: (place: string) => string, value: unknown): void => {
    if (value !== undefined && value !== null) conditions.push(condition(`$${values.push(value)}`));
  };
  add((place) => `c.id = ${place}`, query.id);
  add((place) => `c.app_id = ${place}`, query.filters.app_id);
  add((place) => `c.account_id = ${place}`, query.filters.account_id);
  add((place) => `c.status = ANY (${place})`, query.status.length === 0 ? null : query.status);
  add((place) => `c.made_at >= ${place}`, query.createdFromMs);
  add((place) => `c.made_at < ${place}`, query.createdBelowMs);
  add((place) => `c.id ${isDescending ? '<' : '>'} ${place}`, query.before ?? query.after);
  return { conditions, values };
}

const SEEN = {
  name: 'hundi_connection_seen',
  text: 'SELECT FROM accounts.connections WHERE id = $1 AND livemode = $2 AND $3 IN (account_id, platform_account_id)',
};

async function requireSeen(
  { acrossAccounts }: EventStore,
  { id, param }: { id: string; param: string },
  { accountId, livemode }: ListOwner,
): Promise<void> {
  if ((await acrossAccounts(SEEN, [id, livemode, accountId])).length === 0) throw new RefusalError('cursor_invalid', { param });
}
