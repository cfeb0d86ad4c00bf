import { isKeptExactly } from './exact-number';
import { InexactNumber, JsonRefused } from './json-refused';

/** Objects and lists within each other, the outermost counted as 1. */
const JSON_DEPTH_MAX = 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
/** A shorter number than this, as in 9e99, is below the largest double. */
const DIGITS_SAFE = 4;
/** From here on a Set beats looking through a list. */
const KEYS_IN_LIST_MAX = 12;
/** Characters of the path in an error. */
const PATH_LENGTH_MAX = 200;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** An object or list that is still open. */
interface Frame {
  /** Keys seen so far; null for a list. */
  keys: string[] | Set<string> | null;
  /** The key or index being read, for the path of an error. */
  at: string | number;
  expectsKey: boolean;
}

/**
 * Walks the text of a document that JSON.parse accepted and refuses what JSON.parse lets through.
 *
 * @throws JsonRefused
 */
export function scanJson(text: string): void {
  new Scan(text).run();
}

class Scan {
  private readonly frames: Frame[] = [];
  private readonly hasEscapes: boolean;
  private index = 0;

  constructor(private readonly text: string) {
    this.hasEscapes = text.includes('\\');
  }

  run(): void {
    const { text } = this;
    for (; this.index < text.length; this.index++) {
      const code = text.charCodeAt(this.index);
      if (code === QUOTE) this.readString();
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.open(code === OPEN_BRACE);
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) this.frames.pop();
      else if (code === COMMA) this.nextMember();
      else if (isDigit(code)) this.readNumber();
    }
  }

  /** A number that no double can hold would turn into Infinity, and from there into null; one of too many digits into another number. */
  private readNumber(): void {
    const { text, index: start } = this;
    let end = start + 1;
    while (isNumberPart(text.charCodeAt(end))) end++;
    this.index = end - 1;
    if (end - start <= DIGITS_SAFE) return;
    const number = text.slice(start, end);
    if (!Number.isFinite(Number(number))) throw this.refuse('A number is too large to be kept.');
    if (!isKeptExactly(number)) throw new InexactNumber(this.place());
  }

  private open(isObject: boolean): void {
    if (this.frames.length === JSON_DEPTH_MAX) throw this.refuse(`The body is nested deeper than ${JSON_DEPTH_MAX} levels.`);
    const top = this.frames.at(-1);
    if (isObject && top?.at === 'constructor') throw this.refuse('An object under the key "constructor" is not allowed.');
    this.frames.push(isObject ? { keys: [], at: '', expectsKey: true } : { keys: null, at: 0, expectsKey: false });
  }

  private nextMember(): void {
    const top = this.frames.at(-1);
    if (top === undefined) return;
    if (typeof top.at === 'number') top.at++;
    else top.expectsKey = true;
  }

  private readString(): void {
    const start = this.index;
    const end = this.endOfString(start);
    this.index = end;
    const top = this.frames.at(-1);
    if (top?.expectsKey === true) {
      this.readKey(top, this.decode(start, end));
    } else if (this.hasEscapes) {
      this.checkText(this.decode(start, end));
    }
  }

  private readKey(frame: Frame, key: string): void {
    frame.at = key;
    frame.expectsKey = false;
    if (this.hasEscapes) this.checkText(key);
    if (key === '__proto__') throw this.refuse('The key "__proto__" is not allowed.');
    if (isKnown(frame, key)) throw this.refuse('The key appears twice in the same object.');
    remember(frame, key);
  }

  private checkText(value: string): void {
    if (value.includes('\0')) throw this.refuse('A text holds the character U+0000.');
    if (LONE_SURROGATE.test(value)) throw this.refuse('A text holds half of a surrogate pair.');
  }

  /** The place of the closing quote. */
  private endOfString(start: number): number {
    const { text } = this;
    if (!this.hasEscapes) return text.indexOf('"', start + 1);
    let index = start + 1;
    for (; ; index++) {
      const code = text.charCodeAt(index);
      if (code === BACKSLASH) index++;
      else if (code === QUOTE) return index;
    }
  }

  private decode(start: number, end: number): string {
    const raw = this.text.slice(start + 1, end);
    return this.hasEscapes && raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
  }

  private refuse(message: string): JsonRefused {
    return new JsonRefused(message, this.place());
  }

  /** The dotted path down to here; it is shown to the caller, so it ends before what is not good text or is too long. */
  private place(): (string | number)[] {
    const parts = this.frames.map(({ at }) => at);
    while (parts.length > 0 && !isPrintable(parts.join('.'))) parts.pop();
    return parts;
  }
}

function isPrintable(path: string): boolean {
  return path.length > 0 && path.length <= PATH_LENGTH_MAX && !LONE_SURROGATE.test(path) && !path.includes('\0');
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Digits, sign, point and exponent: the text is known to be JSON, so nothing else of this can follow a digit. */
function isNumberPart(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x2b || code === 0x2d || code === 0x45 || code === 0x65;
}

function isKnown(frame: Frame, key: string): boolean {
  return Array.isArray(frame.keys) ? frame.keys.includes(key) : (frame.keys?.has(key) ?? false);
}

function remember(frame: Frame, key: string): void {
  if (!Array.isArray(frame.keys)) {
    frame.keys?.add(key);
    return;
  }
  frame.keys.push(key);
  if (frame.keys.length > KEYS_IN_LIST_MAX) frame.keys = new Set(frame.keys);
}
