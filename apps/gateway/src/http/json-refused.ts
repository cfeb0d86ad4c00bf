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
