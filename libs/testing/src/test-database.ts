import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { readTestServers } from './config';

/** A database for one suite. */
export interface TestDatabase {
  url: string;
  /** Drops it, with its open connections. */
  drop(): Promise<void>;
}

const TEMPLATE_LOCK = 4863_4450;
const LOOK_EVERY_MS = 20;
const LOOKS_MAX = 25;
const TEMPLATE_NAME = /^[a-z0-9_]{1,40}$/;

/**
 * A fresh database on the run's Postgres, cloned in about 30 ms. The first caller in a run makes the template:
 * it is empty, or whatever `migrate` makes of it.
 *
 * @param name of the template: lower case letters, digits, underscore. One name, one set of migrations.
 * @throws Error when jest was started without the `int` or `e2e` project's global set-up.
 */
export async function testDatabase(name = 'empty', migrate?: (databaseUrl: string) => Promise<void>): Promise<TestDatabase> {
  if (!TEMPLATE_NAME.test(name)) throw new Error(`"${name}" is no template name: lower case letters, digits, underscore`);
  const postgresUrl = requirePostgresUrl();
  const database = `test_${name}_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  await withAdmin(postgresUrl, async (admin) => {
    const template = `template_${name}`;
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    await ensureTemplate(admin, template, (url) => migrate?.(url) ?? Promise.resolve(), postgresUrl);
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
    // Files copied as they are, in a third of the time that their pages take through the log.
    await admin.query(`create database ${database} template ${template} strategy file_copy`);
  });
  const drop = (): Promise<void> =>
    withAdmin(postgresUrl, async (admin) => {
      // A pool that has ended may still close connections: an error of one cut off then would have no handler.
      await untilAlone(admin, database);
      await admin.query(`drop database if exists ${database} with (force)`);
    });
  return { url: withDatabase(postgresUrl, database), drop };
}

/** Until no connection to the database is left, or none closes by itself. */
async function untilAlone(admin: Client, database: string): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    const { rowCount } = await admin.query('select 1 from pg_stat_activity where datname = $1 limit 1', [database]);
    if (!rowCount) return;
    await delay(LOOK_EVERY_MS);
  }
}

/** Built under another name and renamed when complete, so that a failed migration leaves no half template. */
async function ensureTemplate(
  admin: Client,
  template: string,
  migrate: (databaseUrl: string) => Promise<void>,
  postgresUrl: string,
): Promise<void> {
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
  if (rowCount) return;
  const unfinished = `${template}_new`;
  await admin.query(`drop database if exists ${unfinished} with (force)`);
  await admin.query(`create database ${unfinished} template template0`);
  await migrate(withDatabase(postgresUrl, unfinished));
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [unfinished]);
  await admin.query(`alter database ${unfinished} rename to ${template}`);
}

function requirePostgresUrl(): string {
  const { postgresUrl } = readTestServers();
  if (postgresUrl) return postgresUrl;
  throw new Error('No Postgres for this run: only *.int-spec.ts, *.e2e-spec.ts and *.fault-spec.ts suites may ask for a database.');
}

function withDatabase(postgresUrl: string, database: string): string {
  const url = new URL(postgresUrl);
  url.pathname = `/${database}`;
  return url.toString();
}

async function withAdmin(postgresUrl: string, work: (admin: Client) => Promise<void>): Promise<void> {
  const admin = new Client({ connectionString: postgresUrl });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
