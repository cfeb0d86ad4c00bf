/** Where a list goes on: after or before an object, in the list's own order. */
export interface ListCursor {
  direction: 'after' | 'before';
  /** Id of the last object that the caller has seen. */
  id: string;
}

const FORM = /^([ab])\.([a-z]{2,10}_[0-9A-Za-z]{24})$/;

/** `next_cursor` of a page: opaque to callers, who hand it back as `cursor`. */
export function formatListCursor({ direction, id }: ListCursor): string {
  return Buffer.from(`${direction === 'after' ? 'a' : 'b'}.${id}`, 'utf8').toString('base64url');
}

/** What a cursor says, or undefined when the text is none of ours. */
export function parseListCursor(text: string): ListCursor | undefined {
  if (!/^[0-9A-Za-z_-]{1,100}$/.test(text)) return undefined;
  const [, direction, id] = FORM.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? [];
  if (direction === undefined || id === undefined) return undefined;
  return { direction: direction === 'a' ? 'after' : 'before', id };
}
