import { FolderInUseError, isAlive, startEmbeddedPostgres } from '#embedded';
import { SystemClock, SystemRandom } from '#service';
import type { KeyRing } from '../../gateway/src/index';
import { ComplaintError } from './complaint';
import type { StandaloneConfig } from './config';
import type { HundiFolder } from './hundi-folder';
import { migrateAll } from './migrations';
import { secretsOf } from './secrets';

/**
 * The database that a command line tool works on: DATABASE_URL, else that of the Hundi that runs on the folder, else
 * the folder's own Postgres, started for the moment.
 */
export async function withDatabase(config: StandaloneConfig, folder: HundiFolder, work: (ring: KeyRing) => Promise<void>): Promise<void> {
  const clock = new SystemClock();
  const ports = { clock, random: new SystemRandom(clock) };
  const pepper = pepperOf(config, folder);
  const run = folder.findRunFile();
  const runningUrl = run && isAlive(run.pid) ? run.databaseUrl : undefined;
  const databaseUrl = config.databaseUrl ?? runningUrl;
  if (databaseUrl) return work({ databaseUrl, pepper, ...ports });
  const postgres = await startEmbeddedPostgres({ dataDir: folder.postgres, durable: true }).catch(explain);
  try {
    await migrateAll(postgres.url);
    await work({ databaseUrl: postgres.url, pepper, ...ports });
  } finally {
    await postgres.stop();
  }
}

/** Keys digested with a pepper that the gateway does not have would never open anything. */
function pepperOf(config: StandaloneConfig, folder: HundiFolder): string {
  if (config.databaseUrl && !config.apiKeyPepper) {
    throw new ComplaintError(
      'DATABASE_URL is set without API_KEY_PEPPER: keys are digested with the pepper of the gateway that is to accept them.',
    );
  }
  if (config.apiKeyPepper) return config.apiKeyPepper;
  folder.prepare();
  return secretsOf(config, folder).apiKeyPepper;
}

function explain(error: unknown): never {
  if (error instanceof FolderInUseError)
    throw new ComplaintError('Hundi is just starting or stopping on this folder. Try again in a moment.');
  throw error;
}
