import type { QueryReader } from './query-reader';

/** Levels below the object that may be expanded (spec/api.md 2.2). */
export const EXPAND_DEPTH_MAX = 3;

/**
 * The paths of `expand[]`, without the prefix, each once.
 *
 * @param known the paths that the resource can expand.
 * @param prefix `data.` in lists, where a path begins at the list; empty for one object.
 */
export function readExpand(reader: QueryReader, known: readonly string[], prefix: '' | 'data.'): string[] {
  const wanted = new Set<string>();
  for (const path of reader.many('expand')) {
    const inner = path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
    if (inner !== undefined && known.includes(inner)) wanted.add(inner);
    else
      refuse(
        reader,
        path,
        known.map((one) => prefix + one),
      );
  }
  return [...wanted];
}

function refuse(reader: QueryReader, path: string, known: readonly string[]): void {
  const depth = path.split('.').length;
  if (depth > EXPAND_DEPTH_MAX + 1) reader.refuse('expand', 'expand_invalid', `may be at most ${EXPAND_DEPTH_MAX} levels deep.`);
  else if (known.length === 0) reader.refuse('expand', 'expand_invalid', 'Nothing can be expanded here.');
  else reader.refuse('expand', 'expand_invalid', `may only contain ${known.join(', ')}.`);
}
