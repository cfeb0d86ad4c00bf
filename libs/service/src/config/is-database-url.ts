import { isURL, ValidateBy, type ValidationArguments } from 'class-validator';
import { passwordVariableOf } from './database-password';
import { DEVELOPMENT_SECRET_PREFIX } from './is-not-development-secret';

/** Postgres addresses, with or without a port, on a host without dots too (compose). */
const POSTGRES_URL = { protocols: ['postgres', 'postgresql'], require_protocol: true, require_tld: false };

/** A Postgres URL; in production one whose password was not made for development. */
export function IsDatabaseUrl(): PropertyDecorator {
  return ValidateBy({
    name: 'isDatabaseUrl',
    validator: {
      validate: (value: unknown, args?: ValidationArguments) => isURL(String(value), POSTGRES_URL) && !isForDevelopment(value, args),
      defaultMessage: (args?: ValidationArguments) => {
        const name = args?.property ?? 'the address';
        if (!isURL(String(args?.value), POSTGRES_URL)) return `${name} must be a URL address`;
        return `${name} still has its password for development`;
      },
    },
  });
}

function isForDevelopment(value: unknown, args: ValidationArguments | undefined): boolean {
  if ((args?.object as { nodeEnv?: string }).nodeEnv !== 'production') return false;
  return passwordOf(String(value)).startsWith(DEVELOPMENT_SECRET_PREFIX);
}

/** As Postgres gets it; what the driver cannot decode, it refuses by itself. */
function passwordOf(url: string): string {
  const { password, searchParams } = new URL(url);
  const given = searchParams.get('password');
  if (given) return given;
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}

/**
 * The environment of a service that may have a database URL of its own: where it is set, it stands in place of DATABASE_URL, with
 * its own password, and each may stand in a file. Not for migrations, which are run by who may make tables and roles.
 *
 * @param task what the process was started for, as its first parameter says.
 */
export function withOwnDatabaseUrl(
  env: Record<string, string | undefined>,
  ownVariable: string,
  task?: string,
): Record<string, string | undefined> {
  const ownPassword = passwordVariableOf(ownVariable) ?? '';
  const isGiven = [ownVariable, `${ownVariable}_FILE`].some((name) => env[name]?.trim());
  if (!isGiven || task === 'migrate') return env;
  const own = { DATABASE_URL: ownVariable, DATABASE_PASSWORD: ownPassword };
  const names = Object.entries(own).flatMap(([to, from]) => [[to, from] as const, [`${to}_FILE`, `${from}_FILE`] as const]);
  return { ...env, ...Object.fromEntries(names.map(([to, from]) => [to, env[from]])) };
}
