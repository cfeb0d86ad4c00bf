import { CURRENCY_EXPONENT, formatMinor } from '#contracts';

/** A number as another party wrote it is no amount: the message carries no value. */
export class AmountUnreadableError extends Error {
  override readonly name = 'AmountUnreadableError';

  constructor() {
    super('an amount cannot be read exactly');
  }
}

const PLAIN = /^(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,10}))?$/;

/** Minor units as the decimal text of a currency: (1999, INR) → `19.99`. Digits are moved, nothing is calculated. */
export function decimalOf(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new AmountUnreadableError();
  return formatMinor(minor, exponentOf(currency));
}

/**
 * The decimal text of a currency in minor units: (`19.9`, INR) → 1990. More digits than the currency has must be zeros.
 *
 * @throws AmountUnreadableError for anything that is not an exact amount: a sign, an exponent, a third digit of paise.
 */
export function minorOf(decimal: string, currency: string): number {
  const exponent = exponentOf(currency);
  const [, whole, fraction = ''] = PLAIN.exec(decimal) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(exponent))) throw new AmountUnreadableError();
  const minor = Number(`${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}`);
  if (!Number.isSafeInteger(minor)) throw new AmountUnreadableError();
  return minor;
}

function exponentOf(currency: string): number {
  const exponent = CURRENCY_EXPONENT.get(currency);
  if (exponent === undefined) throw new AmountUnreadableError();
  return exponent;
}
