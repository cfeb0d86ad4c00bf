/** Why a body is not acceptable JSON, and where. */
export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';

  /** @param path names and indexes down to the place; empty when it has none. */
  constructor(
    message: string,
    readonly path: readonly (string | number)[] = [],
  ) {
    super(message);
  }

  /** Dotted path of the place as it was sent, or null when it has none. */
  get param(): string | null {
    return this.path.length === 0 ? null : this.path.join('.');
  }
}

/** A number that would become another one. */
export class InexactNumber extends JsonRefused {
  constructor(path: readonly (string | number)[]) {
    super('A number has more digits than a double keeps (15 to 17): send it as a string where text is taken.', path);
  }

  /** Whether it is an amount of money, which is a whole number. */
  get isAmount(): boolean {
    return /(?:^|_)amount(?:_|$)/.test(String(this.path.at(-1)));
  }
}
