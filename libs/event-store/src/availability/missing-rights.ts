import type { Client } from 'pg';
import { LOGIN_ROLES, RIGHTS, type LoginName } from '../roles/rights';
import type { DatabaseProblem } from './database-problem';

const SHOWN_MAX = 5;
const ADVICE = '"npm run migrate", as the user that owns the database, makes the tables and gives the role of each service its rights.';

interface Missing {
  user: string;
  schema: string;
  table: string;
  operation: string;
  reason: 'no schema' | 'no usage' | 'no right';
}

/**
 * What the table of rights gives a service and the user of this session lacks, named with user and resource: found at the start it
 * is a sentence, found by the first write it is an error somewhere in the log.
 *
 * @param service its role is `hundi_<service>`.
 */
export async function missingRights(client: Client, service: LoginName): Promise<DatabaseProblem | undefined> {
  const wanted = RIGHTS.filter(({ role, table }) => role === LOGIN_ROLES[service] && table !== '*').flatMap(
    ({ schema, table, operations }) => operations.map((operation) => ({ schema, table, operation })),
  );
  const { rows } = await client.query<Missing>(
    `SELECT current_user AS "user", w.schema, w."table", w.operation,
       CASE WHEN n.oid IS NULL THEN 'no schema' WHEN NOT has_schema_privilege(n.oid, 'USAGE') THEN 'no usage' ELSE 'no right' END AS reason
     FROM unnest($1::text[], $2::text[], $3::text[]) AS w(schema, "table", operation)
     LEFT JOIN pg_namespace n ON n.nspname = w.schema
     LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = w."table"
     WHERE w.schema = $4 AND (n.oid IS NULL OR NOT has_schema_privilege(n.oid, 'USAGE') OR (c.oid IS NOT NULL AND NOT has_table_privilege(c.oid, w.operation)))
     ORDER BY w.schema, w."table", w.operation`,
    [wanted.map(({ schema }) => schema), wanted.map(({ table }) => table), wanted.map(({ operation }) => operation), service],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  return { kind: 'forbidden', sentence: sentenceOf(first, rows), advice: ADVICE };
}

function sentenceOf({ user, schema, reason }: Missing, rows: readonly Missing[]): string {
  if (reason === 'no schema') return `The database has no schema ${schema}: it was not migrated`;
  if (reason === 'no usage') return `Postgres does not allow the user ${user} to use the schema ${schema}`;
  const named = rows.slice(0, SHOWN_MAX).map(({ operation, table }) => `${operation} on ${schema}.${table}`);
  const more = rows.length > SHOWN_MAX ? ` and ${rows.length - SHOWN_MAX} more` : '';
  return `Postgres does not allow the user ${user} ${named.join(', ')}${more}`;
}
