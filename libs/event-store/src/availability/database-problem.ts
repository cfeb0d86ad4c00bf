import { unavailabilityOf } from '#contracts';

/** The oldest Postgres that the migrations run on: STORAGE in CREATE TABLE came with 16. */
export const OLDEST_POSTGRES = 16;

/**
 * What an error of Postgres, or of the way there, means to an operator.
 *
 * - `away`: it does not answer, or not yet. Waiting may mend it.
 * - `login`: it answers and does not let this user in. Waiting mends it only when the role or the database is made meanwhile.
 * - `forbidden`: the user is in and lacks a right.
 * - `unmigrated`: a schema, table, column, function or partition is missing. Waiting mends it when it is made meanwhile.
 * - `incompatible`: another build made a schema. Waiting does not mend it.
 */
export interface DatabaseProblem {
  kind: 'away' | 'login' | 'forbidden' | 'unmigrated' | 'incompatible';
  /** One sentence, with host, port and user, without the password. */
  sentence: string;
  /** What to look at. */
  advice: string;
}

const LOGIN_SQLSTATE = /^(28|3D000)/;
const FORBIDDEN_SQLSTATE = '42501';
const TLS = /^(ERR_TLS_.*|ERR_SSL_.*|EPROTO|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/;
const NO_TLS_MESSAGE = 'The server does not support SSL connections';
const CAUSES_MAX = 5;

/** @param databaseUrl the URL that was used. @returns undefined for an error that says nothing about reaching Postgres or rights. */
export function databaseProblem(error: unknown, databaseUrl: string): DatabaseProblem | undefined {
  const parts = partsOf(databaseUrl);
  for (const reported of chainOf(error)) {
    const problem = refusalIn(reported, parts) ?? silenceIn(reported, parts);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** One error of a chain: what Postgres, the driver or the system said. */
interface Reported {
  code: string;
  message: string;
}

/** What may be shown of a URL. */
interface UrlParts {
  place: string;
  user: string;
  database: string;
}

function refusalIn({ code, message }: Reported, { place, user, database }: UrlParts): DatabaseProblem | undefined {
  if (code === FORBIDDEN_SQLSTATE) {
    const sentence = `Postgres does not allow the user ${user} what Hundi needs in the database ${database} (${message})`;
    const advice = '"npm run migrate", as the user that owns the database, gives the role of each service its rights.';
    return { kind: 'forbidden', sentence, advice };
  }
  if (LOGIN_SQLSTATE.test(code)) {
    const sentence = `Postgres at ${place} does not let the user ${user} into the database ${database} (${message})`;
    return { kind: 'login', sentence, advice: 'The URL needs the right user, password and database; "npm run migrate" makes the roles.' };
  }
  if (!TLS.test(code) && message !== NO_TLS_MESSAGE) return undefined;
  const sentence = `The TLS connection to Postgres at ${place} fails (${code || message})`;
  return { kind: 'login', sentence, advice: 'sslmode and sslrootcert of the URL must fit the certificate of the server.' };
}

function silenceIn(reported: Reported, { place, database }: UrlParts): DatabaseProblem | undefined {
  const { code, message } = reported;
  const unavailability = unavailabilityOf(reported);
  if (unavailability === 'unmigrated') {
    const sentence = `The database ${database} does not have the schemas of this version (${message})`;
    return { kind: 'unmigrated', sentence, advice: 'Is it the right one? "npm run migrate" brings it up to date.' };
  }
  if (unavailability !== 'away') return undefined;
  const sentence = `Postgres at ${place} does not answer (${code || message})`;
  return { kind: 'away', sentence, advice: 'Is the address in the database URL right, and does Postgres run there?' };
}

function partsOf(databaseUrl: string): UrlParts {
  try {
    const { hostname, port, username, pathname } = new URL(databaseUrl);
    return {
      place: `${hostname || 'localhost'}:${port || '5432'}`,
      user: decodeURIComponent(username) || 'of this system',
      database: decodeURIComponent(pathname.slice(1)) || 'of the same name',
    };
  } catch {
    return { place: 'the database URL', user: 'in it', database: 'in it' };
  }
}

function chainOf(error: unknown): Reported[] {
  const found: Reported[] = [];
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && typeof current === 'object' && current !== null; depth++) {
    const { code, message, cause } = current as Record<string, unknown>;
    found.push({ code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' });
    current = cause;
  }
  return found;
}
