const CAUSES_MAX = 5;

/** The error at the bottom: kafkajs wraps what it has given up on. */
function rootCause(error: unknown): unknown {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX; depth++) {
    if (!(current instanceof Error) || !(current.cause instanceof Error)) return current;
    current = current.cause;
  }
  return current;
}

/** The protocol's name of the error, for example `MESSAGE_TOO_LARGE`: that of the innermost error that has one. */
export function protocolType(error: unknown): string | undefined {
  let type: string | undefined;
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth++) {
    if ('type' in current && typeof current.type === 'string') type = current.type;
    current = current.cause;
  }
  return type;
}

/** A sentence for the log: never a record. */
export function describeKafkaError(error: unknown): string {
  const cause = rootCause(error);
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown failure';
}
