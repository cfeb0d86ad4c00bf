import { containsCardNumber, containsDocumentNumber, normalizePhone, SEAL_MARK, SEALED_FIELDS, type SealedName } from '#contracts';
import { holdsNamedSecret } from '#service';
import type { FieldRule, Shape } from './shape';

/** Of one body, in bytes of its JSON text. */
export const BODY_BYTES_MAX = 16_384;
/** In the place of what is declared and may not be kept. */
export const HIDDEN_VALUE = '[hidden]';
const HIDDEN_TEXT = JSON.stringify(HIDDEN_VALUE);

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

/** Writes the JSON text of what may be kept of one body. What does not fit into `BODY_BYTES_MAX` is left out. */
export class ShownBody {
  private left = BODY_BYTES_MAX;
  isTruncated = false;

  constructor(private readonly source: BodySource) {}

  /** Null for what is no object. */
  textOf(body: unknown, shape: Shape): string | null {
    return isObject(body) ? (this.object(body, shape) ?? null) : null;
  }

  private object(value: Readonly<Record<string, unknown>>, shape: Shape): string | undefined {
    return this.members(Object.keys(value), (name) => {
      const rule = shape.get(name);
      return rule === undefined ? undefined : this.field(name, value[name], rule);
    });
  }

  private members(names: readonly string[], textOf: (name: string) => string | undefined): string | undefined {
    if (!this.take(2)) return undefined;
    const members: string[] = [];
    for (const name of names) {
      const text = textOf(name);
      if (text === undefined) continue;
      const named = JSON.stringify(name);
      if (this.take(named.length + 2)) members.push(`${named}:${text}`);
    }
    return `{${members.join()}}`;
  }

  private field(name: string, value: unknown, rule: FieldRule): string | undefined {
    if (value === undefined) return undefined;
    if (value === null) return this.leaf('null');
    if (Array.isArray(value)) return this.list(value, (one) => this.field(name, one, rule));
    return isObject(value) ? this.inner(name, value, rule) : this.single(name, value, rule);
  }

  private single(name: string, value: unknown, rule: FieldRule): string | undefined {
    switch (rule.kind) {
      case 'plain':
        return this.scalar(value);
      case 'map':
        return undefined;
      case 'hidden':
        return this.leaf(HIDDEN_TEXT);
      case 'personal':
        return this.personal(name, value);
      case 'nested':
        return this.identifier(value);
    }
  }

  private inner(name: string, value: Readonly<Record<string, unknown>>, rule: FieldRule): string | undefined {
    switch (rule.kind) {
      case 'plain':
        return undefined;
      case 'map':
        return this.map(value);
      case 'hidden':
        return this.leaf(HIDDEN_TEXT);
      case 'personal':
        return rule.shape === null ? this.personal(name, value) : this.object(value, rule.shape);
      case 'nested':
        return this.object(value, rule.shape);
    }
  }

  private list(values: readonly unknown[], textOf: (value: unknown) => string | undefined): string | undefined {
    if (!this.take(2)) return undefined;
    const texts: string[] = [];
    for (const value of values) {
      const text = textOf(value);
      if (text !== undefined && this.take(1)) texts.push(text);
      if (this.isTruncated) break;
    }
    return `[${texts.join()}]`;
  }

  private map(value: Readonly<Record<string, unknown>>): string | undefined {
    const names = Object.keys(value).filter((name) => !this.isSuspect(name));
    return this.members(names, (name) => (value[name] === null ? this.leaf('null') : this.scalar(value[name])));
  }

  /** What may stand in the place of an object: its id. */
  private identifier(value: unknown): string | undefined {
    return typeof value === 'string' && ID.test(value) ? this.scalar(value) : undefined;
  }

  private scalar(value: unknown): string | undefined {
    if (typeof value === 'boolean') return this.leaf(String(value));
    if (typeof value === 'number') return this.leaf(this.isLong(value) ? HIDDEN_TEXT : String(value));
    if (typeof value !== 'string') return undefined;
    return this.leaf(this.isSuspect(value) ? HIDDEN_TEXT : JSON.stringify(value));
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
  private personal(name: string, value: unknown): string | undefined {
    const token = this.source.sealed === null ? tokenIn(value) : tokenOf(name, value, this.source.sealed);
    return this.leaf(token === undefined ? HIDDEN_TEXT : JSON.stringify(token));
  }

  private leaf(text: string): string | undefined {
    return this.take(Buffer.byteLength(text)) ? text : undefined;
  }

  private take(bytes: number): boolean {
    if (bytes > this.left) {
      this.isTruncated = true;
      return false;
    }
    this.left -= bytes;
    return true;
  }
}

/** Of a choice of words. */
const WORD = /^[a-z][a-z_]{0,31}$/;
/** Eleven digits: times in seconds have ten. */
const LONG_NUMBER_MIN = 10_000_000_000;
const ID = /^[a-z]{2,8}_[0-9A-Za-z]{24}$/;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tokenIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(SEAL_MARK) ? value : undefined;
}

function tokenOf(name: string, value: unknown, sealed: readonly SealedValue[]): string | undefined {
  return sealed.find((one) => SEALED_FIELDS[one.field] === name && isSame(one.value, value))?.token;
}

/** What is sealed was brought into one form before. */
function isSame(sealed: unknown, sent: unknown): boolean {
  if (sealed === sent) return true;
  if (typeof sealed !== 'string' || typeof sent !== 'string') return false;
  return sealed.toLowerCase() === sent.trim().toLowerCase() || sealed === normalizePhone(sent)?.e164;
}
