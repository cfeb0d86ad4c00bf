/** HTML that is safe by the way it was made: everything that went into it was escaped. Only `html` makes it. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template: text is escaped, HTML and lists of it are not, what is empty leaves nothing. */
export type Piece = Html | string | number | null | undefined | false | readonly Piece[];

/** Text made safe for the inside of elements and of quoted attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * A template of HTML. Receivers, metadata and events can hold anything: whatever is put in is escaped here, in one place, so
 * that no view has to remember it. Attributes are always written in quotes, and no value is ever put into a URL scheme.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return new Html(parts.map((part, index) => part + (index < values.length ? textOf(values[index]) : '')).join(''));
}

function textOf(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(textOf).join('');
  return escapeText(String(piece));
}
