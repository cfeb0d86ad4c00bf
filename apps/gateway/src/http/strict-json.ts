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
    // The parser's own message quotes the body, so only the position is taken from it.
    const position = /position (\d+)/.exec(String(error))?.[1];
    throw new JsonRefused(position === undefined ? 'The body is not valid JSON.' : `The body is not valid JSON at position ${position}.`);
  }
}
