import { parseExactJson } from './exact-json';

/** A partner answered something that it does not document. The message names the field and never a value. */
export class MalformedAnswerError extends Error {
  override readonly name = 'MalformedAnswerError';

  constructor(field: string) {
    super(`the answer of the partner has no usable "${field}"`);
  }
}

const TEXT_LENGTH_MAX = 4_096;
const LIST_LENGTH_MAX = 1_000;

type Fields = Readonly<Record<string, unknown>>;

/** Reads a JSON object of a partner: only fields asked for by name and type are returned, and only within bounds. */
export class AnswerReader {
  private constructor(
    private readonly fields: Fields,
    private readonly path: string,
  ) {}

  /** @throws MalformedAnswerError when the text is not a JSON object. */
  static parse(text: string): AnswerReader {
    try {
      return AnswerReader.of(parseExactJson(text), '');
    } catch {
      throw new MalformedAnswerError('body');
    }
  }

  private static of(value: unknown, path: string): AnswerReader {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MalformedAnswerError(path);
    return new AnswerReader(value as Fields, path);
  }

  /** A text that is not empty; numbers come as they were written. @throws MalformedAnswerError. */
  text(name: string, lengthMax: number = TEXT_LENGTH_MAX): string {
    const value = this.findText(name, lengthMax);
    if (value === undefined) throw new MalformedAnswerError(this.path + name);
    return value;
  }

  findText(name: string, lengthMax: number = TEXT_LENGTH_MAX): string | undefined {
    const value = this.own(name);
    return typeof value === 'string' && value !== '' && value.length <= lengthMax ? value : undefined;
  }

  /** A whole number from zero. @throws MalformedAnswerError. */
  integer(name: string): number {
    const value = this.findInteger(name);
    if (value === undefined) throw new MalformedAnswerError(this.path + name);
    return value;
  }

  findInteger(name: string): number | undefined {
    const text = this.findText(name, 16);
    const value = text !== undefined && /^[0-9]+$/.test(text) ? Number(text) : undefined;
    return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
  }

  isTrue(name: string): boolean {
    return this.own(name) === true;
  }

  isFalse(name: string): boolean {
    return this.own(name) === false;
  }

  /** @throws MalformedAnswerError. */
  object(name: string): AnswerReader {
    return AnswerReader.of(this.own(name), `${this.path}${name}.`);
  }

  /** Undefined for anything but an object: some partners write an empty list where an object is empty. */
  findObject(name: string): AnswerReader | undefined {
    const value = this.own(name);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? this.object(name) : undefined;
  }

  /** A list of objects. @throws MalformedAnswerError. */
  list(name: string): AnswerReader[] {
    const value = this.own(name);
    if (!Array.isArray(value) || value.length > LIST_LENGTH_MAX) throw new MalformedAnswerError(this.path + name);
    return value.map((item: unknown, index) => AnswerReader.of(item, `${this.path}${name}[${index}].`));
  }

  /** Names of the fields that are set, for objects used as maps. */
  names(): string[] {
    return Object.keys(this.fields).slice(0, LIST_LENGTH_MAX);
  }

  private own(name: string): unknown {
    return Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
  }
}

/** The same for an answer that is a list at its top. @throws MalformedAnswerError. */
export function parseAnswerList(text: string): AnswerReader[] {
  return AnswerReader.parse(`{"items":${text}}`).list('items');
}
