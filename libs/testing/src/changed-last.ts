/** The same text with another last character, whatever that is: an unknown id, key or secret of the right form. */
export function changedLast(text: string): string {
  return text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
}
