import { SANDBOX_BANK_CODES } from '../sandbox/instruments';
import { BANK_NAMES } from './bank-names';

/** Every bank code this API takes in either mode. */
export const BANK_CODES: ReadonlySet<string> = new Set(Object.keys(BANK_NAMES));

/** Merged banks and short forms → the code that serves them now. */
const BANK_ALIASES: ReadonlyMap<string, string> = new Map([
  ['ALLA', 'IDIB'],
  ['ANDB', 'UBIN'],
  ['CORP', 'UBIN'],
  ['SYNB', 'CNRB'],
  ['ORBC', 'PUNB_R'],
  ['UTBI', 'PUNB_R'],
  ['LAVB_R', 'DBSS'],
  ['BKDN', 'BARB_R'],
  ['VIJB', 'BARB_R'],
  ['FSFB', 'AUBL'],
  ['SBBJ', 'SBIN'],
  ['SBHY', 'SBIN'],
  ['SBMY', 'SBIN'],
  ['SBTR', 'SBIN'],
  ['STBP', 'SBIN'],
  // A bank that has only a retail or corporate login is meant with its retail one.
  ['PUNB', 'PUNB_R'],
  ['BARB', 'BARB_R'],
]);

/** The code to keep for what a caller wrote, aliases resolved and case folded; undefined when no such bank is supported. */
export function findBankCode(text: string, livemode: boolean): string | undefined {
  const upper = text.toUpperCase();
  if (!livemode && SANDBOX_BANK_CODES.has(upper)) return upper;
  const code = BANK_ALIASES.get(upper) ?? upper;
  return BANK_CODES.has(code) ? code : undefined;
}
