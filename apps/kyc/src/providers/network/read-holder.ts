import type { AnswerReader } from '#partner-http';
import type { KycAddress } from '../provider';
import type { PostalParts } from '../address-match';

const DAY_FIRST = /^([0-9]{2})[-/]([0-9]{2})[-/]([0-9]{4})$/;
const YEAR_FIRST = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** Providers write dates as DD-MM-YYYY, DD/MM/YYYY or YYYY-MM-DD. @returns YYYY-MM-DD, or undefined for anything else. */
export function dateOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (YEAR_FIRST.test(text)) return text;
  const [, day, month, year] = DAY_FIRST.exec(text) ?? [];
  return day === undefined ? undefined : `${year}-${month}-${day}`;
}

/** Under which names a register tells the parts of an address. */
export interface AddressNames {
  /** Everything before the city. */
  rest: readonly string[];
  city: readonly string[];
  state: string;
  pinCode: string;
}

/** An address in parts. Undefined when the reply has none of them. */
export function addressOf(parts: AnswerReader | undefined, names: AddressNames, line?: string): KycAddress | undefined {
  const reported = (name: string): string | undefined => parts?.findText(name, 300);
  const all = (wanted: readonly string[]): string => wanted.flatMap((name) => reported(name) ?? []).join(', ');
  const [rest, city, state, pinCode] = [all(names.rest), all(names.city), reported(names.state), reported(names.pinCode)];
  const shown = line ?? [rest, city, state, pinCode].filter((part) => part !== undefined && part !== '').join(', ');
  if (shown === '') return undefined;
  const known: PostalParts = {
    ...(rest !== '' && { rest }),
    ...(city !== '' && { city }),
    ...(state !== undefined && { state }),
    ...(pinCode !== undefined && { pinCode }),
  };
  return { line: shown, parts: known };
}

/** Out of a line without parts: the PIN code at its end, and everything else as words. */
export function addressOfLine(line: string | undefined, state?: string): KycAddress | undefined {
  if (line === undefined) return undefined;
  const pinCode = /([1-9][0-9]{5})\D*$/.exec(line)?.[1];
  return { line, parts: { rest: line, ...(state !== undefined && { state }), ...(pinCode !== undefined && { pinCode }) } };
}
