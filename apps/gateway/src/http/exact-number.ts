/** A double keeps so many significant digits of any number. */
const DIGITS_KEPT = 15;
const ZERO = 0x30;
const PLAIN = /^[0-9.]+$/;

/**
 * Whether a number of a JSON text is the number that `JSON.parse` makes of it. A whole number is not looked at: the routes bound them below
 * 2^53.
 *
 * @param text without a sign, not larger than a double.
 */
export function isKeptExactly(text: string): boolean {
  if (/^[0-9]+$/.test(text) || (text.length <= DIGITS_KEPT && PLAIN.test(text))) return true;
  return decimalOf(text) === decimalOf(String(Number(text)));
}

/** Significant digits and the power of ten of the last one: equal for texts of equal numbers. */
function decimalOf(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (start < end && digits.charCodeAt(start) === ZERO) start++;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end--;
  return start === end ? '0' : `${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
