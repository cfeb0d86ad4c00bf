import { cardBrandOf, isLuhnValid, lengthsOfBrand } from './cards';

/** A decimal digit of any script, also in a circle or raised, as NFKC reads it. */
const DIGIT = String.raw`[\p{Nd}\p{No}]`;
const BLANK = String.raw`\p{Z}\t-\r\u0085`;
const DASH = String.raw`\p{Pd}\u2212`;
/** Blanks, dashes and dots, and `/` `_` also where they are wide or small. */
const VISIBLE = String.raw`${BLANK}${DASH}./_\u00B7\u2022\u2024\u2027\u2044\u2215\u2219\u22C5\uFE52\uFF0E\uFF0F\uFF3F`;
/** Characters without width or ink, or drawn over the digit before, as in a keycap. */
const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u2800\0-\x08\x0E-\x1F\x7F`;
/** Left alone as a whole: one in 2,700 random UUIDs has what passes for a card number across its hyphens, and UUIDs are what orders are called. */
const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
const CANDIDATES = new RegExp(`${UUID}|${DIGIT}(?:${betweenDigits()}${DIGIT}){6,}`, 'gu');
const UNSEEN = new RegExp(`[${INVISIBLE}]+`, 'gu');
const GROUPS = new RegExp(`[${VISIBLE}]+`, 'u');
const IS_UUID = new RegExp(`^${UUID}$`);
/** How the digits of a card are printed on it; a rest of up to seven of the last group may be grouped once more. */
const PRINTED = /^(?:\d{4} \d{4} \d{4} (?:\d{1,7}|\d{4} \d{1,3})|\d{4} \d{6} \d{4,5}|\d{13,19})$/;
const DIGITS_MIN = 13;
const DIGITS_MAX = 19;
/** Groups of the longest printed form. */
const GROUPS_MAX = 5;
const LAST_ASCII = 127;

/**
 * True when the text carries what looks like a card number: 13 to 19 digits of any script, perhaps with up to two separators or a dash between blanks
 * between each, of a known network with a length of that network, passing Luhn. Such text never enters an event, a log or a topic
 * (docs/reference/security.md).
 */
export function containsCardNumber(text: string): boolean {
  if (hasFewDigits(text)) return false;
  return Array.from(text.matchAll(CANDIDATES)).some(([run]) => holdsCard(run));
}

/** The text with a mask for each run of digits and separators that holds a card number. */
export function maskCardNumbers(text: string, mask: string): string {
  return hasFewDigits(text) ? text : text.replace(CANDIDATES, (run) => (holdsCard(run) ? mask : run));
}

/** A text without the characters of no width, the controls that are no blank, and the marks over other characters. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(UNSEEN, '');
}

/** The pattern between two digits: up to two signs or a dash between blanks, and whatever is not seen. No text is read in two ways. */
function betweenDigits(): string {
  const unseen = `[${INVISIBLE}]*`;
  return `${unseen}(?:[${BLANK}]${unseen}[${DASH}]${unseen}[${BLANK}]${unseen}|[${VISIBLE}]${unseen}(?:[${VISIBLE}]${unseen})?)?`;
}

/**
 * Nearly every text is done with after it. UUIDs and ids have enough digits, with letters between them; what is not ASCII may be read as
 * two digits.
 */
function hasFewDigits(text: string): boolean {
  let digits = 0;
  let isAscii = true;
  let digitsInRun = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > LAST_ASCII) {
      isAscii = false;
      digits += 2;
    } else if (code >= 48 && code <= 57) {
      digits++;
      if (++digitsInRun === DIGITS_MIN) return false;
    } else if (!isAsciiSeparator(code)) digitsInRun = 0;
  }
  return isAscii || digits < DIGITS_MIN;
}

/** Controls, a blank, `-` `.` `/` and `_`. */
function isAsciiSeparator(code: number): boolean {
  return code <= 32 || (code >= 45 && code <= 47) || code === 95 || code === LAST_ASCII;
}

/** The whole run, however it is grouped, or a part of it as cards are printed: other numbers may stand before and behind it. */
function holdsCard(run: string): boolean {
  if (IS_UUID.test(run)) return false;
  const groups = withoutInvisible(run).split(GROUPS).map(asciiDigitsOf);
  if (isCardNumber(groups.join(''))) return true;
  return groups.some((_group, from) => beginsPrintedCard(groups.slice(from, from + GROUPS_MAX)));
}

function beginsPrintedCard(groups: readonly string[]): boolean {
  let digits = '';
  return groups.some((group, index) => {
    digits += group;
    return isCardLength(digits.length) && PRINTED.test(groups.slice(0, index + 1).join(' ')) && isCardNumber(digits);
  });
}

function isCardLength(length: number): boolean {
  return length >= DIGITS_MIN && length <= DIGITS_MAX;
}

function isCardNumber(digits: string): boolean {
  if (!isCardLength(digits.length)) return false;
  const brand = cardBrandOf(digits);
  return brand !== undefined && lengthsOfBrand(brand).includes(digits.length) && isLuhnValid(digits);
}

function asciiDigitsOf(text: string): string {
  return /^[0-9]*$/.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replaceAll(/\p{Nd}/gu, asciiDigitOf)
        .replaceAll(/[^0-9]/g, '');
}

/** Digits of a script stand in runs of ten, from zero on (Unicode Standard, 4.6). */
function asciiDigitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value % 10);
}
