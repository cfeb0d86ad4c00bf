/** Node 24 keeps the text of a number beside its value; the libraries of TypeScript do not say so yet. */
interface ExactJson {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): object;
}

const EXACT = JSON as unknown as ExactJson;

/**
 * JSON in which every number is kept as the text that was sent, so that `19.99` and the id 90071992547409930 arrive as they
 * left. @throws SyntaxError.
 */
export function parseExactJson(text: string): unknown {
  return EXACT.parse(text, (_key, value, { source }) => (typeof value === 'number' ? (source ?? String(value)) : value));
}

/** A decimal text that JSON shall carry as a number, digit for digit. */
export function exactNumber(decimal: string): object {
  return EXACT.rawJSON(decimal);
}
