import { FolderInUseError, startEmbeddedPostgres, type EmbeddedPostgres } from '#embedded';
import { CliError } from './cli-error';
import type { HundiFolder } from './data-directory';

const EXIT_FAILED = 1;

/**
 * The Postgres of a data folder. It serves one Hundi at a time, which is also what keeps two of them off one folder: when
 * another has taken it all the same, this process says so and ends.
 *
 * @param whileStarting as in `EmbeddedPostgresOptions`. @throws CliError when another Hundi uses the folder.
 */
export async function startFolderPostgres(folder: HundiFolder, whileStarting?: () => void): Promise<EmbeddedPostgres> {
  const running = folder.findRunning();
  // Its claim may be lost for a moment: it is the owner all the same.
  if (running && running.pid !== process.pid) throw inUse(folder, running.pid);
  const log = (line: string): void => console.log(line);
  try {
    return await startEmbeddedPostgres({ dataDir: folder.postgres, durable: true, log, whileStarting, onFolderTaken: endProgram });
  } catch (error) {
    throw error instanceof FolderInUseError ? inUse(folder, folder.findRunFile()?.pid) : error;
  }
}

function inUse(folder: HundiFolder, pid: number | undefined): CliError {
  const who = pid === undefined ? 'Another running Hundi' : `Another running Hundi (process ${pid})`;
  return new CliError(`${who} already uses ${folder.path}. Stop it, or choose another folder with HUNDI_DATA_DIR.`);
}

/** In order, as on a signal: what was taken is finished, and the exit code says that it was not wished for. */
function endProgram(error: FolderInUseError): void {
  console.error(error.message);
  process.exitCode = EXIT_FAILED;
  process.kill(process.pid, 'SIGTERM');
}
