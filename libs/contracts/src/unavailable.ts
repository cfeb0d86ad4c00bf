import { TransientError } from './transient-errors';

/**
 * Why the same request or message may succeed later, though nothing about it changes.
 *
 * - `away`: nothing answers, or it cannot work now. Time mends it.
 * - `contended`: others are in the way.
 * - `unmigrated`: a table, column, function, partition or right is missing, or the login is. A deployment that is finished mends it.
 */
export type Unavailability = 'away' | 'contended' | 'unmigrated';

/** What the system says when the other side cannot be reached. */
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/**
 * SQLSTATEs by what they mean here (https://www.postgresql.org/docs/current/errcodes-appendix.html). `endsSession`: connection exceptions,
 * shutdown, and sessions that stood still within a transaction.
 */
const SQLSTATES = {
  endsSession: /^(?:08...|57P..|25P03|25P04)$/,
  /** Resources, operator intervention, system and internal errors; read-only after a fail-over. */
  away: /^(?:(?:53|57|58|XX)...|25006)$/,
  /** Rollback of a concurrent transaction, an object in use. */
  contended: /^(?:40|55)...$/,
  /** No such schema, database, column, function, table, object, key of a conflict; no right, or no login. */
  unmigrated: /^(?:3D000|3F000|28...|42703|42883|42P01|42704|42P10|42501)$/,
} as const;
const CHECK_VIOLATION = '23514';
const FEATURE_NOT_SUPPORTED = '0A000';
/** The driver has no code for a session that ended or could not be had in time. */
const AWAY_MESSAGE =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;
const CAUSES_MAX = 5;

/** @returns why it, or one of its causes, may succeed later; undefined for a fault of the message or of the code. */
export function unavailabilityOf(error: unknown): Unavailability | undefined {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && typeof current === 'object' && current !== null; depth++) {
    const { code, message, cause } = current as Record<string, unknown>;
    const kind = current instanceof TransientError ? 'away' : kindOf(typeof code === 'string' ? code : '', String(message));
    if (kind !== undefined) return kind;
    current = cause;
  }
  return undefined;
}

/** Whether the session of Postgres that reported this SQLSTATE is gone with it. */
export function endsSession(code: string): boolean {
  return SQLSTATES.endsSession.test(code);
}

function kindOf(code: string, message: string): Unavailability | undefined {
  if (isAway(code, message)) return 'away';
  if (SQLSTATES.contended.test(code)) return 'contended';
  // Rows of a table without their partition have no SQLSTATE of their own.
  if (SQLSTATES.unmigrated.test(code) || (code === CHECK_VIOLATION && message.startsWith('no partition of relation'))) return 'unmigrated';
  // A migration beside a session that had prepared its statement before.
  return code === FEATURE_NOT_SUPPORTED && message.startsWith('cached plan') ? 'contended' : undefined;
}

function isAway(code: string, message: string): boolean {
  return AWAY_CODES.has(code) || endsSession(code) || SQLSTATES.away.test(code) || AWAY_MESSAGE.test(message);
}
