/** Full-width and Devanagari digits become ASCII. */
export function foldDigits(text: string): string {
  // Devanagari digits stand in a block of their own; NFKC folds the full-width ones.
  return text.normalize('NFKC').replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));
}
