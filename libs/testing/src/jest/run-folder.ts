import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineNames, endProcess, isAlive } from '#embedded';

const PREFIX = 'hundi-test-';
/** Of a jest run's own servers, and of a whole Hundi under `data/`. */
const PID_FILES = ['', 'data/'].flatMap((place) => [`${place}kafka/kafka.pid`, `${place}postgres/cluster/postmaster.pid`]);

/** The folder of one test run, named after the process that owns it so that a later run can tell a dead one. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755); // the user that runs Postgres must pass through
  return folder;
}

/** End the servers and remove the folders of runs that were killed before they could tidy up. */
export async function sweepDeadRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    await sweep(join(tmpdir(), name)).catch(() => undefined); // another user's folder stays
  }
}

async function sweep(folder: string): Promise<void> {
  await endHundi(join(folder, 'data/run.json'));
  for (const file of PID_FILES) {
    const path = join(folder, file);
    if (existsSync(path)) await endWhenNamed(Number(readFileSync(path, 'utf8').split('\n')[0]), folder);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** A whole Hundi goes before its servers, or it would complain about them. */
async function endHundi(runFile: string): Promise<void> {
  if (!existsSync(runFile)) return;
  const { pid } = JSON.parse(readFileSync(runFile, 'utf8')) as { pid: number };
  await endWhenNamed(pid, 'apps/standalone');
}

/** A process id may belong to another process by now. */
async function endWhenNamed(pid: number, name: string): Promise<void> {
  if (pid > 1 && isAlive(pid) && commandLineNames(pid, name)) await endProcess(pid, [{ signal: 'SIGKILL', graceMs: 3_000 }]);
}
