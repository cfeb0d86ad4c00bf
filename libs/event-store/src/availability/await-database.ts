import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { describeLogin, type LoginDescription } from '../roles/login-role';
import type { LoginName } from '../roles/rights';
import { databaseProblem, OLDEST_POSTGRES, type DatabaseProblem } from './database-problem';
import { missingRights } from './missing-rights';
import { schemaProblem, type SchemaVersion } from './schema-version';

/** Postgres could not be used, in words for an operator: what is wrong and what to do. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
}

/** What a process needs of its Postgres. */
export interface DatabaseNeeds {
  databaseUrl: string;
  /** A service waits for its login and its rights too: the migration that makes them may run meanwhile. */
  service?: LoginName;
  /** Its schemas, which must have every migration of this version. */
  schemas?: readonly SchemaVersion[];
  /** Called at every try with the login, before the rights are checked. What it throws ends the wait. */
  onLogin?: (login: LoginDescription) => void;
  /** Called at every try with a sentence about each schema that a newer version has migrated. */
  onNewer?: (sentence: string) => void;
}

export interface AwaitDatabaseOptions extends DatabaseNeeds {
  /** How long to wait, in milliseconds. */
  limitMs: number;
  /** Called before every pause with what is missing and what to do. */
  onWaiting: (problem: DatabaseProblem, pauseMs: number) => void;
}

const PAUSE_FIRST_MS = 250;
const PAUSE_MAX_MS = 10_000;
/** A busy machine takes seconds to make a process for a connection. */
const ANSWER_MS = 10_000;

/**
 * Waits until Postgres answers and lets this user in, with growing pauses.
 *
 * @throws DatabaseUnusableError when it is too old, when it refuses what waiting does not mend, or does not answer within the limit.
 */
export async function awaitDatabase(options: AwaitDatabaseOptions): Promise<void> {
  const { limitMs, service, onWaiting } = options;
  const endsAtMs = performance.now() + limitMs;
  for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    const problem = await inspectDatabase(options);
    if (problem === undefined) return;
    const { kind, sentence, advice } = problem;
    if (kind === 'incompatible' || (kind !== 'away' && service === undefined)) throw new DatabaseUnusableError(`${sentence}.\n${advice}`);
    const leftMs = endsAtMs - performance.now();
    if (leftMs <= 0) throw new DatabaseUnusableError(`${sentence}, for ${Math.round(limitMs / 1_000)} s now (START_WAIT_MS).\n${advice}`);
    const nextMs = Math.min(pauseMs, leftMs);
    onWaiting(problem, Math.round(nextMs));
    await pause(nextMs);
  }
}

/** One look, on a connection of its own. @throws DatabaseUnusableError when Postgres is too old; any error that is no matter of reaching it. */
export async function inspectDatabase(options: DatabaseNeeds): Promise<DatabaseProblem | undefined> {
  try {
    return await look(options);
  } catch (error) {
    const problem = databaseProblem(error, options.databaseUrl);
    if (problem === undefined) throw error;
    return problem;
  }
}

async function look({ databaseUrl, service, schemas = [], onLogin, onNewer }: DatabaseNeeds): Promise<DatabaseProblem | undefined> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'hundi start',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    requireVersion(rows[0]?.server_version ?? '');
    onLogin?.(await describeLogin(client));
    const lacking = service === undefined ? undefined : await missingRights(client, service);
    return lacking ?? (await schemaProblem(client, schemas, onNewer));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @param version as Postgres shows it, for example `16.4 (Debian 16.4-1)`. @throws DatabaseUnusableError when it is too old. */
export function requireVersion(version: string): void {
  const major = Number.parseInt(version, 10);
  if (major >= OLDEST_POSTGRES) return;
  throw new DatabaseUnusableError(`Postgres ${version} is too old.\nHundi needs Postgres ${OLDEST_POSTGRES} or newer.`);
}
