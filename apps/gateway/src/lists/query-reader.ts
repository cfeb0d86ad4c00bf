import { containsCardNumber, lengthOf } from '#contracts';
import type { ErrorCode, FieldProblem } from '#contracts';
import { sanitizeName } from '../http/sanitize-name';

/** A query string, flat, as Fastify parses it: `created_at[gte]` is a name; a repeated name has a list of values. */
export type QueryParameters = Readonly<Record<string, string | string[] | undefined>>;

const SENT_ONCE = 'must be sent once.';
/** Longest value of any query parameter; the request line is bounded too. */
const VALUE_LENGTH_MAX = 500;

/** Takes parameters out of a query string one by one, and collects what is wrong and what the route does not know. */
export class QueryReader {
  readonly problems: FieldProblem[] = [];
  /** What to do about a value that was refused, where its problem does not say it. */
  hint: string | null = null;
  private readonly taken = new Set<string>();
  /** What a caller should have sent; no other names of the same. */
  private readonly offered = new Set<string>();

  constructor(private readonly parameters: QueryParameters) {}

  /**
   * The value of a parameter that is sent once, or null.
   *
   * @param alias another name of it, under which another API knows it.
   */
  one(name: string, alias?: string): string | null {
    const values = [...this.all(name), ...(alias === undefined ? [] : this.all(alias))];
    this.offered.add(name);
    if (values.length <= 1) return values[0] ?? null;
    this.refuse(name, 'parameter_invalid', SENT_ONCE);
    return null;
  }

  /** Every value of a parameter that may be repeated, also written `name[]`. See `one`. */
  many(name: string, alias?: string): string[] {
    this.offered.add(name);
    const names = alias === undefined ? [name] : [name, alias];
    return names.flatMap((one) => [...this.all(one), ...this.all(`${one}[]`)]);
  }

  /** The members of `name[member]=value`; an empty value is one that an object may have. */
  members(name: string): Record<string, string> {
    this.offered.add(`${name}[key]`);
    const prefix = `${name}[`;
    const found: [string, string][] = [];
    for (const key of Object.keys(this.parameters)) {
      if (!key.startsWith(prefix) || !key.endsWith(']')) continue;
      const [value, ...more] = this.all(key, { takesEmpty: true });
      if (more.length > 0) this.refuse(key, 'parameter_invalid', SENT_ONCE);
      else if (value !== undefined) found.push([key.slice(prefix.length, -1), value]);
    }
    // Set one by one, `__proto__` would be no member, and what was asked for left out without a word.
    return Object.fromEntries(found);
  }

  refuse(param: string, code: ErrorCode, message: string, reason?: string): void {
    this.problems.push({ param: sanitizeName(param), code, message, ...(reason !== undefined && { reason }) });
  }

  /** Every name that the route has asked for. */
  known(): string[] {
    return [...this.offered];
  }

  /** The parameters that the route has not asked for. */
  unknown(): string[] {
    return Object.keys(this.parameters).filter((name) => !this.taken.has(name));
  }

  private all(name: string, { takesEmpty = false } = {}): string[] {
    this.taken.add(name);
    const given = this.parameters[name];
    if (given === undefined) return [];
    const values = typeof given === 'string' ? [given] : given;
    return values.every((value) => (takesEmpty && value === '') || this.isGood(name, value)) ? values : [];
  }

  private isGood(name: string, value: string): boolean {
    if (value === '') this.refuse(name, 'parameter_invalid', 'must not be empty.');
    else if (lengthOf(value) > VALUE_LENGTH_MAX)
      this.refuse(name, 'parameter_invalid', `must have at most ${VALUE_LENGTH_MAX} characters.`);
    else if (value.includes('\u0000')) this.refuse(name, 'parameter_invalid', 'must not contain NUL.', 'invalid_characters');
    else if (containsCardNumber(value))
      this.refuse(name, 'parameter_invalid', 'must not contain a card number.', 'card_number_not_allowed');
    else return true;
    return false;
  }
}
