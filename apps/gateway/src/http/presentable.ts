import { containsCardNumber, containsDocumentNumber } from '#contracts';
import { findNamedSecrets } from '#service';

const REDACTED = '[redacted]';
const LENGTH_MAX = 100;
/** A name with more digits than these is a number: passports, voter cards and accounts have no other mark. */
const DIGITS_MAX = 6;

/**
 * A name that the caller chose, as it may stand in an answer: bounded, whole characters, and no secret and no number of a card or a
 * document, which must come back from a name no more than from a value.
 */
export function presentable(name: string): string {
  return isNumber(name) || findNamedSecrets(name).length > 0 ? REDACTED : name.slice(0, LENGTH_MAX).replace(/\p{Surrogate}/gu, '\ufffd');
}

/**
 * The dotted path of a place in a body, without the names that hold a secret or a number. Each name is judged by itself and all
 * of them together, because a number may be spread over several. The indexes of lists are ours.
 */
export function presentablePath(path: readonly (string | number)[]): string {
  const names = path.filter((part) => typeof part === 'string');
  const isSpread = isNumber(names.join(''));
  return path.map((part) => (typeof part === 'number' ? part : presentableName(part, isSpread))).join('.');
}

function presentableName(name: string, isSpread: boolean): string {
  return isSpread && /\p{Nd}/u.test(name) ? REDACTED : presentable(name);
}

function isNumber(name: string): boolean {
  return (name.match(/\p{Nd}/gu) ?? []).length > DIGITS_MAX || containsCardNumber(name) || containsDocumentNumber(name);
}
