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

/** A sentence for the log about anything that was thrown; never a body. */
export function describeFailure(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'a value that is not an error was thrown';
}
