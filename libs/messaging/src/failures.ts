import { TransientError } from '#contracts';

/**
 * The three-way end of every handler: it returns, and the message is handled; it rejects, and something is
 * unavailable, so that the message is delivered again; it rejects with this error, and the message itself is bad, so that it goes
 * to the dead letters and the next one is taken.
 */
export class PoisonMessageError extends Error {
  override readonly name = 'PoisonMessageError';

  /** @param reason why no retry can mend it: for operators, without bodies and secrets. */
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`The message cannot be handled: ${reason}`, options);
  }
}

/** What the system says when the other side cannot be reached. */
const TRANSIENT_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Postgres: connection, rollback of a concurrent transaction, resources, object in use, operator intervention, system. */
const TRANSIENT_SQLSTATE = /^(08|40|53|55|57|58)[0-9A-Z]{3}$/;
/** The driver has no code for a connection that ended or could not be had in time. */
const TRANSIENT_MESSAGE = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
const CAUSES_MAX = 5;

/**
 * Whether the same message may succeed later: an error, or one of its causes, is a `TransientError`, or is known to
 * mean that a database or a broker cannot be reached. Everything else is taken for a bug.
 */
export function isTransient(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && typeof current === 'object' && current !== null; depth++) {
    const { code, message, cause } = current as Record<string, unknown>;
    if (current instanceof TransientError || saysAway(code, message)) return true;
    current = cause;
  }
  return false;
}

function saysAway(code: unknown, message: unknown): boolean {
  if (typeof code === 'string' && (TRANSIENT_CODES.has(code) || TRANSIENT_SQLSTATE.test(code))) return true;
  return typeof message === 'string' && TRANSIENT_MESSAGE.test(message);
}

/** A sentence for the log about anything that was thrown; never a body. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'a value that is not an error was thrown';
}
