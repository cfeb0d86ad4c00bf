import { spawnSync } from 'node:child_process';
import { EmbeddedServerError } from './embedded-error';

/** The user that runs Postgres: `postgres` when we are root (Postgres refuses to run as root), else ourselves. */
export interface PostgresOwner {
  uid?: number;
  gid?: number;
}

/** @throws EmbeddedServerError when we are root, there is no user `postgres`, and none can be made. */
export function findPostgresOwner(): PostgresOwner {
  if (process.getuid?.() !== 0) return {};
  return lookUp() ?? create();
}

/** Whether the owner may use a path: `x` to pass through a folder or run a file, `w` to write. */
export function ownerMay(owner: PostgresOwner, permission: 'x' | 'w', path: string): boolean {
  return spawnSync('/bin/sh', ['-c', `test -${permission} "$0"`, path], { ...owner, cwd: '/' }).status === 0;
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
