/** Multiplication in the dihedral group D5, and the permutation of each place: Verhoeff's two tables. */
const PRODUCT = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
] as const;
const PERMUTED = ['0123456789', '1576283094', '5803796142', '8916043527', '9453126870', '4286573901', '2793806415', '7046913258'] as const;

/** Verhoeff's check over all digits, the last one included: what UIDAI numbers end with. False for anything but digits. */
export function isVerhoeffValid(digits: string): boolean {
  if (!/^[0-9]+$/.test(digits)) return false;
  let check = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const permuted = Number(PERMUTED[place % PERMUTED.length]?.[digit]);
    check = Number(PRODUCT[check]?.[permuted]);
  }
  return check === 0;
}

const BASE_36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The check character of a GSTIN from its first 14 characters: weights 1 and 2 in turn, quotient and remainder of each
 * product by 36 added up (docs/reference/identity-documents.md, GSTIN).
 */
export function gstinCheckCharacter(first14: string): string {
  let sum = 0;
  for (let index = 0; index < 14; index++) {
    const product = BASE_36.indexOf(first14.charAt(index)) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return BASE_36.charAt((36 - (sum % 36)) % 36);
}
