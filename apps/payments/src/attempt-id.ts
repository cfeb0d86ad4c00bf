import { ID_PREFIX } from '#contracts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The part of an id after its prefix. */
function bodyOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}

/**
 * The public id of an attempt: the payment's id with the number in its last two characters, so that nothing has to be
 * drawn or stored. @param number from 1 to 3843.
 */
export function attemptIdOf(paymentId: string, number: number): string {
  const digits = ALPHABET.charAt(Math.floor(number / 62) % 62) + ALPHABET.charAt(number % 62);
  return `${ID_PREFIX.attempt}_${bodyOf(paymentId).slice(0, -2)}${digits}`;
}

/** The id of the one refund that Hundi itself asks for when late money has to go back. */
export function lateRefundIdOf(paymentId: string): string {
  return `${ID_PREFIX.refund}_${bodyOf(paymentId)}`;
}
