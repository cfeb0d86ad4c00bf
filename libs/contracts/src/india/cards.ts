/** The card networks that Hundi knows (docs/reference/indian-payments.md, Card networks). */
export const CARD_BRANDS = ['rupay', 'amex', 'diners', 'visa', 'mastercard', 'unionpay', 'discover', 'jcb', 'maestro'] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

interface BrandRow {
  readonly brand: CardBrand;
  /** Inclusive ranges of leading digits; both ends have the same length. */
  readonly ranges: readonly (readonly [string, string])[];
  readonly lengths: readonly number[];
}

const single = (...prefixes: string[]): [string, string][] => prefixes.map((prefix) => [prefix, prefix]);
const upTo = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * Evaluated in this order: RuPay before Discover, Maestro, JCB and UnionPay, whose global ranges overlap the Indian
 * ones (docs/reference/indian-payments.md, Card networks). Co-branded RuPay needs a BIN service and falls through to JCB or Discover.
 */
const BRANDS: readonly BrandRow[] = [
  {
    brand: 'rupay',
    ranges: [
      ['508500', '508999'],
      ['606985', '607984'],
      ['608001', '608500'],
      ['652150', '653149'],
      ['817200', '819899'],
      ['820000', '829999'],
    ],
    lengths: [16],
  },
  { brand: 'amex', ranges: single('34', '37'), lengths: [15] },
  { brand: 'diners', ranges: [['300', '305'], ...single('36', '38', '39')], lengths: [14, 16, 19] },
  { brand: 'visa', ranges: single('4'), lengths: [13, 16, 19] },
  {
    brand: 'mastercard',
    ranges: [
      ['51', '55'],
      ['222100', '272099'],
    ],
    lengths: [16],
  },
  { brand: 'unionpay', ranges: [...single('62'), ['8100', '8171']], lengths: upTo(16, 19) },
  { brand: 'discover', ranges: [...single('6011', '65'), ['644', '649']], lengths: upTo(16, 19) },
  { brand: 'jcb', ranges: [['3528', '3589']], lengths: upTo(16, 19) },
  { brand: 'maestro', ranges: [...single('50', '63', '67'), ['56', '59']], lengths: upTo(12, 19) },
];

function startsWithin(digits: string, [first, last]: readonly [string, string]): boolean {
  const head = digits.slice(0, first.length);
  return head.length === first.length && head >= first && head <= last;
}

/** The network of a card number or BIN (at least six digits), or undefined. */
export function cardBrandOf(digits: string): CardBrand | undefined {
  return BRANDS.find((row) => row.ranges.some((range) => startsWithin(digits, range)))?.brand;
}

/** How many digits card numbers of a network have. */
export function lengthsOfBrand(brand: CardBrand): readonly number[] {
  return BRANDS.find((row) => row.brand === brand)?.lengths ?? [];
}

/** Luhn's check over a text of digits. */
export function isLuhnValid(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    if (digit < 0 || digit > 9) return false;
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** The digit that makes `body` + digit pass Luhn. */
export function luhnDigitOf(body: string): string {
  for (let digit = 0; digit < 10; digit++) if (isLuhnValid(`${body}${digit}`)) return String(digit);
  return '0';
}

/** A card number without the spaces and hyphens people type; undefined when anything else is in it or the length is off. */
export function cardDigitsOf(text: string): string | undefined {
  const digits = text.replaceAll(/[ -]/g, '');
  return /^[0-9]{12,19}$/.test(digits) ? digits : undefined;
}
