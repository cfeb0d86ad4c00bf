import type { Caller } from '../auth/authenticator';
import { refusalFor } from '../auth/scopes';
import type { Scope } from '../auth/scopes';
import { ApiError } from '../http/api-error';
import type { QueryReader } from './query-reader';

/** What can be shown whole inside another object, and what a key needs to see it there: what it needs to see it by its id. */
const SCOPE_OF = { customer: 'customers:read', payment: 'payments:read', refunds: 'refunds:read' } as const satisfies Record<string, Scope>;
type Part = keyof typeof SCOPE_OF;
/** A path of `expand[]`, without `data.`. */
export type Expansion = Part | `${Part}.${Part}`;

/** Levels below the object that may be expanded (spec/api.md 2.2). */
export const EXPAND_DEPTH_MAX = 3;

/**
 * The paths of `expand[]`, without the prefix, each once.
 *
 * @param known the paths that the resource can expand.
 * @param prefix `data.` in lists, where a path begins at the list; empty for one object.
 */
export function readExpand(reader: QueryReader, known: readonly Expansion[], prefix: '' | 'data.'): Expansion[] {
  const wanted = new Set<Expansion>();
  for (const path of reader.many('expand')) {
    const inner = known.find((one) => prefix + one === path);
    if (inner !== undefined) wanted.add(inner);
    else
      refuse(
        reader,
        path,
        known.map((one) => prefix + one),
      );
  }
  return [...wanted];
}

/** @throws ApiError scope_insufficient when the key may not see what it wants expanded. */
export function admitExpansions(paths: readonly Expansion[], { kind, scopes }: Caller): void {
  for (const part of paths.flatMap((path) => path.split('.') as Part[])) {
    const scope = SCOPE_OF[part];
    if (refusalFor(kind, scopes, scope) !== null) throw new ApiError('scope_insufficient', { hint: `Expanding ${part} needs ${scope}.` });
  }
}

function refuse(reader: QueryReader, path: string, known: readonly string[]): void {
  const depth = path.split('.').length;
  if (depth > EXPAND_DEPTH_MAX + 1) reader.refuse('expand', 'expand_invalid', `may be at most ${EXPAND_DEPTH_MAX} levels deep.`);
  else if (known.length === 0) reader.refuse('expand', 'expand_invalid', 'Nothing can be expanded here.');
  else reader.refuse('expand', 'expand_invalid', `may only contain ${known.join(', ')}.`);
}
