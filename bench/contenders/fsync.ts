import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Debian keeps the tools of a server version out of the PATH. */
const DEBIAN_TOOLS = '/usr/lib/postgresql/*/bin/pg_test_fsync';
const FDATASYNC = /fdatasync\s+([0-9.]+) ops\/sec/;

/** What the disk grants: synced 8 kB writes a second as pg_test_fsync finds them, or why that is not known. */
export async function measureFsync(folder: string): Promise<Record<string, unknown>> {
  const program = globSync(DEBIAN_TOOLS)[0] ?? 'pg_test_fsync';
  try {
    const { stdout } = await run(program, ['-s', '2', '-f', `${folder}/fsync-probe`], { timeout: 120_000 });
    return { fdatasyncPerSecond: Number(FDATASYNC.exec(stdout)?.[1]) };
  } catch (error) {
    return { fdatasync: 'not run', reason: error instanceof Error ? error.message.split('\n')[0] : 'unknown' };
  }
}
