import { ID_PREFIX } from '#contracts';
import type { SystemRefund } from './decide/system-refunds';

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
  return `${ID_PREFIX.attempt}_${bodyOf(paymentId).slice(0, -2)}${digitsOf(number)}`;
}

/** Two base-62 digits. @param number 0 to 3843. */
function digitsOf(number: number): string {
  return ALPHABET.charAt(Math.floor(number / 62) % 62) + ALPHABET.charAt(number % 62);
}

/** The id of the one refund that Hundi itself asks for when late money has to go back. */
export function lateRefundIdOf(paymentId: string): string {
  return `${ID_PREFIX.refund}_${bodyOf(paymentId)}`;
}

const TWO_DIGITS = 62 * 62;
/** Between the ids of two refunds of one attempt: more than there are attempts. */
const NTH_STEP = 62;

/**
 * The ids of the other refunds that Hundi itself asks for. All differ from one another and from that of the late money,
 * because each lies another step behind the payment's own last two characters. `nth` is at most 60.
 */
export function systemRefundIdOf(paymentId: string, refund: SystemRefund): string {
  const body = bodyOf(paymentId);
  const own = ALPHABET.indexOf(body.charAt(22)) * 62 + ALPHABET.indexOf(body.charAt(23));
  const step = refund.kind === 'released' ? TWO_DIGITS - 1 : refund.attempt + NTH_STEP * (refund.nth ?? 0);
  return `${ID_PREFIX.refund}_${body.slice(0, -2)}${digitsOf((own + step) % TWO_DIGITS)}`;
}

/** The id of the instrument that a payment saves for its customer. */
export function savedMethodIdOf(paymentId: string): string {
  return `${ID_PREFIX.paymentMethod}_${bodyOf(paymentId)}`;
}
