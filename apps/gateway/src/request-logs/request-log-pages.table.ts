import {
  ID_PREFIX,
  otherModeHint,
  REQUEST_LOG_DAYS_DEFAULT,
  toBase62,
  toSeconds,
  type ListPage,
  type ListQuery,
  type RequestLogResource,
} from '#contracts';
import type { EventStore } from '#event-store';
import { isDescendingWalk, pageOfWalk, RefusalError, type ListOwner } from '#listing';
import { rulesOfAccount } from '../accounts/account-rules.table';
import { auditedObject } from '../accounts/audit-log/entry-of-command';
import type { RequestDetails } from './log-record';
import { unpacked } from './packed-details';

/** The database of the accounts, one account at a time. */
type LogSource = Pick<EventStore, 'listing' | 'options'>;
type Ask = ReturnType<LogSource['listing']['queryAs']>;

interface LogRow {
  id: string;
  livemode: boolean;
  at: string;
  method: string;
  path: string;
  operation: string | null;
  status: number;
  error_code: string | null;
  duration_ms: number;
  actor_id: string;
  resource_id: string | null;
  details_in: string;
  details_at: number;
}

const COLUMNS = `r.id, r.livemode, r.at, r.method, r.path, r.operation, r.status, r.error_code, r.duration_ms, r.actor_id, r.resource_id,
  r.details_in, r.details_at`;

const TIME_LENGTH = 8;
/** An id is made a moment after the request began. */
const ID_LATER_MS = 60_000;
const DAY_MS = 86_400_000;

/** A page of the requests of an account, in one mode, without their bodies. @throws RefusalError cursor_invalid of a cursor that is none of them. */
export async function readRequestLogPage(source: LogSource, query: ListQuery, owner: ListOwner): Promise<ListPage<RequestLogResource>> {
  const isDescending = isDescendingWalk(query);
  const ask = source.listing.queryAs(owner.accountId);
  const { conditions, values } = conditionsOf(query, owner, await keptFromMs(source, ask, owner));
  const place = await placeOf(ask, query, owner);
  if (place !== null) conditions.push(`r.id ${isDescending ? '<' : '>'} $${values.push(place)}`);
  const text = `SELECT ${COLUMNS} FROM gateway.request_logs r WHERE ${conditions.join(' AND ')}
    ORDER BY r.id ${isDescending ? 'DESC' : 'ASC'} LIMIT $${values.push(query.limit + 1)}`;
  const page = pageOfWalk(await ask<LogRow>({ name: '', text }, values), query);
  const details = await readDetails(ask, page.data, owner);
  // A page of them with all bodies would have three megabytes.
  return { ...page, data: page.data.map((row) => withoutBodies(requestLogResource(row, details))) };
}

/** One request with its bodies. @throws RefusalError resource_missing. */
export async function readRequestLog(source: LogSource, id: string, owner: ListOwner): Promise<RequestLogResource> {
  const ask = source.listing.queryAs(owner.accountId);
  const keptMs = await keptFromMs(source, ask, owner);
  const find = (livemode: boolean): Promise<LogRow[]> => ask<LogRow>(ONE, [owner.accountId, livemode, id, keptMs]);
  const [row] = await find(owner.livemode);
  if (row === undefined) {
    const isElsewhere = (await find(!owner.livemode)).length > 0;
    throw new RefusalError('resource_missing', { param: 'id', ...(isElsewhere && { hint: otherModeHint(owner.livemode) }) });
  }
  return requestLogResource(row, await readDetails(ask, [row], owner));
}

const ONE = {
  name: 'hundi_request_log',
  text: `SELECT ${COLUMNS} FROM gateway.request_logs r WHERE r.account_id = $1 AND r.livemode = $2 AND r.id = $3 AND r.at >= $4`,
};
const DETAILS = {
  name: 'hundi_request_log_details',
  text: `SELECT id, details FROM gateway.request_logs
    WHERE account_id = $1 AND livemode = $2 AND id = ANY ($3::text[]) AND details IS NOT NULL`,
};
const PLACE = {
  name: 'hundi_request_log_place',
  text: 'SELECT id FROM gateway.request_logs WHERE account_id = $1 AND livemode = $2 AND id = $3',
};

/** An account that keeps its requests for less time than before sees no older ones from then on. */
async function keptFromMs({ options }: LogSource, ask: Ask, { accountId }: ListOwner): Promise<number> {
  const { requestLogDays } = await rulesOfAccount(ask, accountId);
  return options.clock.nowMs() - (requestLogDays ?? REQUEST_LOG_DAYS_DEFAULT) * DAY_MS;
}

async function placeOf(ask: Ask, { before, after }: ListQuery, { accountId, livemode }: ListOwner): Promise<string | null> {
  const cursor = before ?? after;
  if (cursor === null) return null;
  const [place] = await ask<{ id: string }>(PLACE, [accountId, livemode, cursor]);
  if (place === undefined) throw new RefusalError('cursor_invalid', { param: before === null ? 'starting_after' : 'ending_before' });
  return place.id;
}

/** Account and mode are always among them. */
function conditionsOf(
  { filters, ranges }: ListQuery,
  { accountId, livemode }: ListOwner,
  keptMs: number,
): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = [accountId, livemode, keptMs];
  const conditions = ['r.account_id = $1', 'r.livemode = $2', 'r.at >= $3'];
  const add = (condition: string, value: unknown): void => {
    if (value !== undefined && value !== null) conditions.push(`${condition} $${values.push(value)}`);
  };
  add('r.status =', filters.status);
  add('r.method =', filters.method);
  add('r.path =', filters.path);
  add('r.operation =', filters.operation);
  add('r.error_code =', filters.error_code);
  add('r.actor_id =', filters.actor);
  add('r.resource_id =', filters.resource);
  const { fromMs = null, belowMs = null } = ranges.at ?? {};
  add('r.at >=', fromMs);
  add('r.at <', belowMs);
  // Ids begin with their time, and the index is that of the ids.
  add('r.id >=', fromMs === null ? null : idOfTime(fromMs));
  add('r.id <', belowMs === null ? null : idOfTime(belowMs + ID_LATER_MS));
  return { conditions, values };
}

function idOfTime(atMs: number): string {
  return `${ID_PREFIX.requestLog}_${toBase62(Math.trunc(atMs), TIME_LENGTH)}`;
}

type Details = ReadonlyMap<string, readonly RequestDetails[]>;

/** The details of all these rows, by the id of the row that has them. */
async function readDetails(ask: Ask, rows: readonly LogRow[], { accountId, livemode }: ListOwner): Promise<Details> {
  if (rows.length === 0) return new Map();
  const ids = [...new Set(rows.map(({ details_in: id }) => id))];
  const found = await ask<{ id: string; details: Buffer }>(DETAILS, [accountId, livemode, ids]);
  return new Map(found.map(({ id, details }) => [id, unpacked(details)]));
}

/** A request as the API shows it. */
function requestLogResource(row: LogRow, known: Details): RequestLogResource {
  const details = known.get(row.details_in)?.[row.details_at];
  if (details === undefined) throw new Error(`${row.id} has no details in ${row.details_in}`);
  return {
    id: row.id,
    object: 'request_log',
    livemode: row.livemode,
    at: toSeconds(Number(row.at)),
    method: row.method,
    path: row.path,
    operation: row.operation,
    status: row.status,
    error_code: row.error_code,
    duration_ms: row.duration_ms,
    actor: { type: actorTypeOf(row.actor_id), id: row.actor_id },
    address: details.address,
    api_version: details.api_version,
    idempotency_key: details.idempotency_key,
    resource: row.resource_id === null ? null : auditedObject(row.resource_id),
    request: details.request,
    response: details.response,
    truncated: details.truncated,
  };
}

function withoutBodies(log: RequestLogResource): RequestLogResource {
  return { ...log, request: { ...log.request, body: null }, response: { ...log.response, body: null } };
}

/** The prefix of its id says what it is. */
function actorTypeOf(id: string): 'api_key' | 'app' | 'user' {
  if (id.startsWith(`${ID_PREFIX.app}_`)) return 'app';
  return id.startsWith(`${ID_PREFIX.user}_`) ? 'user' : 'api_key';
}
