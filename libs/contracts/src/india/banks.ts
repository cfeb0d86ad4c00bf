import { SANDBOX_BANK_CODES } from '../sandbox/instruments';

/** Netbanking codes of India (spec/india.md 3.4): the four-letter bank code with optional `_R` (retail) or `_C` (corporate). */
const RETAIL_AND_PLAIN =
  'SBIN HDFC ICIC UTIB KKBK YESB PUNB_R BARB_R CNRB UBIN IDFB INDB FDRL IBKL IDIB IOBA BKID MAHB CBIN UCBA PSIB AUBL AIRP BDBL ' +
  'CIUB CSBK DCBL DEUT DBSS DLXB ESFB ESAF JAKA KARB KVBL RATN SIBL SCBL TMBL SVCB SRCB COSB BBKM HSBC ' +
  'JSBP JSFB KCCB KJSB MSNU NESF NKGS NSPB SURY TJSB TNSC VARA TBSB ZCBL BACB';
const CORPORATE = 'AUBL_C BARB_C BKID_C DLXB_C ICIC_C IBKL_C PUNB_C RATN_C SVCB_C YESB_C';

/** Every bank code this API takes in either mode. */
export const BANK_CODES: ReadonlySet<string> = new Set(`${RETAIL_AND_PLAIN} ${CORPORATE}`.split(' '));

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
