import type { EventStore } from '#event-store';
import { isUniqueViolation } from '../tables/unique-violation';
import type { PackedRecord } from './packed-details';

/** The database of the accounts, for no account in particular. */
type LogTarget = Pick<EventStore, 'acrossAccounts'>;

/** Column, type and value, in the order of the statement. */
const COLUMNS: readonly (readonly [name: string, type: string, valueOf: (row: PackedRecord) => string | number | boolean | null])[] = [
  ['account_id', 'text', ({ record }) => record.accountId],
  ['livemode', 'boolean', ({ record }) => record.livemode],
  ['id', 'text', ({ record }) => record.id],
  ['at', 'bigint', ({ record }) => record.atMs],
  ['ends_on', 'date', ({ record }) => record.endsOn],
  ['method', 'text', ({ record }) => record.method],
  ['path', 'text', ({ record }) => record.path],
  ['operation', 'text', ({ record }) => record.operation],
  ['status', 'smallint', ({ record }) => record.status],
  ['error_code', 'text', ({ record }) => record.errorCode],
  ['duration_ms', 'integer', ({ record }) => record.durationMs],
  ['actor_id', 'text', ({ record }) => record.actorId],
  ['resource_id', 'text', ({ record }) => record.resourceId],
  ['details_in', 'text', ({ detailsIn }) => detailsIn],
  ['details_at', 'smallint', ({ detailsAt }) => detailsAt],
];

const NAMES = COLUMNS.map(([name]) => name).join(', ');
/** Between the values of a column; none of them has a control character in it. */
const SEPARATOR = '\x1e';
const listed = ([, type]: (typeof COLUMNS)[number], index: number): string => `string_to_array($${index + 1}, E'\\x1e', '')::${type}[]`;

/**
 * Each column is one text, and all details are one value, of which each row that has some takes its part: in an array each value would be
 * looked through for what has to be escaped. The commit is not waited for on the disk: what a crash of Postgres takes is a fraction of a
 * second of a log.
 */
const INSERT = {
  name: 'hundi_insert_request_logs',
  text: `INSERT INTO gateway.request_logs (${NAMES}, details)
    SELECT ${NAMES}, CASE WHEN r.length > 0 THEN substring($${COLUMNS.length + 3}::bytea FROM r.start FOR r.length) END
    FROM (SELECT set_config('synchronous_commit', 'off', true)) AS quick,
      unnest(${COLUMNS.map(listed).join(', ')}, $${COLUMNS.length + 1}::integer[], $${COLUMNS.length + 2}::integer[])
        AS r (${NAMES}, start, length)`,
};
const KEEP = { name: 'hundi_keep_request_logs', text: 'SELECT gateway.keep_partitions($1::date[], $2::date)' };

/**
 * Writes requests, in one statement. Their days must be there. The same ones again change nothing: one row that is there says that all
 * are. To ask Postgres to pass over rows that are there would cost a third more.
 */
export async function insertLogRecords({ acrossAccounts }: LogTarget, rows: readonly PackedRecord[]): Promise<void> {
  const columns = COLUMNS.map(([, , valueOf]) => rows.map((row) => valueOf(row) ?? '').join(SEPARATOR));
  const lengths = rows.map(({ details }) => details?.length ?? 0);
  let end = 1;
  const starts = lengths.map((length) => (end += length) - length);
  const parameters = [...columns, starts, lengths, Buffer.concat(rows.flatMap(({ details }) => details ?? []))];
  try {
    await acrossAccounts(INSERT, parameters);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
}

/** Makes the partitions of these last days of requests, and drops those of days that are over. Processes take turns. */
export async function keepRequestLogDays({ acrossAccounts }: LogTarget, days: readonly string[], today: string): Promise<void> {
  await acrossAccounts(KEEP, [[...days], today]);
}
