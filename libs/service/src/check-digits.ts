/** Luhn, the check digit of card numbers (ISO/IEC 7812-1). Expects digits only. */
export function isLuhnValid(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.charAt(digits.length - 1 - index));
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Multiplication in the dihedral group D5, and the position permutation, as Verhoeff published them. */
const TIMES = [
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
];
const PERMUTE = ['0123456789', '1576283094', '5803796142', '8916043527', '9453126870', '4286573901', '2793806415', '7046913258'];

/** Verhoeff, the check digit of Aadhaar numbers. Expects digits only. */
export function isVerhoeffValid(digits: string): boolean {
  let check = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.charAt(digits.length - 1 - index));
    const permuted = Number(PERMUTE[index % 8]?.charAt(digit));
    check = Number(TIMES[check]?.charAt(permuted));
  }
  return check === 0;
}
