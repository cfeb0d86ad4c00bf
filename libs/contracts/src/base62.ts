const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** How many digits there are. */
export const BASE62 = 62;

/** The lowest digits of a whole number that is not negative, filled up with zeros: texts of one length sort as their numbers do. */
export function toBase62(value: number | bigint, length: number): string {
  if (value > Number.MAX_SAFE_INTEGER) return toBase62(BigInt(value) / 62n, length - 1) + ALPHABET.charAt(Number(BigInt(value) % 62n));
  let rest = Number(value);
  let text = '';
  for (let index = 0; index < length; index++) {
    text = ALPHABET.charAt(rest % BASE62) + text;
    rest = Math.floor(rest / BASE62);
  }
  return text;
}

/** The number that base-62 digits stand for. A bigint, since ids have more digits than a number can hold. */
export function fromBase62(digits: string): bigint {
  let value = 0n;
  for (const digit of digits) value = value * BigInt(BASE62) + BigInt(ALPHABET.indexOf(digit));
  return value;
}

/** One digit for each byte. The bias of the modulo costs a hundredth of a bit per digit. */
export function base62OfBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += ALPHABET.charAt(byte % BASE62);
  return text;
}
