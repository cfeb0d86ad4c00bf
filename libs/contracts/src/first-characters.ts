/** The beginning of a text, in characters as the limits of fields count them: to cut at UTF-16 units leaves half a character that is no text. */
export function firstCharacters(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('');
}
