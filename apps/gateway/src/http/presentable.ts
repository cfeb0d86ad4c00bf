import { containsCardNumber, containsDocumentNumber } from '#contracts';
import { findNamedSecrets } from '#service';

const LENGTH_MAX = 100;
/** A name with more digits than these is a number: passports, voter cards and accounts have no other mark. */
const DIGITS_MAX = 6;

/**
 * A name that the caller chose, as it may stand in an answer: bounded, whole characters, and no secret and no number of a card or a
 * document, which must come back from a name no more than from a value.
 */
export function presentable(name: string): string {
  return isNumber(name) || findNamedSecrets(name).length > 0
    ? '[redacted]'
    : name.slice(0, LENGTH_MAX).replace(/\p{Surrogate}/gu, '\ufffd');
}

function isNumber(name: string): boolean {
  return (name.match(/\p{Nd}/gu) ?? []).length > DIGITS_MAX || containsCardNumber(name) || containsDocumentNumber(name);
}
