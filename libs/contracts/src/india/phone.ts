import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** An Indian mobile number in E.164: ten digits that start with 6 to 9. */
export const INDIAN_MOBILE_PATTERN = /^\+91[6-9][0-9]{9}$/;

const E164_PATTERN = /^\+[1-9][0-9]{7,14}$/;

export interface PhoneVerdict {
  /** The number in E.164, ≤ 16 characters. */
  e164: string;
  /** Whether the number may be accepted. */
  isAcceptable: boolean;
  /** libphonenumber's verdict over length and number range. */
  isValidNumber: boolean;
}

/**
 * Reads a phone number: bare digits are Indian, a leading 0 is dropped. Indian numbers must be mobile
 * numbers: libphonenumber alone takes toll-free and unassigned ones, to which no SMS and no UPI request goes. Foreign ones need a known country code and the form of E.164 only, because their plans change faster than our
 * tables. Undefined when the text cannot be read as a number at all.
 */
export function normalizePhone(text: string): PhoneVerdict | undefined {
  // The common case costs a regular expression, not a parse.
  if (INDIAN_MOBILE_PATTERN.test(text)) return { e164: text, isAcceptable: true, isValidNumber: true };
  const parsed = parsePhoneNumberFromString(text, 'IN');
  // E.164 has no place for an extension.
  if (parsed === undefined || parsed.ext !== undefined) return undefined;
  const e164 = parsed.number;
  const isValidNumber = parsed.isValid();
  const isForeign = parsed.countryCallingCode !== '91';
  return {
    e164,
    isAcceptable: isForeign ? isValidNumber || E164_PATTERN.test(e164) : isValidNumber && INDIAN_MOBILE_PATTERN.test(e164),
    isValidNumber,
  };
}
