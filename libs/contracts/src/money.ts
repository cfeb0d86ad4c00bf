/** What is known of a currency: own table, because `Intl` disagrees with ISO 4217 on the decimals of HUF, IDR, COP, PKR and others. */
export interface CurrencyRow {
  /** ISO 4217 minor unit digits. */
  readonly exponent: 0 | 2 | 3 | 4;
  /** Smallest payment in minor units. */
  readonly minMinor: number;
  /** Largest payment in minor units. */
  readonly maxMinor: number;
}

/** ₹9.99 crore and its like: the general ceiling of one payment, in minor units (docs/reference/api-conventions.md, Money). */
export const MAX_AMOUNT_MINOR = 9_999_999_999;

/** NPCI's ceiling for one ordinary UPI payment to a merchant, ₹1,00,000, in paise. A default: verified categories have more. */
export const UPI_CAP_MINOR_DEFAULT = 1_00_000_00;

const ZERO_DECIMAL = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const THREE_DECIMAL = 'BHD IQD JOD KWD LYD OMR TND';
const FOUR_DECIMAL = 'CLF UYW';
const TWO_DECIMAL =
  'INR USD EUR GBP AED SGD AUD CAD CHF HKD SAR QAR THB MYR NPR LKR BDT ZAR NZD SEK NOK DKK HUF TWD IDR COP PKR LAK MMK MXN BRL PLN CZK TRY PHP EGP KES NGN CNY';

/** ISO 4217 code → digits after the point. */
export const CURRENCY_EXPONENT: ReadonlyMap<string, 0 | 2 | 3 | 4> = new Map([
  ...ZERO_DECIMAL.split(' ').map((code) => [code, 0] as const),
  ...TWO_DECIMAL.split(' ').map((code) => [code, 2] as const),
  ...THREE_DECIMAL.split(' ').map((code) => [code, 3] as const),
  ...FOUR_DECIMAL.split(' ').map((code) => [code, 4] as const),
]);

/** The currencies that are taken (docs/reference/api-conventions.md, Money). */
export const LAUNCH_CURRENCIES = ['INR', 'USD', 'EUR', 'GBP', 'AED', 'SGD'] as const;

/** Floors that differ from 50 minor units, the floor of card schemes. */
const MIN_MINOR: Readonly<Record<string, number>> = { INR: 100, AED: 200 };

/** The row of an enabled currency, or undefined. Case does not matter. */
export function findCurrency(code: string, enabled: readonly string[] = LAUNCH_CURRENCIES): CurrencyRow | undefined {
  const upper = code.toUpperCase();
  const exponent = CURRENCY_EXPONENT.get(upper);
  if (exponent === undefined || !enabled.includes(upper)) return undefined;
  return { exponent, minMinor: MIN_MINOR[upper] ?? 50, maxMinor: MAX_AMOUNT_MINOR };
}

/** Why an amount is refused whatever its currency. */
export type AmountShapeProblem = 'required' | 'amount_invalid' | 'amount_not_integer' | 'amount_too_small' | 'amount_too_large';

/** Why an amount is refused. The last one is said beside its currency, for only some have it. */
export type AmountProblem = AmountShapeProblem | 'amount_last_digit_not_zero';

/**
 * Judges the shape of an amount, whatever the currency: a safe integer above zero. Strings, fractions, negatives and
 * anything above 2^53-1 are refused, never converted.
 */
export function amountShapeProblem(amount: unknown): AmountShapeProblem | undefined {
  if (amount === undefined || amount === null) return 'required';
  // JSON knows no infinity: a number that no double holds is refused before it comes here.
  if (!Number.isInteger(amount)) return 'amount_not_integer';
  const minor = amount as number;
  if (minor < 0) return 'amount_invalid';
  if (minor === 0) return 'amount_too_small';
  return Number.isSafeInteger(minor) ? undefined : 'amount_too_large';
}

/** Judges an amount in minor units of a currency whose row is known; the shape is judged first. */
export function amountProblem(amount: unknown, row: CurrencyRow): AmountProblem | undefined {
  const shape = amountShapeProblem(amount);
  if (shape !== undefined) return shape;
  const minor = amount as number;
  if (minor < row.minMinor) return 'amount_too_small';
  if (minor > row.maxMinor) return 'amount_too_large';
  // Card schemes carry two decimals: a third digit other than zero would be lost (docs/reference/indian-payments.md, Amounts).
  return row.exponent === 3 && minor % 10 !== 0 ? 'amount_last_digit_not_zero' : undefined;
}

/** Minor units as a decimal text with exactly `exponent` digits: (50000, 2) → `500.00`. String arithmetic, no floats. */
export function formatMinor(minor: number, exponent: number): string {
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  const decimal = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
  return minor < 0 ? `-${decimal}` : decimal;
}

/**
 * An amount as people read it: rupees in the grouping of India, lakh and crore (12345678 paise → `₹1,23,456.78`), anything else by
 * its code (`USD 123456.78`). String arithmetic, no floats.
 */
export function displayMinor(minor: number, currency: string): string {
  if (currency === 'INR' && minor < 0) return `-${displayMinor(-minor, currency)}`;
  const decimal = formatMinor(minor, CURRENCY_EXPONENT.get(currency) ?? 2);
  if (currency !== 'INR') return `${currency} ${decimal}`;
  const [rupees = '', paise = ''] = decimal.split('.');
  // The last three digits are one group, those before them pairs.
  const grouped = `${rupees.slice(0, -3).replace(/(?<=.)(?=(?:..)+$)/g, ',')},${rupees.slice(-3)}`;
  return `₹${rupees.length > 3 ? grouped : rupees}.${paise}`;
}

/** What the smallest unit of a currency is called: one of them, and several. */
const MINOR_UNIT: Readonly<Record<string, readonly [one: string, several: string]>> = {
  INR: ['paisa', 'paise'],
  USD: ['cent', 'cents'],
  EUR: ['cent', 'cents'],
  SGD: ['cent', 'cents'],
  GBP: ['penny', 'pence'],
  AED: ['fils', 'fils'],
  BHD: ['fils', 'fils'],
  JPY: ['yen', 'yen'],
};

/** An amount in a sentence, as it is read and as it is sent: (10000000, 'INR') → `INR 1,00,000.00 (10000000 paise)`. */
export function minorText(minor: number, currency: string): string {
  const [one, several] = MINOR_UNIT[currency] ?? ['minor unit', 'minor units'];
  return `${displayMinor(minor, currency).replace('₹', 'INR ')} (${minor} ${minor === 1 ? one : several})`;
}

/**
 * A share of an amount, rounded half up once; the share of a negative amount is the negative of that of the positive one, so that
 * what is charged and given back again comes to zero.
 *
 * @param part 0 or more. @param whole above 0.
 */
export function shareOf(minor: number, part: number, whole: number): number {
  const share = (2n * BigInt(Math.abs(minor)) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole));
  return Number(minor < 0 ? -share : share);
}

/** A share of an amount in basis points (1/100 %), rounded half-up once (docs/reference/indian-payments.md, Amounts). */
export function basisPointsOf(minor: number, basisPoints: number): number {
  return shareOf(minor, basisPoints, 10_000);
}
