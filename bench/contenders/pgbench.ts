import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** How a script is run. */
export interface PgbenchLoad {
  databaseUrl: string;
  clients: number;
  seconds: number;
}

const run = promisify(execFile);

/**
 * Runs a script by pgbench with prepared statements: no JavaScript in the way.
 *
 * @returns what it printed.
 * @throws Error when pgbench is not installed (Debian: postgresql-client and postgresql-contrib carry it).
 */
export async function runPgbench(script: string, { databaseUrl, clients, seconds }: PgbenchLoad): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-bench-'));
  const file = join(folder, 'script.sql');
  await writeFile(file, script);
  try {
    const fixed = ['-n', '-M', 'prepared', '-j', '1', '-f', file];
    return (await run('pgbench', [...fixed, '-c', String(clients), '-T', String(seconds), databaseUrl])).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
