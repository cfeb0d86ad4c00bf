/** Names that one unknown name may be meant for. */
const NEAR_MAX = 3;
/** Longer names are nearest to nothing. */
const NAME_MAX = 64;
/** Shorter words are part of other names by chance. */
const WORD_LENGTH_MIN = 3;

/** The known names that differ in case and separators alone, such as every comparison of `created_at`. */
export function findSame(name: string, known: readonly string[]): string[] {
  const field = fieldOf(name);
  return known.filter((candidate) => fieldOf(candidate) === field);
}

/**
 * The known names that an unknown one is probably meant for: those that differ in case and separators; else the one that is few letters
 * away; else those that share whole words.
 */
export function findNearest(name: string, known: readonly string[]): string[] {
  if (name.length > NAME_MAX) return [];
  const same = findSame(name, known);
  if (same.length > 0) return same;
  const field = fieldOf(name);
  const byEdits = known
    .map((candidate) => ({ candidate, edits: countEdits(field, fieldOf(candidate)), rawEdits: countEdits(name, candidate) }))
    .filter(({ candidate, edits }) => edits <= editsAllowed(fieldOf(candidate)))
    .sort((left, right) => left.edits - right.edits || left.rawEdits - right.rawEdits);
  const best = byEdits.filter(({ edits, rawEdits }) => edits === byEdits[0]?.edits && rawEdits === byEdits[0].rawEdits);
  if (best.length > 0) return best.slice(0, NEAR_MAX).map(({ candidate }) => candidate);
  return known.filter((candidate) => sharesWords(name, candidate)).slice(0, NEAR_MAX);
}

/** `createdat` of `created_at[gte]`, and `metadata` of `metadata.order_id`: without case, separators and members. */
function fieldOf(name: string): string {
  return (name.normalize('NFKC').split(/[.[]/, 1)[0] ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function editsAllowed({ length }: string): number {
  return length <= 4 ? 1 : Math.max(2, Math.floor(length / 3));
}

/** Whether all words of one are in the other in a row: `amount` in `refundAmount`, `expires` in `expires_at`. */
function sharesWords(name: string, candidate: string): boolean {
  const [left, right] = [wordsOf(name), wordsOf(candidate)];
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  return short.length >= WORD_LENGTH_MIN && `_${long}_`.includes(`_${short}_`);
}

function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_|_$/g, '');
}

/** Letters to add, take away, replace or swap with their neighbor (optimal string alignment). */
function countEdits(left: string, right: string): number {
  const rows = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= left.length; row++) {
    const current = (rows[row] = [row]);
    for (let column = 1; column <= right.length; column++) {
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const replaced = at(row - 1, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(
        Math.min(replaced, at(row - 1, column) + 1, at(row, column - 1) + 1, isSwapped ? at(row - 2, column - 2) + 1 : Infinity),
      );
    }
  }
  return at(left.length, right.length);
}
