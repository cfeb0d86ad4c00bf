import { isUtf8 } from 'node:buffer';
import { scanJson } from './json-scanner';
import { JsonRefused } from './json-refused';

/**
 * Reads a request body as strict JSON (docs/reference/security.md). JSON.parse alone accepts what must not reach a route that
 * moves money: the second of two equal keys wins in silence, `__proto__` becomes a property, half a surrogate pair and
 * NUL pass, and nesting has no bound. One pass over the text beside JSON.parse refuses all of them.
 *
 * @throws JsonRefused with the place, as a dotted path, where one can be named.
 */
export function parseStrictJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new JsonRefused('The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  const value = parse(text);
  scanJson(text);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonRefused(reasonOf(text, String(error)));
  }
}

/** Bodies that clients send in place of JSON, by the look of the text. */
const NOT_JSON: readonly (readonly [text: RegExp, message: string])[] = [
  [/^\ufeff/, 'The body begins with a byte order mark. Send UTF-8 without one.'],
  [/^\s*[\w.%[\]-]+=/, 'The body is a form. Send JSON.'],
  [/[:,[]\s*-?(?:NaN|Infinity|undefined)\b/, 'NaN, Infinity and undefined are no JSON.'],
  [/[:,[]\s*(?:None|True|False)\b/, 'None, True and False are no JSON: write null, true and false.'],
];

/** The parser's own message quotes the body, so only the position is taken from it. */
function reasonOf(text: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return `The body is not valid JSON at position ${position}.`;
  if (message.includes('Unexpected end')) return 'The body ends before its JSON is complete.';
  return NOT_JSON.find(([pattern]) => pattern.test(text))?.[1] ?? 'The body is not valid JSON.';
}
