import { BASE62, fromBase62, ID_PREFIX, toBase62 } from '#contracts';

const TWO_DIGITS = BASE62 * BASE62;
/** Where in an id the two characters stand that tell payments of one debit apart: the ids of attempts and refunds differ at its end. */
const AT = 10;

/** The id of the payment of an attempt, so that an attempt that is decided twice is one payment. @param number from 1. */
export function debitPaymentIdOf(debitId: string, number: number): string {
  const body = debitId.slice(debitId.indexOf('_') + 1);
  const own = Number(fromBase62(body.slice(AT, AT + 2)));
  return `${ID_PREFIX.payment}_${body.slice(0, AT)}${toBase62((own + number) % TWO_DIGITS, 2)}${body.slice(AT + 2)}`;
}
