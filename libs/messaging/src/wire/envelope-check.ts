import { UndecodableError } from './undecodable';

const TEXT_MAX = 255;

/** Checks the fields of an envelope and says which one is wrong. Hand-written: it runs for every message (20 µs are too much). */
export class EnvelopeCheck {
  constructor(
    private readonly fields: Record<string, unknown>,
    private readonly path = '',
  ) {}

  text(...names: string[]): void {
    for (const name of names) if (!isText(this.fields[name])) this.fail(name);
  }

  textOrNull(...names: string[]): void {
    for (const name of names) if (this.fields[name] !== null && !isText(this.fields[name])) this.fail(name);
  }

  boolean(...names: string[]): void {
    for (const name of names) if (typeof this.fields[name] !== 'boolean') this.fail(name);
  }

  instant(...names: string[]): void {
    for (const name of names) if (!Number.isSafeInteger(this.fields[name]) || (this.fields[name] as number) < 0) this.fail(name);
  }

  present(name: string): void {
    if (this.fields[name] === undefined) this.fail(name);
  }

  /** The check of an object inside. */
  object(name: string): EnvelopeCheck {
    const inner = this.fields[name];
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) this.fail(name);
    return new EnvelopeCheck(inner as Record<string, unknown>, `${this.path}${name}.`);
  }

  fail(name: string): never {
    throw new UndecodableError(`the field ${this.path}${name} is missing or malformed`);
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= TEXT_MAX;
}
