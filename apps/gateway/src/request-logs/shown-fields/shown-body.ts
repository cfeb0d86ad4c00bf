import { containsCardNumber, containsDocumentNumber, normalizePhone, SEAL_MARK, SEALED_FIELDS, type SealedName } from '#contracts';
import { holdsNamedSecret } from '#service';
import type { FieldRule, Shape } from './shape';

/** Of one body, in bytes of its JSON text. */
export const BODY_BYTES_MAX = 16_384;
/** What may stand in the place of an object. */
export const ID_PATTERN = '[a-z]{2,8}_[0-9A-Za-z]{24}';
const ID = new RegExp(`^${ID_PATTERN}$`);
/** In the place of what is declared and may not be kept. */
export const HIDDEN_VALUE = '[hidden]';

/** A value that this request sealed, and the token that stands for it wherever it is kept. */
export interface SealedValue {
  readonly value: unknown;
  readonly field: SealedName;
  readonly token: string;
}

/** What a body is kept by. */
export interface BodySource {
  /** What the request sealed: in its body tokens stand for these. Null for an answer, which has tokens already. */
  sealed: readonly SealedValue[] | null;
  /**
   * It was refused, so that nothing is known of its texts. Those with numbers of cards or documents are hidden; where documents are asked
   * for, whose numbers have many forms, all but single words.
   */
  unchecked: 'texts' | 'documents' | null;
}

/** Makes the JSON text of what may be kept of one body. What does not fit into `BODY_BYTES_MAX` is left out. */
export class ShownBody {
  isTruncated = false;

  constructor(private readonly source: BodySource) {}

  /** Null for what is no object. */
  textOf(body: unknown, shape: Shape): string | null {
    if (!isObject(body)) return null;
    const shown = this.object(body, shape);
    const text = JSON.stringify(shown);
    // A character has three bytes at most.
    if (text.length * 3 <= BODY_BYTES_MAX || Buffer.byteLength(text) <= BODY_BYTES_MAX) return text;
    this.isTruncated = true;
    return new FittingText(BODY_BYTES_MAX).textOf(shown) ?? null;
  }

  /** @returns the object itself when all of it may be kept. */
  private object(value: Shown, shape: Shape): Shown {
    let shown: Record<string, unknown> | undefined;
    for (const name of Object.keys(value)) {
      const rule = shape.get(name);
      const one = rule === undefined ? undefined : this.field(name, value[name], rule);
      if (one !== value[name]) (shown ??= { ...value })[name] = one;
    }
    return shown ?? value;
  }

  /** @returns undefined for what is kept in no form. */
  private field(name: string, value: unknown, rule: FieldRule): unknown {
    if (value === undefined || value === null) return value;
    if (Array.isArray(value)) return this.list(name, value, rule);
    return isObject(value) ? this.inner(name, value, rule) : this.single(name, value, rule);
  }

  private list(name: string, values: readonly unknown[], rule: FieldRule): readonly unknown[] {
    const shown = values.map((one) => this.field(name, one, rule));
    return shown.every((one, index) => one === values[index]) ? values : shown.filter((one) => one !== undefined);
  }

  private single(name: string, value: unknown, rule: FieldRule): unknown {
    switch (rule.kind) {
      case 'plain':
        return this.scalar(value);
      case 'map':
        return undefined;
      case 'hidden':
        return HIDDEN_VALUE;
      case 'personal':
        return this.personal(name, value);
      case 'nested':
        return this.identifier(value);
    }
  }

  private inner(name: string, value: Shown, rule: FieldRule): unknown {
    switch (rule.kind) {
      case 'plain':
        return undefined;
      case 'map':
        return this.map(value);
      case 'hidden':
        return HIDDEN_VALUE;
      case 'personal':
        return rule.shape === null ? this.personal(name, value) : (this.tokenOf(name, value) ?? this.object(value, rule.shape));
      case 'nested':
        return this.object(value, rule.shape);
    }
  }

  private map(value: Shown): Shown {
    const keptOf = (name: string): unknown => (this.isSuspect(name) ? undefined : value[name] === null ? null : this.scalar(value[name]));
    const names = Object.keys(value);
    if (names.every((name) => keptOf(name) === value[name])) return value;
    return Object.fromEntries(names.map((name) => [name, keptOf(name)]));
  }

  /** What may stand in the place of an object: its id. */
  private identifier(value: unknown): unknown {
    return typeof value === 'string' && ID.test(value) ? this.scalar(value) : undefined;
  }

  private scalar(value: unknown): unknown {
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number') return this.isLong(value) ? HIDDEN_VALUE : value;
    if (typeof value !== 'string') return undefined;
    return this.isSuspect(value) ? HIDDEN_VALUE : value;
  }

  /** A number of a document may be sent as a number. */
  private isLong(value: number): boolean {
    return this.source.unchecked !== null && Math.abs(value) >= LONG_NUMBER_MIN;
  }

  /** A text of the caller must not be taken for a token when it is read, and a secret is kept nowhere, whatever field it was put into. */
  private isSuspect(text: string): boolean {
    if (text.startsWith(SEAL_MARK) || holdsNamedSecret(text)) return true;
    const { unchecked } = this.source;
    if (unchecked === 'documents') return !WORD.test(text);
    return unchecked === 'texts' && (containsCardNumber(text) || containsDocumentNumber(text));
  }

  /** In an answer it is a token already; in a request its token takes its place. */
  private personal(name: string, value: unknown): string {
    return (this.source.sealed === null ? tokenIn(value) : this.tokenOf(name, value)) ?? HIDDEN_VALUE;
  }

  private tokenOf(name: string, value: unknown): string | undefined {
    return this.source.sealed?.find((one) => SEALED_FIELDS[one.field] === name && isSame(one.value, value))?.token;
  }
}

/** An object, or what may be kept of it. */
type Shown = Readonly<Record<string, unknown>>;

/** JSON of a few bytes at most: what comes when they are used up is left out. */
class FittingText {
  constructor(private left: number) {}

  textOf(value: unknown): string | undefined {
    if (value === undefined) return undefined;
    if (Array.isArray(value)) {
      const items = value.map((one) => () => this.textOf(one));
      return this.within('[', items, ']');
    }
    if (!isObject(value)) return this.taken(JSON.stringify(value));
    const member = (name: string) => () => {
      const text = this.textOf(value[name]);
      return text === undefined ? undefined : this.taken(JSON.stringify(name), `:${text}`);
    };
    return this.within('{', Object.keys(value).map(member), '}');
  }

  private within(begin: string, parts: readonly (() => string | undefined)[], end: string): string | undefined {
    if (this.taken(begin + end) === undefined) return undefined;
    const texts = parts.map((part) => part()).filter((text) => text !== undefined);
    return `${begin}${texts.join()}${end}`;
  }

  /** @param more what was taken before. @returns both, unless there are too few bytes for the text with a colon and a comma. */
  private taken(text: string, more = ''): string | undefined {
    const bytes = Buffer.byteLength(text) + 2;
    if (bytes > this.left) return undefined;
    this.left -= bytes;
    return text + more;
  }
}

/** Of a choice of words. */
const WORD = /^[a-z][a-z_]{0,31}$/;
/** Eleven digits: times in seconds have ten. */
const LONG_NUMBER_MIN = 10_000_000_000;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tokenIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(SEAL_MARK) ? value : undefined;
}

/** What is sealed was brought into one form before: of an object, its declared fields. */
function isSame(sealed: unknown, sent: unknown): boolean {
  if (sealed === sent) return true;
  if (isObject(sealed) && isObject(sent)) return Object.keys(sealed).every((name) => isSame(sealed[name], sent[name] ?? null));
  if (typeof sealed !== 'string' || typeof sent !== 'string') return false;
  return sealed.toLowerCase() === sent.trim().toLowerCase() || sealed === normalizePhone(sent)?.e164;
}
