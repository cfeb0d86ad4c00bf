import { foldDigits, type CustomerAddressDto, type FieldProblem } from '#contracts';

/** A PIN code as India Post writes it. */
const PIN_CODE = /^[1-9][0-9]{5}$/;

/** A postal code as it is kept: of an Indian address without the blank that people put in the middle. */
export function canonicalPostalCode({ postal_code: text, country }: CustomerAddressDto): string | null | undefined {
  return text && isIndia(country) ? foldDigits(text).replace(/\s/gu, '') : text;
}

/** Addresses are judged by the country that is sent with them: a stored one is sealed. */
export function postalCodeProblems(address: CustomerAddressDto | null | undefined): FieldProblem[] {
  if (typeof address !== 'object' || address === null) return [];
  const { country, postal_code: text } = address;
  if (typeof text !== 'string' || text === '' || !isIndia(country) || PIN_CODE.test(canonicalPostalCode(address) ?? '')) return [];
  const message = 'must be an Indian PIN code: six digits, the first of them 1 to 9.';
  return [{ param: 'address.postal_code', code: 'parameter_invalid', message, reason: 'invalid_postal_code' }];
}

function isIndia(country: unknown): boolean {
  return typeof country === 'string' && country.toUpperCase() === 'IN';
}
