/** Which moment of an object is asked for: right after its public event n, or as it stood at an instant. */
export type AsOf = { sequence: number } | { atMs: number };

/** What a caller may ask of one object beside its id, checked and normalized by the gateway. */
export interface ObjectQuery {
  /** Null for the object as it is now. */
  asOf: AsOf | null;
  /** Paths to expand, checked by the gateway against those the resource knows. */
  expand: readonly string[];
}

/** The query string of `GET /internal/<resource>/{id}?…`, without the question mark; empty when nothing was asked for. */
export function encodeObjectQuery({ asOf, expand }: ObjectQuery): string {
  const pairs: [string, string][] = expand.map((path) => ['expand', path]);
  if (asOf !== null) pairs.push('sequence' in asOf ? ['as_of_sequence', String(asOf.sequence)] : ['as_of_ms', String(asOf.atMs)]);
  return new URLSearchParams(pairs).toString();
}

/**
 * The other way round, in the service that owns the object.
 *
 * @param text the query string without the question mark.
 * @throws Error naming the parameter that does not fit: only the gateway writes these strings.
 */
export function decodeObjectQuery(text: string): ObjectQuery {
  if (text === '') return { asOf: null, expand: [] };
  const parameters = new URLSearchParams(text);
  const sequence = numberIn(parameters, 'as_of_sequence');
  const atMs = numberIn(parameters, 'as_of_ms');
  const asOf = sequence !== null ? { sequence } : atMs !== null ? { atMs } : null;
  return { asOf, expand: parameters.getAll('expand') };
}

function numberIn(parameters: URLSearchParams, name: string): number | null {
  const text = parameters.get(name);
  if (text === null) return null;
  const value = Number(text);
  if (text === '' || !Number.isSafeInteger(value) || value < 0) throw new Error(`object query: ${name} must be a whole number`);
  return value;
}
