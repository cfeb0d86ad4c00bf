import { foldDigits, gstStateOf, type AddressPart, type CustomerAddressDto, type FieldProblem } from '#contracts';

/** A PIN code as India Post writes it. */
const PIN_CODE = /^[1-9][0-9]{5}$/;

/** The parts of an address that were sent, as they are kept: a PIN code without blanks, a state of India as its GST code. */
export function canonicalAddress(dto: CustomerAddressDto): Partial<Record<AddressPart, string | null>> {
  const { line1, line2, city, state, country } = dto;
  const postalCode = canonicalPostalCode(dto);
  const parts = { line1, line2, city, state: stateOf(dto) ?? state, postalCode, country: country?.toUpperCase() ?? country };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

/** The GST code of the state that was sent; undefined for a state that is not one of India. */
export function stateOf({ state, country }: CustomerAddressDto): string | undefined {
  return state && (!country || isIndia(country)) ? gstStateOf(state) : undefined;
}

function canonicalPostalCode({ postal_code: text, country }: CustomerAddressDto): string | null | undefined {
  return text && isIndia(country) ? foldDigits(text).replace(/\s/gu, '') : text;
}

/** What is wrong with an address, beyond its single fields. */
export function addressProblems(address: CustomerAddressDto | null | undefined): FieldProblem[] {
  if (typeof address !== 'object' || address === null) return [];
  return [...postalCodeProblems(address), ...stateProblems(address)];
}

/** Judged by the country that is sent with it: a stored one is sealed. */
export function postalCodeProblems(address: CustomerAddressDto): FieldProblem[] {
  const { postal_code: text, country } = address;
  if (typeof text !== 'string' || text === '' || !isIndia(country) || PIN_CODE.test(canonicalPostalCode(address) ?? '')) return [];
  const message = 'must be an Indian PIN code: six digits, the first of them 1 to 9.';
  return [{ param: 'address.postal_code', code: 'parameter_invalid', message, reason: 'invalid_postal_code' }];
}

function stateProblems(address: CustomerAddressDto): FieldProblem[] {
  const { state, country } = address;
  if (typeof state !== 'string' || state === '' || !isIndia(country) || stateOf(address) !== undefined) return [];
  const message = 'must be a state of India: its GST code (29), letters (KA) or English name (Karnataka).';
  return [{ param: 'address.state', code: 'parameter_invalid', message, reason: 'invalid_state_code' }];
}

function isIndia(country: unknown): boolean {
  return typeof country === 'string' && country.toUpperCase() === 'IN';
}
