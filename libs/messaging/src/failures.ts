/**
 * The three-way end of every handler (style.md 8): it returns, and the message is handled; it rejects, and the world is
 * away, so that the message is brought again; it rejects with this error, and the message itself is bad, so that it goes
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

/** A message that no broker would take. Nothing was sent. */
export class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError';
}

/** Names of errors that say "the world is away", for errors of rooms that cannot carry `transient`. */
const TRANSIENT_NAMES = new Set(['LaneUnavailableError', 'LaneOverloadedError', 'BusUnavailableError', 'OutcomeUnknownError']);

/** Whether the same message may succeed later. True for errors that say so with `transient: true`, or by a known name. */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('transient' in error) return error.transient === true;
  return 'name' in error && typeof error.name === 'string' && TRANSIENT_NAMES.has(error.name);
}

/** A sentence for the log about anything that was thrown; never a body. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'a value that is not an error was thrown';
}
