import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineNames, endProcess, isAlive } from '#embedded';

const PREFIX = 'hundi-test-';
/** Of a jest run's own servers, and of a whole Hundi under `data/`. */
const PID_FILES = ['', 'data/'].flatMap((place) => [`${place}kafka/kafka.pid`, `${place}postgres/cluster/postmaster.pid`]);

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** Several times what the databases of a run take. */
const WANTED_BYTES = 6 * 1024 ** 3;

/** The folder of one test run, named after the process that owns it so that a later run can tell a dead one. */
export function makeRunFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755); // the user that runs Postgres must pass through
  return folder;
}

/**
 * Of all that a run writes: each suite has a database of its own, of a thousand files, which are made and deleted in memory in a third of
 * the time. Where memory is scarce or runs no programs, as in a container, or TMPDIR says where to be, it is an ordinary folder.
 */
export function makeFastRunFolder(): string {
  const isInMemory = process.env.TMPDIR === undefined && freeBytesOf(MEMORY) > WANTED_BYTES && runsPrograms(MEMORY);
  return makeRunFolder(isInMemory ? MEMORY : tmpdir());
}

function runsPrograms(place: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((mount) => mount.split(' ')).find(([, at]) => at === place)?.[3] ?? '';
  return !options.split(',').includes('noexec');
}

/** Of a run's folder, where its suites make theirs. */
export function temporaryFolderIn(folder: string): string {
  return join(folder, 'tmp');
}

function freeBytesOf(place: string): number {
  if (!existsSync(place)) return 0;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize;
}

/** End the servers and remove the folders of runs that were killed before they could tidy up. */
export async function sweepDeadRuns(): Promise<void> {
  for (const parent of [tmpdir(), MEMORY]) await sweepBelow(parent);
}

async function sweepBelow(parent: string): Promise<void> {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    await sweep(join(parent, name)).catch(() => undefined); // another user's folder stays
  }
}

async function sweep(folder: string): Promise<void> {
  await sweepBelow(temporaryFolderIn(folder));
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
