import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedServerError } from './embedded-error';
import { type PostgresBinaries } from './postgres-binaries';
import { commandAs, findReach, type PostgresOwner } from './postgres-owner';

const run = promisify(execFile);
const INITDB_TIMEOUT_MS = 120_000;
const PASSWORD_BYTES = 24;
const UNFINISHED = 'cluster.new-';
const ALREADY_THERE = new Set(['EEXIST', 'ENOTEMPTY']);

/** The one superuser and the one database of a Postgres of ours. */
export const DATABASE_USER = 'hundi';
export const DATABASE_NAME = 'hundi';

/** Where one Postgres keeps its things. */
export interface ClusterPaths {
  folder: string;
  /** The data directory proper. */
  cluster: string;
  /** The superuser's password, readable by its owner only. */
  password: string;
  log: string;
}

/** What a cluster is made from. */
export interface ClusterMaking {
  paths: ClusterPaths;
  binaries: PostgresBinaries;
  owner: PostgresOwner;
  durable: boolean;
  /** Called while initdb runs, which takes a second or more. */
  whileStarting?: () => void;
}

/** Names everything inside the folder; makes nothing. */
export function clusterPaths(folder: string): ClusterPaths {
  const root = resolve(folder);
  return { folder: root, cluster: join(root, 'cluster'), password: join(root, 'password'), log: join(root, 'postgres.log') };
}

/**
 * Make the cluster on the first start; later starts find it.
 *
 * @returns the owner as it reaches binaries and folder.
 * @throws EmbeddedServerError when the folder cannot be written or not be reached by the user that runs Postgres.
 */
export async function prepareCluster(how: ClusterMaking): Promise<PostgresOwner> {
  const { paths, binaries } = how;
  makeFolder(paths.folder);
  const owner = reaching(how.owner, [paths.folder, binaries.postgres]);
  if (existsSync(join(paths.cluster, 'PG_VERSION')) && existsSync(paths.password)) return owner;
  makePassword(paths, owner);
  // Each of two first starts at once makes its own, under the one password.
  const unfinished = mkdtempSync(join(paths.folder, UNFINISHED));
  removeLeftovers(paths.folder, unfinished);
  own(unfinished, owner);
  try {
    await initialize(unfinished, { ...how, owner });
    // Renamed only when complete, so that a kill in the middle is met by a fresh start.
    renameSync(unfinished, paths.cluster);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another start was first: its cluster is the one.
    if (!ALREADY_THERE.has(String((error as NodeJS.ErrnoException).code))) throw error;
  }
  return owner;
}

/** Made aside and linked, which is refused where there is one: the second start uses that of the first. */
function makePassword(paths: ClusterPaths, owner: PostgresOwner): void {
  const made = `${paths.password}.${randomBytes(8).toString('hex')}`;
  writeFileSync(made, `${randomBytes(PASSWORD_BYTES).toString('base64url')}\n`, { mode: 0o600 });
  try {
    chmodSync(made, 0o600);
    own(made, owner);
    linkSync(made, paths.password);
  } catch (error) {
    if (!ALREADY_THERE.has(String((error as NodeJS.ErrnoException).code))) throw error;
  } finally {
    rmSync(made);
  }
}

/** What a start left behind that was killed. One that is younger may be under way, which ends within the time of initdb. */
function removeLeftovers(folder: string, ours: string): void {
  const { mtimeMs: nowMs } = statSync(ours);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const age = name.startsWith(UNFINISHED) ? nowMs - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs) : 0;
    if (age > INITDB_TIMEOUT_MS * 2) rmSync(path, { recursive: true, force: true });
  }
}

/** The superuser's password. */
export function readPassword(paths: ClusterPaths): string {
  return readFileSync(paths.password, 'utf8').trim();
}

async function initialize(target: string, how: ClusterMaking): Promise<void> {
  const { paths } = how;
  const parameters = [
    `--pgdata=${target}`,
    `--username=${DATABASE_USER}`,
    `--pwfile=${paths.password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    ...(how.durable ? ['--data-checksums'] : ['--no-sync']),
  ];
  try {
    const command = commandAs(how.owner, how.binaries.initdb, parameters);
    const made = run(command.file, command.parameters, { ...command.options, timeout: INITDB_TIMEOUT_MS });
    how.whileStarting?.();
    await made;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new EmbeddedServerError(`Postgres could not be set up in ${paths.folder}: ${(stderr || String(error)).trim()}`);
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '.writable'), '');
    rmSync(join(folder, '.writable'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EmbeddedServerError(
      `The folder ${folder} is not writable (${code ?? 'unknown reason'}). Choose another with HUNDI_DATA_DIR.`,
    );
  }
}

function reaching(owner: PostgresOwner, paths: readonly string[]): PostgresOwner {
  const reach = findReach(owner, paths);
  if (!('unreachable' in reach)) return reach;
  throw new EmbeddedServerError(
    `Postgres refuses to run as root, and the user "postgres" cannot reach ${reach.unreachable}. Move it out of the closed home folder (HUNDI_DATA_DIR for the data), or start Hundi as an ordinary user.`,
  );
}

function own(path: string, owner: PostgresOwner): void {
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid);
}
