/** A result by the names of the type `webhooks.delivery_result`. */
type Columns = Readonly<Record<string, unknown>>;

/**
 * Half of what a result has is null, and costs as much to read as the rest: left out. So is what Postgres cannot keep in a
 * text: NUL, and halves of surrogate pairs.
 */
export function resultsJson(results: readonly Columns[]): string {
  const text = JSON.stringify(results.map(withoutNulls));
  // Escapes are rare, and a text is found in a fifth of the time that a pattern takes.
  return text.includes('\\u') && UNSTORABLE.test(text) ? JSON.stringify(JSON.parse(text, storable)) : text;
}

/** Undefined is left out by JSON, and keeps the shape that all results share: building each anew by its columns costs twice. */
function withoutNulls(result: Columns, ord: number): Record<string, unknown> {
  const known: Record<string, unknown> = { ...result, ord };
  for (const column in known) if (known[column] === null) known[column] = undefined;
  return known;
}

const UNSTORABLE = /\\u0000|\\ud[89a-f]/;

function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? Buffer.from(value.replaceAll('\0', '')).toString() : value;
}
