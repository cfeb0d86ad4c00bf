import { FolderInUseError, startEmbeddedPostgres } from '#embedded';
import { databaseProblem } from '#event-store';
import { CliError } from '../cli-error';
import { loginUrlsOf } from '../login-urls';
import type { Place } from '../data-location';
import { secretsOf } from '../secrets';

/** One database, as the role of the operator's commands and as the user that owns everything. */
interface DatabaseAddresses {
  databaseUrl: string;
  operatorDatabaseUrl: string;
}

type Work = (databaseUrl: string) => Promise<void>;

/**
 * The database that a command line tool works on, as the operator's role: OPERATOR_DATABASE_URL or DATABASE_URL, else that of
 * the Hundi that runs on the folder, else the folder's own Postgres, started for the moment.
 */
export function withDatabase(place: Place, work: Work): Promise<void> {
  return withAddresses(place, ({ operatorDatabaseUrl }) => inWords(work, operatorDatabaseUrl));
}

/** The same as the user that owns everything, for what makes and drops tables. @throws CliError when only the role of the other commands was given. */
export async function withOwnedDatabase(place: Place, work: Work): Promise<void> {
  const { databaseUrl: given, operatorDatabaseUrl } = place.config;
  if (given === undefined && operatorDatabaseUrl !== undefined) {
    throw new CliError('DATABASE_URL is not set: this command works as the user that owns the database, as "npm run migrate" does.');
  }
  return withAddresses(place, ({ databaseUrl }) => inWords(work, databaseUrl));
}

/** ECONNREFUSED and the like: nothing was reached. */
const SYSTEM_CODE = /^E[A-Z_]+$/;

/** @throws CliError with what is wrong with the database, and what to do, where that is what ended the work. */
async function inWords(work: Work, databaseUrl: string): Promise<void> {
  try {
    await work(databaseUrl);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code = '' } = error as { code?: string };
    const problem = databaseProblem(error, databaseUrl);
    // A full disk or too many connections are no wrong address: they stay in Postgres's own words.
    const isMeant = problem?.kind !== 'away' || SYSTEM_CODE.test(code);
    throw problem && isMeant ? new CliError(`${problem.sentence}.\n${problem.advice}`) : error;
  }
}

async function withAddresses(place: Place, work: (addresses: DatabaseAddresses) => Promise<void>): Promise<void> {
  const { config, folder } = place;
  const { operatorDatabaseUrl, databaseUrl } = config;
  const given = databaseUrl ?? operatorDatabaseUrl;
  const found = given === undefined ? folder.findRunning() : { databaseUrl: given, operatorDatabaseUrl: operatorDatabaseUrl ?? given };
  if (found) return work(found);
  folder.prepare();
  const postgres = await startEmbeddedPostgres({ dataDir: folder.postgres, durable: true }).catch(explain);
  try {
    const logins = loginUrlsOf(postgres.url, secretsOf(place).databasePasswords);
    // The code of all services: nothing else here needs it.
    const { migrateAll } = await import('../migrations.js');
    await migrateAll(postgres.url, logins);
    await work({ databaseUrl: postgres.url, operatorDatabaseUrl: logins.operator });
  } finally {
    await postgres.stop();
  }
}

function explain(error: unknown): never {
  if (error instanceof FolderInUseError) throw new CliError('Hundi is just starting or stopping on this folder. Try again in a moment.');
  throw error;
}
