import { BASE62, fromBase62, ID_PREFIX, idOfPart, toBase62 } from '#contracts';
import type { SystemRefund } from './decide/system-refunds';

/** The part of an id after its prefix. */
function bodyOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}

/** The public id of an attempt. @param number from 1. */
export function attemptIdOf(paymentId: string, number: number): string {
  return idOfPart('attempt', paymentId, number);
}

/** The id of the one refund that Hundi itself asks for when late money has to go back. */
export function lateRefundIdOf(paymentId: string): string {
  return `${ID_PREFIX.refund}_${bodyOf(paymentId)}`;
}

const TWO_DIGITS = BASE62 * BASE62;
/** Between the ids of two refunds of one attempt: more than there are attempts. */
const NTH_STEP = 62;

/**
 * The ids of the other refunds that Hundi itself asks for. All differ from one another and from that of the late money,
 * because each lies another step behind the payment's own last two characters. `nth` is at most 60.
 */
export function systemRefundIdOf(paymentId: string, refund: SystemRefund): string {
  const body = bodyOf(paymentId);
  const own = Number(fromBase62(body.slice(-2)));
  const step = refund.kind === 'released' ? TWO_DIGITS - 1 : refund.attempt + NTH_STEP * (refund.nth ?? 0);
  return `${ID_PREFIX.refund}_${body.slice(0, -2)}${toBase62((own + step) % TWO_DIGITS, 2)}`;
}

/** The id of the instrument that a payment saves for its customer. */
export function savedMethodIdOf(paymentId: string): string {
  return `${ID_PREFIX.paymentMethod}_${bodyOf(paymentId)}`;
}
