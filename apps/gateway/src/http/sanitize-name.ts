import { containsCardNumber, containsDocumentNumber, ID_PREFIX } from '#contracts';
import { findNamedSecrets } from '#service';

const REDACTED = '[redacted]';
const LENGTH_MAX = 100;
/** A name with more digits than these is a number: passports, voter cards and accounts have no other mark. */
const DIGITS_MAX = 6;

/**
 * A name that the caller chose, as it may stand in an answer: bounded, whole characters, and no secret and no number of a card or a
 * document, which must come back from a name no more than from a value.
 */
export function sanitizeName(name: string): string {
  return isNumber(name) || findNamedSecrets(name).length > 0 ? REDACTED : name.slice(0, LENGTH_MAX).replace(/\p{Surrogate}/gu, '\ufffd');
}

/**
 * The dotted path of a place in a body, without the names that hold a secret or a number. Each name is judged by itself and all
 * of them together, because a number may be spread over several. The indexes of lists are ours.
 */
export function sanitizePath(path: readonly (string | number)[]): string {
  const names = path.filter((part) => typeof part === 'string');
  const isSpread = isNumber(names.join(''));
  return path.map((part) => (typeof part === 'number' ? part : sanitizedName(part, isSpread))).join('.');
}

/**
 * An id that the caller sent, as it may stand in a message: one that is well-formed as it is, anything else like a name. Ids hold
 * more digits than names may, but no number of a card.
 */
export function sanitizeId(id: string): string {
  if (isWellFormed(id)) return id;
  return isToken(id) ? REDACTED : sanitizeName(id).replace(/\p{C}/gu, '\ufffd');
}

/**
 * The path of a URL as the caller sent it, without the parts that hold a secret or a number, and bounded. A part is judged as it
 * was sent and as it reads; numbers may be spread over several.
 */
export function sanitizeUrlPath(url: string): string {
  const parts = (url.split(/[?#]/, 1)[0] ?? '').split('/').slice(0, PARTS_MAX);
  const isSpread = isNumber(parts.filter((part) => !isWellFormed(part)).join(''));
  const shown = parts.map((part) => (isShowable(part) && !(isSpread && isNumeric(part)) ? part : REDACTED)).join('/');
  return shown.length <= PATH_LENGTH_MAX ? shown : `${shown.slice(0, PATH_LENGTH_MAX)}…`;
}

/** Parts of a path that are looked at. */
const PARTS_MAX = 32;
/** Characters of a path in a message. */
const PATH_LENGTH_MAX = 200;

function isShowable(part: string): boolean {
  return isWellFormed(part) || [part, decoded(part)].every((text) => !isToken(text) && sanitizeName(text) !== REDACTED);
}

function isNumeric(part: string): boolean {
  return /\p{Nd}/u.test(decoded(part)) && !isWellFormed(part) && part !== 'v1';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const WELL_FORMED = new RegExp(`^(?:${Object.values(ID_PREFIX).join('|')})_[0-9A-Za-z]{24}$`);
/** In an id, more digits in a row than chance puts there. Zeros alone are the number of nothing. */
const DIGITS_IN_A_ROW = /(?!0{10})\d{10}/;

function isWellFormed(id: string): boolean {
  return WELL_FORMED.test(id) && !DIGITS_IN_A_ROW.test(id);
}

/** What is as long as a secret and as mixed: a key of another service, a JSON Web Token. */
const TOKEN = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=-]{32,}$/;

function isToken(text: string): boolean {
  return TOKEN.test(text);
}

function sanitizedName(name: string, isSpread: boolean): string {
  return isSpread && /\p{Nd}/u.test(name) ? REDACTED : sanitizeName(name);
}

function isNumber(name: string): boolean {
  return (name.match(/\p{Nd}/gu) ?? []).length > DIGITS_MAX || containsCardNumber(name) || containsDocumentNumber(name);
}
