import { toSeconds, type AuditEntryResource, type AuditHeadResource, type ListPage, type ListQuery } from '#contracts';
import type { EventStore } from '#event-store';
import { isDescendingWalk, pageOfWalk, RefusalError, type ListOwner } from '#listing';
import { AUDIT_COLUMNS, auditEntryOf, type AuditRow } from './audit-log.table';
import type { AuditEntry } from './audit-entry';

/** Days whose heads are shown: a year. */
const HEADS_MAX = 366;

/** The database of the accounts, one account at a time. */
type AuditSource = Pick<EventStore, 'listing'>;
type Ask = ReturnType<AuditSource['listing']['queryAs']>;

/** A page of the log of an account, in one mode. @throws RefusalError cursor_invalid of a cursor that is no entry of it. */
export async function readAuditPage({ listing }: AuditSource, query: ListQuery, owner: ListOwner): Promise<ListPage<AuditEntryResource>> {
  const isDescending = isDescendingWalk(query);
  const ask = listing.queryAs(owner.accountId);
  const { conditions, values } = conditionsOf(query, owner);
  const place = await placeOf(ask, query, owner);
  if (place !== null) conditions.push(`a.position ${isDescending ? '<' : '>'} $${values.push(place)}`);
  const text = `SELECT ${AUDIT_COLUMNS} FROM accounts.audit_log a WHERE ${conditions.join(' AND ')}
    ORDER BY a.position ${isDescending ? 'DESC' : 'ASC'} LIMIT $${values.push(query.limit + 1)}`;
  const found = await ask<AuditRow>({ name: '', text }, values);
  return pageOfWalk(
    found.map((row) => auditEntryResource(auditEntryOf(row))),
    query,
  );
}

/** The position of the entry that the page begins after or ends before; null for the first page. @throws RefusalError cursor_invalid. */
async function placeOf(ask: Ask, { before, after }: ListQuery, { accountId, livemode }: ListOwner): Promise<string | null> {
  const cursor = before ?? after;
  if (cursor === null) return null;
  const [place] = await ask<{ position: string }>(PLACE, [accountId, livemode, cursor]);
  if (place === undefined) throw new RefusalError('cursor_invalid', { param: before === null ? 'starting_after' : 'ending_before' });
  return place.position;
}

const PLACE = {
  name: 'hundi_audit_place',
  text: 'SELECT position FROM accounts.audit_log WHERE account_id = $1 AND livemode = $2 AND id = $3',
};

/** Account and mode are always among them. */
function conditionsOf({ filters, ranges }: ListQuery, { accountId, livemode }: ListOwner): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = [accountId, livemode];
  const conditions = ['a.account_id = $1', 'a.livemode = $2'];
  const add = (condition: string, value: unknown): void => {
    if (value !== undefined && value !== null) conditions.push(`${condition} $${values.push(value)}`);
  };
  const operator = /^operator:(.+)$/.exec(filters.actor ?? '')?.[1];
  add('a.actor_type =', operator && 'operator');
  add('a.actor_id =', operator ?? filters.actor);
  add('a.action =', filters.action);
  add('a.resource_id =', filters.resource);
  add('a.outcome =', filters.outcome);
  add('a.at >=', ranges.at?.fromMs);
  add('a.at <', ranges.at?.belowMs);
  return { conditions, values };
}

const HEADS = {
  name: 'hundi_audit_heads',
  text: `SELECT day::text AS date, position, hash FROM accounts.audit_heads WHERE account_id = $1 ORDER BY day DESC LIMIT ${HEADS_MAX}`,
};

/** The last entry of each of the last days that have one, the newest first. */
export async function readAuditHeads({ listing }: AuditSource, { accountId }: ListOwner): Promise<AuditHeadResource[]> {
  const rows = await listing.queryAs(accountId)<{ date: string; position: string; hash: Buffer }>(HEADS, [accountId]);
  return rows.map(({ date, position, hash }) => ({
    object: 'audit_head',
    date,
    position: Number(position),
    hash: hash.toString('hex'),
  }));
}

/** An entry as the API shows it. */
function auditEntryResource({ accountId, atMs, requestId, changes, hash, ...entry }: AuditEntry): AuditEntryResource {
  return {
    id: entry.id,
    object: 'audit_entry',
    livemode: entry.livemode,
    account_id: accountId,
    position: entry.position,
    at: toSeconds(atMs),
    actor: entry.actor,
    action: entry.action,
    resource: entry.resource,
    outcome: entry.outcome,
    code: entry.code,
    address: entry.address,
    request_id: requestId,
    changes: changes === null ? null : (JSON.parse(changes) as NonNullable<AuditEntryResource['changes']>),
    hash: hash.toString('hex'),
  };
}
