import { inspect } from 'node:util';

const HIDDEN = '[redacted]';

/**
 * A document number or an OTP on its way to a provider. However it is printed, logged or turned into JSON, it reads
 * `[redacted]`; only `reveal` gives it away, and nothing after `clear`. The text itself lies in memory until it is collected.
 */
export class Secret {
  #value: string | null;

  constructor(value: string) {
    this.#value = value;
  }

  /** @throws Error after it was cleared. */
  reveal(): string {
    if (this.#value === null) throw new Error('a secret was used after its call');
    return this.#value;
  }

  /** The call is over. */
  clear(): void {
    this.#value = null;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}
