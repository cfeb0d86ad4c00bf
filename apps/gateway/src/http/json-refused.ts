/** Why a body is not acceptable JSON, and where. */
export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';

  /** @param param dotted path of the place, or null when it has none. */
  constructor(
    message: string,
    readonly param: string | null,
  ) {
    super(message);
  }
}
