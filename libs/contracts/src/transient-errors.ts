import type { ErrorCode } from './errors';

/** An error after which the same message may succeed later: a database, a broker or a process is unavailable now. */
export abstract class TransientError extends Error {
  readonly transient = true;
}

/** A message that no broker takes, because of its size. It was not sent; repeating it does not help. */
export class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError';
}

/** Refusals before a decision, which say nothing about the object: the same command may still be decided, and accepted. */
const UNDECIDED: ReadonlySet<ErrorCode> = new Set(['outcome_unknown', 'service_unavailable', 'internal_error', 'lock_timeout']);

/** Whether a command that was refused with this code may still take effect, or has to be sent again to learn its outcome. */
export function isUndecided(code: ErrorCode): boolean {
  return UNDECIDED.has(code);
}
