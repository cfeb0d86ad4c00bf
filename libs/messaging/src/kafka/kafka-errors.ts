/** The error at the bottom: kafkajs wraps what it has given up on. */
export function rootCause(error: unknown): unknown {
  let current = error;
  for (let depth = 0; depth < 5; depth++) {
    if (!(current instanceof Error) || !(current.cause instanceof Error)) return current;
    current = current.cause;
  }
  return current;
}

/** The protocol's name of the error, for example `MESSAGE_TOO_LARGE`. */
export function protocolType(error: unknown): string | undefined {
  const cause = rootCause(error);
  return typeof cause === 'object' && cause !== null && 'type' in cause && typeof cause.type === 'string' ? cause.type : undefined;
}

/** A sentence for the log: never a record. */
export function describeKafkaError(error: unknown): string {
  const cause = rootCause(error);
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown failure';
}
