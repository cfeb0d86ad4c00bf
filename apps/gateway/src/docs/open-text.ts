/** Every text is refused when it holds this, because no database can keep it. */
export const WITHOUT_NUL = '^[^\\u0000]*$';

/** Schema of a text that may say anything, of 1 to so many characters. */
export function openText(maxLength: number): { type: 'string'; minLength: number; maxLength: number; pattern: string } {
  return { type: 'string', minLength: 1, maxLength, pattern: WITHOUT_NUL };
}
