import { SEAL_MARK } from '#contracts';

const OPENING = `"${SEAL_MARK}`;
/**
 * A token that is a whole JSON string, and a value: a name before a colon is the caller's own text, and stays. An opening quote is never preceded by a backslash; one inside a string always is, so
 * that text which merely quotes a token is left alone.
 */
const IN_JSON = /(?<!\\)"~s1\.([0-9A-Za-z_]{1,64})\.([A-Za-z0-9_-]{38,})"(?!\s*:)/g;

/** The end of a text that is followed by the value of a name. */
const NAME_BEFORE = /"([^"\\]{1,64})"\s*:\s*$/;
const NAME_LENGTH_MAX = 80;

/** One sealed value as it stands in a text. */
export interface FoundToken {
  subject: string;
  /** The token itself, as `formatToken` made it. */
  token: string;
  /** What it is worth: see `packField`. */
  readonly bytes: Buffer;
  /** The name under which it stands in its object; undefined in a list or alone. */
  readonly name: string | undefined;
}

/** `~s1.<subject>.<base64url of the bytes>`: see `packField`. */
export function formatToken(subject: string, bytes: Buffer): string {
  return `${SEAL_MARK}${subject}.${bytes.toString('base64url')}`;
}

/** Whether a JSON text may hold tokens: one pass over the text, and nearly all there is to do for nearly all texts. */
export function mayHoldTokens(json: string): boolean {
  return json.includes(OPENING);
}

/** The subjects of all tokens in a JSON text, each once. */
export function subjectsIn(json: string): string[] {
  return [...new Set(Array.from(json.matchAll(IN_JSON), ([, subject]) => subject ?? ''))];
}

/** The text with every token replaced. @param read the JSON text that a token stands for. */
export function replaceTokens(json: string, read: (token: FoundToken) => string): string {
  return json.replace(IN_JSON, (quoted: string, subject: string, encoded: string, offset: number) =>
    read({
      subject,
      token: quoted.slice(1, -1),
      get bytes() {
        return Buffer.from(encoded, 'base64url');
      },
      get name() {
        return NAME_BEFORE.exec(json.slice(Math.max(0, offset - NAME_LENGTH_MAX), offset))?.[1];
      },
    }),
  );
}
