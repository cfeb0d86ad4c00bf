/** Separates values in the arrays sent to `append`. No JSON text, id or key can hold it raw: control characters are refused at the door. */
export const SEPARATOR = '\u001f';

/** The hash before the first event of a shard. */
export const GENESIS = `'\\x'::bytea`;

/**
 * SQL for the hash of everything an event row says, over a row named `alias`. Append and verifier share this text, so
 * the verifier recomputes from the stored columns exactly what was hashed when they were written. `data` and `meta` are
 * of type json, which keeps their text to the byte.
 */
export function contentHash(alias: string): string {
  const of = (column: string): string => `${alias}.${column}`;
  const plain = ['shard', 'stream_id', 'version', 'type', 'schema_version', 'account_id', 'livemode', 'event_id', 'command_id'];
  const columns = [
    ...plain.map(of),
    of('correlation_id'),
    `coalesce(${of('causation_id')}, '')`,
    of('occurred_at'),
    of('data'),
    of('meta'),
  ];
  return `sha256(convert_to(concat_ws(E'\\x1f', ${columns.join(', ')}), 'UTF8'))`;
}
