/**
 * Columns of the type `webhooks.delivery_result`, in its order. `ord` is the place among the results.
 *
 * A row in Postgres' own writing costs it less than half of what JSON does.
 */
const COLUMNS = [
  'ord',
  'delivery_id',
  'lease_token',
  'endpoint_id',
  'event_id',
  'kind',
  'is_attempt',
  'attempt_no',
  'trigger',
  'started_at_ms',
  'total_ms',
  'dns_ms',
  'connect_ms',
  'tls_ms',
  'ttfb_ms',
  'status_code',
  'error_code',
  'response_headers',
  'response_body',
  'response_bytes',
  'truncated',
  'remote_ip',
  'key_fingerprints',
  'retry_after_s',
  'counts_for_breaker',
  'counts_for_disable',
  'final_state',
  'reason',
  'next_attempt_at_ms',
  'first_attempt_at_ms',
  'expires_at_ms',
  'open_factor',
] as const;

/** A result by the names of its columns. */
type Result = Readonly<Record<string, unknown>>;

/** Results as the literal of an array of rows, as Postgres reads it. */
export function resultsLiteral(results: readonly Result[]): string {
  return `{${results.map(rowLiteral).join(',')}}`;
}

/** Nothing between two commas is null. */
function rowLiteral(result: Result, ord: number): string {
  let row = `"(${ord}`;
  for (let index = 1; index < COLUMNS.length; index++) row += `,${valueLiteral(result[COLUMNS[index] ?? ''])}`;
  return `${row})"`;
}

function valueLiteral(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quoted(value);
  return quoted(Array.isArray(value) ? textsLiteral(value) : JSON.stringify(value));
}

function textsLiteral(texts: readonly unknown[]): string {
  return `{${texts.map((text) => `"${String(text).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

const SPECIAL = /["\\\0]/;
/** A quote within a row is doubled, and so is a backslash; then each of the two stands in an array. What no text can hold is left out. */
const ESCAPED: Readonly<Record<string, string>> = { '"': String.raw`\"\"`, '\\': String.raw`\\\\`, '\0': '' };

function quoted(text: string): string {
  const escaped = SPECIAL.test(text) ? text.replace(/["\\\0]/g, (character) => ESCAPED[character] ?? '') : text;
  return String.raw`\"` + escaped + String.raw`\"`;
}
