import { spawnSync } from 'node:child_process';
import { EmbeddedServerError } from './embedded-error';

/** The user that runs Postgres: `postgres` when we are root (Postgres refuses to run as root), else ourselves. */
export interface PostgresOwner {
  uid?: number;
  gid?: number;
  /** It must pass through folders that are closed to it, such as root's home: see `findReach`. */
  throughClosedFolders?: boolean;
}

/** How to spawn a program as that user. */
export interface CommandAs {
  file: string;
  parameters: string[];
  options: { uid?: number; gid?: number; cwd: string };
}

/** @throws EmbeddedServerError when we are root, there is no user `postgres`, and none can be made. */
export function findPostgresOwner(): PostgresOwner {
  if (process.getuid?.() !== 0) return {};
  return lookUp() ?? create();
}

/**
 * The same program, run as the owner. Through closed folders it keeps one of root's capabilities, that to pass them:
 * a checkout below root's own home then works without opening that home to everybody.
 */
export function commandAs(owner: PostgresOwner, program: string, parameters: string[]): CommandAs {
  const { uid, gid } = owner;
  if (!owner.throughClosedFolders) return { file: program, parameters, options: { uid, gid, cwd: '/' } };
  // The last one: without it the kernel answers access(2), by which initdb looks for its server, as if nothing were kept.
  const keep = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  const prefix = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...keep, program];
  return { file: 'setpriv', parameters: [...prefix, ...parameters], options: { cwd: '/' } };
}

/**
 * How the owner reaches all these paths: as it is, or with the capability above. The first path that neither way
 * reaches is the answer when there is none.
 */
export function findReach(owner: PostgresOwner, paths: readonly string[]): PostgresOwner | { unreachable: string } {
  if (owner.uid === undefined) return owner;
  const ways = [owner, { ...owner, throughClosedFolders: true }];
  const way = ways.find((candidate) => paths.every((path) => mayPass(candidate, path)));
  return way ?? { unreachable: paths.find((path) => !mayPass(owner, path)) ?? '' };
}

/** Whether the owner may pass through a folder or run a file. */
function mayPass(owner: PostgresOwner, path: string): boolean {
  const { file, parameters, options } = commandAs(owner, '/bin/sh', ['-c', 'test -x "$0"', path]);
  return spawnSync(file, parameters, options).status === 0;
}

function lookUp(): PostgresOwner | undefined {
  const uid = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' });
  const gid = spawnSync('id', ['-g', 'postgres'], { encoding: 'utf8' });
  if (uid.status !== 0 || gid.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Debian and Red Hat name the tools one way, Alpine another. */
function create(): PostgresOwner {
  const attempts: [string, string[]][] = [
    ['groupadd', ['--system', 'postgres']],
    ['useradd', ['--system', '--no-create-home', '--gid', 'postgres', 'postgres']],
    ['addgroup', ['-S', 'postgres']],
    ['adduser', ['-S', '-D', '-H', '-G', 'postgres', 'postgres']],
  ];
  for (const [command, parameters] of attempts) {
    spawnSync(command, parameters);
    const owner = lookUp();
    if (owner) return owner;
  }
  throw new EmbeddedServerError(
    'Postgres does not run as root, and a user "postgres" could not be created. Create one, or start Hundi as an ordinary user.',
  );
}
