import { FolderInUseError, startEmbeddedPostgres } from '#embedded';
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
  return withAddresses(place, ({ operatorDatabaseUrl }) => work(operatorDatabaseUrl));
}

/** The same as the user that owns everything, for what makes and drops tables. */
export function withOwnedDatabase(place: Place, work: Work): Promise<void> {
  return withAddresses(place, ({ databaseUrl }) => work(databaseUrl));
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
