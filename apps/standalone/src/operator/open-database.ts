import { FolderInUseError, startEmbeddedPostgres } from '#embedded';
import { ComplaintError } from '../complaint';
import { migrateAll } from '../migrations';
import type { Place } from '../place';

/**
 * The database that a command line tool works on: DATABASE_URL, else that of the Hundi that runs on the folder, else
 * the folder's own Postgres, started for the moment.
 */
export async function withDatabase({ config, folder }: Place, work: (databaseUrl: string) => Promise<void>): Promise<void> {
  const databaseUrl = config.databaseUrl ?? folder.findRunning()?.databaseUrl;
  if (databaseUrl) return work(databaseUrl);
  folder.prepare();
  const postgres = await startEmbeddedPostgres({ dataDir: folder.postgres, durable: true }).catch(explain);
  try {
    await migrateAll(postgres.url);
    await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

function explain(error: unknown): never {
  if (error instanceof FolderInUseError)
    throw new ComplaintError('Hundi is just starting or stopping on this folder. Try again in a moment.');
  throw error;
}
