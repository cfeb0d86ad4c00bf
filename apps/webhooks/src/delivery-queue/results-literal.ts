import type { ResultRow } from './result-row';

/**
 * Results as the literal of an array of `webhooks.delivery_result`, as Postgres reads it: a row in its own writing costs it less
 * than half of what JSON does.
 */
export function resultsLiteral(results: readonly ResultRow[]): string {
  return `{${results.map(rowLiteral).join(',')}}`;
}

/**
 * The columns in the order of the type; `ord` is the place among the results. Nothing between two commas is null. Ids, names and
 * addresses are our own and stand as they are; quoted is what a receiver wrote.
 */
function rowLiteral(row: ResultRow, ord: number): string {
  const columns = [
    ord,
    row.delivery_id,
    row.lease_token,
    row.endpoint_id,
    row.event_id,
    row.kind,
    row.is_attempt,
    row.attempt_no,
    row.trigger,
    row.started_at_ms,
    row.total_ms,
    row.dns_ms,
    row.connect_ms,
    row.tls_ms,
    row.ttfb_ms,
    row.status_code,
    row.error_code,
    row.response_headers && quoted(JSON.stringify(row.response_headers)),
    row.response_body == null ? null : quoted(row.response_body),
    row.response_bytes,
    row.truncated,
    row.remote_ip,
    row.key_fingerprints && quoted(textsLiteral(row.key_fingerprints)),
    row.retry_after_s,
    row.counts_for_breaker,
    row.counts_for_disable,
    row.final_state,
    row.reason,
    row.next_attempt_at_ms,
    row.first_attempt_at_ms,
    row.expires_at_ms,
    row.open_factor,
  ];
  return `"(${columns.join(',')})"`;
}

function textsLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

const SPECIAL = /["\\\0]/;

/** A quote within a row is doubled, and so is a backslash; then each of the two stands in an array. What no text can hold is left out. */
function quoted(text: string): string {
  const escaped = SPECIAL.test(text)
    ? text
        .replaceAll('\0', '')
        .replaceAll('\\', String.raw`\\\\`)
        .replaceAll('"', String.raw`\"\"`)
    : text;
  return String.raw`\"` + escaped + String.raw`\"`;
}
