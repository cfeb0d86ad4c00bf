import { FolderInUseError, startEmbeddedPostgres, type EmbeddedPostgres } from '#embedded';
import { ComplaintError } from './complaint';
import type { HundiFolder } from './hundi-folder';

/**
 * The Postgres of a data folder. It serves one Hundi at a time, which is also what keeps two of them off one folder.
 *
 * @throws ComplaintError when another Hundi uses the folder.
 */
export async function startFolderPostgres(folder: HundiFolder): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir: folder.postgres, durable: true, log: (line) => console.log(line) });
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const pid = folder.findRunFile()?.pid;
    const who = pid === undefined ? 'Another running Hundi' : `Another running Hundi (process ${pid})`;
    throw new ComplaintError(`${who} already uses ${folder.path}. Stop it, or choose another folder with HUNDI_DATA_DIR.`);
  }
}
