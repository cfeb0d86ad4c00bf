import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#embedded';
import {
  awaitDatabase,
  LOGIN_ROLES,
  loginOf,
  operationsOn,
  ownerOf,
  READER_ROLES,
  RIGHTS,
  rolesOf,
  RolesMissingError,
  type LoginName,
  type Operation,
} from '#event-store';
import { askDatabase, testDatabase, type TestDatabase } from '#testing';
import { loginUrlsOf, type LoginUrls } from '../src/login-urls';
import { migrateAll } from '../src/migrations';

const SCHEMAS = [...new Set(RIGHTS.map(({ schema }) => schema))];
const STORES = ['payments', 'kyc', 'webhooks'] as const;
const ROLES = [...new Set(RIGHTS.map(({ role }) => role))];
const OPERATIONS: Operation[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
/** Every character that means something in a URL. */
const PASSWORD = `p@ss:w/o?r#d% 'x"`;
const PASSWORDS = Object.fromEntries(Object.keys(LOGIN_ROLES).map((name) => [name, `${PASSWORD}${name}`])) as Record<LoginName, string>;
const REFUSED = { code: '42501' };

describe('the roles that the migration makes', () => {
  let database: TestDatabase;
  let logins: LoginUrls;
  /** One session of each, for thousands of questions. */
  let sessions: Record<LoginName, Pool>;
  beforeAll(async () => {
    database = await testDatabase('all_schemas', migrateAll);
    logins = loginUrlsOf(database.url, PASSWORDS);
    await migrateAll(database.url, logins);
    const session = ([name, connectionString]: [string, string]) => [name, new Pool({ connectionString, max: 1 })];
    sessions = Object.fromEntries(Object.entries(logins).map(session)) as Record<LoginName, Pool>;
  });
  afterAll(async () => {
    await Promise.all(Object.values(sessions).map((session) => session.end()));
    await database.drop();
  });

  const as = async (name: LoginName, text: string): Promise<object[]> => (await sessions[name].query<object>(text)).rows;
  const tables = (schema: string): Promise<{ name: string; kind: string }[]> =>
    askDatabase(
      database.url,
      `SELECT c.relname AS name, c.relkind AS kind FROM pg_class c WHERE c.relnamespace = $1::regnamespace
       AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition`,
      [schema],
    );

  it('are waited for by a service, which names the user and the resource that it lacks', async () => {
    const lacking = async (name: LoginName): Promise<string[]> => {
      const printed: string[] = [];
      const onWaiting = ({ sentence }: { sentence: string }): void => void printed.push(sentence);
      await awaitDatabase({ databaseUrl: logins[name], service: name, limitMs: 300, onWaiting }).catch((error: Error) =>
        printed.push(error.message),
      );
      return printed;
    };
    for (const name of ['gateway', 'payments', 'kyc', 'webhooks'] as const) expect(await lacking(name)).toEqual([]);
    await askDatabase(database.url, 'REVOKE INSERT ON payments.events FROM hundi_payments');
    expect((await lacking('payments')).at(0)).toBe('Postgres does not allow the user hundi_payments INSERT on payments.events');
    expect((await lacking('payments')).at(-1)).toContain('npm run migrate');
    // Also from the role that it takes on to answer accounts.
    await askDatabase(database.url, 'REVOKE USAGE ON SCHEMA gateway FROM hundi_gateway, hundi_accounts_reader');
    expect((await lacking('gateway')).at(0)).toBe('Postgres does not allow the user hundi_gateway to use the schema gateway');
    // What it says to do mends it, while the service waits.
    const waiting = lacking('gateway');
    await migrateAll(database.url, logins);
    await waiting;
    expect([...(await lacking('payments')), ...(await lacking('gateway'))]).toEqual([]);
  });

  it('log in with passwords of any characters, and may do nothing to the server', async () => {
    for (const name of Object.keys(LOGIN_ROLES) as LoginName[]) {
      const [role] = await as(
        name,
        `SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
          ARRAY(SELECT m.roleid::regrole::text FROM pg_auth_members m WHERE m.member = r.oid) AS takes_on FROM pg_roles r WHERE rolname = current_user`,
      );
      const nothing = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false };
      const readers = Object.entries(READER_ROLES).flatMap(([schema, reader]) => (loginOf(schema) === LOGIN_ROLES[name] ? [reader] : []));
      expect(role).toEqual({ rolname: LOGIN_ROLES[name], ...nothing, takes_on: readers });
    }
  });

  it('are not the owners: the owner of a schema, who owns everything in it, cannot log in', async () => {
    for (const schema of SCHEMAS) {
      expect(await askDatabase(database.url, `SELECT rolcanlogin FROM pg_roles WHERE rolname = $1`, [ownerOf(schema)])).toEqual([
        { rolcanlogin: false },
      ]);
      const foreign = await askDatabase(
        database.url,
        `SELECT relname AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relowner <> $2::regrole
         UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = $1::regnamespace AND proowner <> $2::regrole
         UNION ALL SELECT nspname FROM pg_namespace WHERE nspname = $1::text AND nspowner <> $2::regrole`,
        [schema, ownerOf(schema)],
      );
      expect(foreign).toEqual([]);
    }
  });

  it.each(SCHEMAS)('have in %s what the table of rights says, table by table, and nothing else', async (schema) => {
    const found = await tables(schema);
    const rows = await askDatabase<{ role: string; name: string; operations: Operation[] }>(
      database.url,
      `SELECT role, name, array(SELECT operation FROM unnest($1::text[]) AS operation
         WHERE has_schema_privilege(role, $3, 'USAGE') AND has_table_privilege(role, format('%I.%I', $3::text, name), operation)) AS operations
       FROM unnest($2::text[]) AS role, unnest($4::text[]) AS name`,
      [[...OPERATIONS, 'TRUNCATE', 'TRIGGER', 'REFERENCES'], ROLES, schema, found.map(({ name }) => name)],
    );
    expect(rows).toHaveLength(found.length * ROLES.length);
    for (const { role, name, operations } of rows) {
      const isView = found.some((table) => table.name === name && table.kind === 'v');
      const wanted = operationsOn(schema, name, role).filter((operation) => !isView || operation === 'SELECT');
      expect([role, name, operations.sort()]).toEqual([role, name, [...wanted].sort()]);
    }
  });

  it.each(STORES)('cannot rewrite the events of %s, switch off what protects them, or become the owner', async (schema) => {
    const attempts = [
      `UPDATE ${schema}.events SET data = '{}'`,
      `DELETE FROM ${schema}.events`,
      `TRUNCATE ${schema}.events`,
      `ALTER TABLE ${schema}.events DISABLE TRIGGER ALL`,
      `DROP TRIGGER events_append_only ON ${schema}.events`,
      `CREATE TABLE ${schema}.mine (id int)`,
      `CREATE OR REPLACE FUNCTION ${schema}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
      `SET session_replication_role = replica`,
      `SET ROLE ${ownerOf(schema)}`,
      `CREATE ROLE intruder`,
      `CREATE TABLE public.mine (id int)`,
    ];
    for (const name of [schema, 'operator'] as const) {
      for (const attempt of attempts) await expect(as(name, attempt)).rejects.toMatchObject(REFUSED);
    }
  });

  it('cannot look into the schema of another service', async () => {
    for (const name of Object.keys(LOGIN_ROLES) as LoginName[]) {
      for (const schema of SCHEMAS.filter((one) => !rolesOf(one).includes(LOGIN_ROLES[name]))) {
        for (const { name: table } of await tables(schema)) {
          await expect(as(name, `SELECT FROM ${schema}."${table}"`)).rejects.toMatchObject(REFUSED);
        }
      }
    }
    await expect(as('payments', 'SELECT FROM accounts.secrets')).rejects.toMatchObject(REFUSED);
    await expect(as('operator', 'SELECT FROM kyc.vault')).rejects.toMatchObject(REFUSED);
    await expect(as('payments', 'DELETE FROM vault.data_keys')).rejects.toMatchObject(REFUSED);
  });

  it.each(STORES)('may keep the partitions of %s, have its tables analyzed and let a new version of a view take over', async (schema) => {
    await as(schema, `SELECT ${schema}.maintain_command_partitions(now() + interval '20 days')`);
    await as(schema, `SELECT ${schema}.analyze_new_tables()`);
    const [view] = await askDatabase<{ name: string; live_version: number }>(
      database.url,
      `SELECT name, live_version FROM ${schema}.projections LIMIT 1`,
    );
    await as(schema, `SELECT ${schema}.make_view_live('${view?.name}', ${view?.live_version})`);
    await expect(as(schema, `SELECT FROM ${schema}."${view?.name}"`)).resolves.toEqual([]);
  });

  it('are given back what was taken, and taken from what was given, at the next migration', async () => {
    await askDatabase(database.url, `GRANT UPDATE ON payments.events TO hundi_payments`);
    await askDatabase(database.url, `REVOKE SELECT ON payments.streams FROM hundi_payments`);
    await askDatabase(database.url, `ALTER TABLE payments.events OWNER TO CURRENT_USER`);
    await migrateAll(database.url, logins);
    await expect(as('payments', 'UPDATE payments.events SET version = 1')).rejects.toMatchObject(REFUSED);
    await expect(as('payments', 'SELECT FROM payments.streams')).resolves.toEqual([]);
    expect(
      await askDatabase(database.url, `SELECT tableowner FROM pg_tables WHERE schemaname = 'payments' AND tablename = 'events'`),
    ).toEqual([{ tableowner: 'hundi_payments_owner' }]);
  });
});

/** As the administrator of a managed Postgres: it may make roles and owns the database, and is no superuser. */
describe('a migration by a user that is no superuser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-roles-'));
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    chmodSync(folder, 0o755);
    server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: false });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function databaseOf(user: string, attribute: string): Promise<string> {
    await askDatabase(server.url, `CREATE ROLE ${user} LOGIN PASSWORD 'admin' NOSUPERUSER ${attribute}`);
    await askDatabase(server.url, `CREATE DATABASE ${user} OWNER ${user}`);
    const url = new URL(server.url);
    Object.assign(url, { username: user, password: 'admin', pathname: `/${user}` });
    return url.toString();
  }

  it('says what it lacks when it may not make roles', async () => {
    await expect(migrateAll(await databaseOf('plain_owner', ''))).rejects.toBeInstanceOf(RolesMissingError);
  });

  it('makes every schema and role when it may, and again changes nothing', async () => {
    const url = await databaseOf('managed_admin', 'CREATEROLE');
    const logins = loginUrlsOf(url, PASSWORDS);
    await migrateAll(url, logins);
    await migrateAll(url, logins);
    await expect(askDatabase(logins.payments, 'SELECT FROM payments.events')).resolves.toEqual([]);
    await expect(askDatabase(logins.payments, 'DELETE FROM payments.events')).rejects.toMatchObject(REFUSED);
    expect(await askDatabase(url, `SELECT DISTINCT tableowner FROM pg_tables WHERE tablename = 'events' ORDER BY 1`)).toHaveLength(4);
  });

  it('changes a password that is no longer the one in the URL, and the log of the server does not show it', async () => {
    const url = await databaseOf('second_admin', 'CREATEROLE');
    await askDatabase(server.url, `ALTER SYSTEM SET log_statement = 'all'`);
    await askDatabase(server.url, `SELECT pg_reload_conf()`);
    const roles = [...SCHEMAS.map(ownerOf), ...Object.values(LOGIN_ROLES)].join(', ');
    await askDatabase(server.url, `GRANT ${roles} TO second_admin WITH ADMIN OPTION`);
    const logins = loginUrlsOf(url, { ...PASSWORDS, payments: 'another-canary' });
    await migrateAll(url, logins);
    await expect(askDatabase(logins.payments, 'SELECT FROM payments.events')).resolves.toEqual([]);
    const log = readFileSync(join(folder, 'postgres/postgres.log'), 'utf8');
    expect(log).toContain('ALTER ROLE "hundi_payments"');
    expect(log).not.toContain('another-canary');
  });
});
