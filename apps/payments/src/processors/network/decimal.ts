import { CURRENCY_EXPONENT, formatMinor } from '#contracts';
import { MalformedAnswerError } from '#partner-http';

const PLAIN = /^(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,10}))?$/;

/** Minor units as the decimal text of a currency: (1999, INR) → `19.99`. Digits are moved, nothing is calculated. @throws RangeError. */
export function decimalOf(minor: number, currency: string): string {
  const exponent = CURRENCY_EXPONENT.get(currency);
  if (exponent === undefined || !Number.isSafeInteger(minor) || minor < 0) throw new RangeError('no amount of this currency');
  return formatMinor(minor, exponent);
}

/**
 * The decimal text of a currency in minor units: (`19.9`, INR) → 1990. More digits than the currency has must be zeros.
 *
 * @throws MalformedAnswerError for anything that is not an exact amount: a sign, an exponent, a third digit of paise.
 */
export function minorOf(decimal: string, currency: string): number {
  const exponent = CURRENCY_EXPONENT.get(currency) ?? -1;
  const [, whole, fraction = ''] = PLAIN.exec(decimal) ?? [];
  if (exponent < 0 || whole === undefined || /[1-9]/.test(fraction.slice(exponent))) throw new MalformedAnswerError('amount');
  const minor = Number(`${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}`);
  if (!Number.isSafeInteger(minor)) throw new MalformedAnswerError('amount');
  return minor;
}
