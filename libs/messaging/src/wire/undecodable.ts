/** A message of a topic that is not what the topic carries. No retry can mend it: it goes to the dead letters. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';

  /** @param reason for operators: names the field, never its value. */
  constructor(readonly reason: string) {
    super(`Undecodable message: ${reason}`);
  }
}

/** Larger messages are not parsed: bodies of requests end at 256 KiB, events hold one resource. */
export const MESSAGE_BYTES_MAX = 512 * 1024;

/** @throws UndecodableError for a value that is longer than anything of ours: not even its authentication code is worth making. */
export function refuseTooLarge(value: Buffer | null): void {
  if (value !== null && value.length > MESSAGE_BYTES_MAX)
    throw new UndecodableError(`the message is larger than ${MESSAGE_BYTES_MAX} bytes`);
}

/**
 * The JSON object in a message.
 *
 * @throws UndecodableError when there is none.
 */
export function parseObject(value: Buffer | null): Record<string, unknown> {
  if (value === null || value.length === 0) throw new UndecodableError('the message has no value');
  refuseTooLarge(value);
  const parsed = parseJson(value.toString('utf8'));
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new UndecodableError('the value is not a JSON object');
  return parsed as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UndecodableError('the value is not JSON');
  }
}
