import type { ClientBase } from 'pg';
import { lockClass, quoteSchema } from '../schema/names';
import {
  ACCOUNT_TABLES,
  LOGIN_ROLES,
  operationsOn,
  OWNER_FUNCTIONS,
  ownerOf,
  readerOf,
  RIGHTS,
  rolesOf,
  type Operation,
  type Role,
} from './rights';

interface RelationRow {
  name: string;
  kind: 'r' | 'p' | 'v' | 'c';
  is_partition: boolean;
  is_owned: boolean;
  /** Roles that row-level security lets see every row; empty where there is none. */
  let_through: string[];
  /** What each role may do now: one entry `role operation` each. */
  granted: string[];
}

interface RoutineRow {
  signature: string;
  name: string;
  is_owned: boolean;
  is_definer: boolean;
  is_public: boolean;
}

/** Without the copy that a rebuild fills: it belongs to that run, which may drop or rename it at any moment, until it is live. */
const RELATIONS = `
  SELECT c.relname AS name, c.relkind AS kind, c.relispartition AS is_partition, c.relowner = o.oid AS is_owned, 
    ARRAY(SELECT r.rolname::text FROM pg_policy p JOIN pg_roles r ON r.oid = ANY (p.polroles)
      WHERE p.polrelid = c.oid AND p.polname = 'of_service' AND c.relrowsecurity ORDER BY 1) AS let_through,
    ARRAY(SELECT r.rolname || ' ' || a.privilege_type FROM aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee) AS granted
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, pg_roles o
  WHERE n.nspname = $1 AND o.rolname = $2 AND c.relkind IN ('r', 'p', 'v', 'c') AND c.relname !~ '_copy_[0-9]+$' ORDER BY c.relname`;

const ROUTINES = `
  SELECT p.oid::regprocedure::text AS signature, p.proname AS name, p.proowner = o.oid AS is_owned, p.prosecdef AS is_definer,
    p.proacl IS NULL OR EXISTS (SELECT FROM aclexplode(p.proacl) WHERE grantee = 0) AS is_public
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace, pg_roles o WHERE n.nspname = $1 AND o.rolname = $2 ORDER BY 1`;

/**
 * Makes the owners and grants of a schema those of the table of rights, and nothing more. A schema that is right already is only
 * looked at. The roles must be there. Others that do the same wait for the end of this transaction.
 */
export async function applyRights(client: ClientBase, schema: string): Promise<void> {
  if (rolesOf(schema).length === 0) return;
  await client.query('SELECT pg_advisory_xact_lock($1, 0)', [lockClass(schema, 'rights')]);
  const parameters = [schema, ownerOf(schema)];
  const { rows: schemas } = await client.query<{ is_owned: boolean }>(
    'SELECT n.nspowner = o.oid AS is_owned FROM pg_namespace n, pg_roles o WHERE n.nspname = $1 AND o.rolname = $2',
    parameters,
  );
  const { rows: relations } = await client.query<RelationRow>(RELATIONS, parameters);
  const { rows: routines } = await client.query<RoutineRow>(ROUTINES, parameters);
  const statements = [
    ...ownSchema(schema, schemas[0]?.is_owned ?? false),
    ...relations.flatMap((relation) => ownRelation(schema, relation)),
    ...routines.flatMap((routine) => ownRoutine(schema, routine)),
    `GRANT USAGE ON SCHEMA ${quoteSchema(schema)} TO ${rolesOf(schema).join(', ')}`,
    // A partition is reached through its parent.
    ...relations.filter(({ is_partition, kind }) => !is_partition && kind !== 'c').flatMap((relation) => grantOn(schema, relation)),
    ...relations.flatMap((relation) => bindToAccount(schema, relation)),
  ];
  for (const statement of statements) await client.query(statement);
}

function ownSchema(schema: string, isOwned: boolean): string[] {
  return isOwned ? [] : [`ALTER SCHEMA ${quoteSchema(schema)} OWNER TO ${ownerOf(schema)}`];
}

function ownRelation(schema: string, { name, kind, is_owned: isOwned }: RelationRow): string[] {
  if (isOwned) return [];
  const word = kind === 'v' ? 'VIEW' : kind === 'c' ? 'TYPE' : 'TABLE';
  return [`ALTER ${word} ${quoteSchema(schema)}.${quoted(name)} OWNER TO ${ownerOf(schema)}`];
}

function ownRoutine(schema: string, routine: RoutineRow): string[] {
  const { signature, is_owned: isOwned, is_definer: isDefiner, is_public: isPublic } = routine;
  const callers = rolesOf(schema).filter((role) => role !== readerOf(schema) && (role !== LOGIN_ROLES.operator || mayAppend(schema, role)));
  return [
    ...(isOwned ? [] : [`ALTER ROUTINE ${signature} OWNER TO ${ownerOf(schema)}`]),
    // Without the search path of its own, it would run whatever the caller puts before the tables that it means.
    ...(OWNER_FUNCTIONS.includes(routine.name) && !isDefiner
      ? [`ALTER ROUTINE ${signature} SECURITY DEFINER SET search_path = pg_catalog, pg_temp`]
      : []),
    ...(isPublic ? [`REVOKE ALL ON ROUTINE ${signature} FROM PUBLIC`] : []),
    ...(isPublic ? [`GRANT EXECUTE ON ROUTINE ${signature} TO ${callers.join(', ')}`] : []),
  ];
}

function mayAppend(schema: string, role: Role): boolean {
  return operationsOn(schema, 'events', role).includes('INSERT');
}

function grantOn(schema: string, { name, kind, granted }: RelationRow): string[] {
  const table = `${quoteSchema(schema)}.${quoted(name)}`;
  return ROLES.flatMap((role) => {
    const wanted = operationsOn(schema, name, role).filter((operation) => kind !== 'v' || operation === 'SELECT');
    const has = granted.filter((entry) => entry.startsWith(`${role} `)).map((entry) => entry.slice(role.length + 1));
    const missing = wanted.filter((operation) => !has.includes(operation));
    const extra = has.filter((operation) => !wanted.includes(operation as Operation));
    return [
      ...(missing.length > 0 ? [`GRANT ${missing.join(', ')} ON ${table} TO ${role}`] : []),
      ...(extra.length > 0 ? [`REVOKE ${extra.join(', ')} ON ${table} FROM ${role}`] : []),
    ];
  });
}

/** Services read all accounts, as their work needs; readers one. The owner is not bound, and cannot log in. */
function bindToAccount(schema: string, { name, let_through: letThrough }: RelationRow): string[] {
  const reader = readerOf(schema);
  if (reader === undefined || !ACCOUNT_TABLES.includes(name)) return [];
  const table = `${quoteSchema(schema)}.${quoted(name)}`;
  const others = rolesOf(schema).filter((role) => role !== reader);
  if (others.toSorted().join() === letThrough.join()) return [];
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS of_account ON ${table}`,
    `DROP POLICY IF EXISTS of_service ON ${table}`,
    `CREATE POLICY of_account ON ${table} FOR SELECT TO ${reader} USING (account_id = current_setting('hundi.account_id', true))`,
    `CREATE POLICY of_service ON ${table} TO ${others.join(', ')} USING (true) WITH CHECK (true)`,
  ];
}

const ROLES = [...new Set(RIGHTS.map(({ role }) => role))];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
