import type { EventStore } from '#event-store';
import type { LogRecord } from './log-record';

/** The database of the accounts, for no account in particular. */
type LogTarget = Pick<EventStore, 'acrossAccounts'>;

/** Column, type and value, in the order of the statement. */
const COLUMNS: readonly (readonly [name: string, type: string, valueOf: (record: LogRecord) => unknown])[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['livemode', 'boolean', ({ livemode }) => livemode],
  ['id', 'text', ({ id }) => id],
  ['at', 'bigint', ({ atMs }) => atMs],
  ['ends_on', 'date', ({ endsOn }) => endsOn],
  ['method', 'text', ({ method }) => method],
  ['path', 'text', ({ path }) => path],
  ['operation', 'text', ({ operation }) => operation],
  ['status', 'smallint', ({ status }) => status],
  ['error_code', 'text', ({ errorCode }) => errorCode],
  ['duration_ms', 'integer', ({ durationMs }) => durationMs],
  ['actor_id', 'text', ({ actorId }) => actorId],
  ['address', 'text', ({ address }) => address],
  ['api_version', 'text', ({ apiVersion }) => apiVersion],
  ['idempotency_key', 'text', ({ idempotencyKey }) => idempotencyKey],
  ['resource_type', 'text', ({ resource }) => resource?.type ?? null],
  ['resource_id', 'text', ({ resource }) => resource?.id ?? null],
  ['request_headers', 'text', ({ requestHeaders }) => requestHeaders],
  ['query', 'text', ({ query }) => query],
  ['request_body', 'text', ({ requestBody }) => requestBody],
  ['response_headers', 'text', ({ responseHeaders }) => responseHeaders],
  ['response_body', 'text', ({ responseBody }) => responseBody],
  ['is_truncated', 'boolean', ({ isTruncated }) => isTruncated],
];

const NAMES = COLUMNS.map(([name]) => name).join(', ');

/** The commit is not waited for on the disk: what a crash of Postgres takes is a fraction of a second of a log. */
const INSERT = {
  name: 'hundi_insert_request_logs',
  text: `INSERT INTO gateway.request_logs (${NAMES})
    SELECT ${COLUMNS.map(([name]) => `r.${name}`).join(', ')}
    FROM (SELECT set_config('synchronous_commit', 'off', true)) AS quick,
      unnest(${COLUMNS.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')}) AS r (${NAMES})
    ON CONFLICT DO NOTHING`,
};
const KEEP = { name: 'hundi_keep_request_logs', text: 'SELECT gateway.keep_partitions($1::date[], $2::date)' };

/** Writes requests, in one statement; again changes nothing. Their days must be there. */
export async function insertLogRecords({ acrossAccounts }: LogTarget, records: readonly LogRecord[]): Promise<void> {
  await acrossAccounts(
    INSERT,
    COLUMNS.map(([, , valueOf]) => records.map(valueOf)),
  );
}

/** Makes the partitions of these last days of requests, and drops those of days that are over. Processes take turns. */
export async function keepRequestLogDays({ acrossAccounts }: LogTarget, days: readonly string[], today: string): Promise<void> {
  await acrossAccounts(KEEP, [[...days], today]);
}
