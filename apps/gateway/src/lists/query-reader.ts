import { containsCardNumber } from '#contracts';
import type { ErrorCode, FieldProblem } from '#contracts';
import { presentable } from '../http/presentable';

/** A query string, flat, as Fastify parses it: `created_at[gte]` is a name; a repeated name has a list of values. */
export type QueryParameters = Readonly<Record<string, string | string[] | undefined>>;

/** Longest value of any query parameter; the request line is bounded too. */
const VALUE_LENGTH_MAX = 500;

/** Takes parameters out of a query string one by one, and collects what is wrong and what nobody asked for. */
export class QueryReader {
  readonly problems: FieldProblem[] = [];
  private readonly taken = new Set<string>();

  constructor(private readonly parameters: QueryParameters) {}

  /** The value of a parameter that is sent once, or null. */
  one(name: string): string | null {
    const values = this.all(name);
    if (values.length <= 1) return values[0] ?? null;
    this.refuse(name, 'parameter_invalid', 'must be sent once.');
    return null;
  }

  /** Every value of a parameter that may be repeated, also written `name[]`. */
  many(name: string): string[] {
    return [...this.all(name), ...this.all(`${name}[]`)];
  }

  /** The members of `name[member]=value`. */
  members(name: string): Record<string, string> {
    const prefix = `${name}[`;
    const found: Record<string, string> = {};
    for (const key of Object.keys(this.parameters)) {
      if (!key.startsWith(prefix) || !key.endsWith(']')) continue;
      const value = this.one(key);
      if (value !== null) found[key.slice(prefix.length, -1)] = value;
    }
    return found;
  }

  refuse(param: string, code: ErrorCode, message: string, reason?: string): void {
    this.problems.push({ param: presentable(param), code, message, ...(reason !== undefined && { reason }) });
  }

  /** The parameters that nobody has asked for. */
  unknown(): string[] {
    return Object.keys(this.parameters).filter((name) => !this.taken.has(name));
  }

  private all(name: string): string[] {
    this.taken.add(name);
    const given = this.parameters[name];
    if (given === undefined) return [];
    const values = typeof given === 'string' ? [given] : given;
    return values.every((value) => this.isGood(name, value)) ? values : [];
  }

  private isGood(name: string, value: string): boolean {
    if (value === '') this.refuse(name, 'parameter_invalid', 'must not be empty.');
    else if (value.length > VALUE_LENGTH_MAX) this.refuse(name, 'parameter_invalid', `must have at most ${VALUE_LENGTH_MAX} characters.`);
    else if (value.includes('\u0000')) this.refuse(name, 'parameter_invalid', 'must not contain NUL.', 'invalid_characters');
    else if (containsCardNumber(value))
      this.refuse(name, 'parameter_invalid', 'must not contain a card number.', 'card_number_not_allowed');
    else return true;
    return false;
  }
}
