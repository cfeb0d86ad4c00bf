import { EXPAND_DEPTH_MAX } from '#contracts';
import type { IdKind } from '#contracts';
import type { Caller } from '../auth/authenticator';
import { refusalFor } from '../auth/scopes';
import type { Scope } from '../auth/scopes';
import { ApiError } from '../http/api-error';
import type { QueryReader } from './query-reader';

/** What can be shown whole inside another object: what it is, and what a key needs to see it there, as much as by itself. */
const PARTS = {
  customer: { kind: 'customer', scope: 'customers:read' },
  default_payment_method: { kind: 'paymentMethod', scope: 'customers:read' },
  payment: { kind: 'payment', scope: 'payments:read' },
  refunds: { kind: 'refund', scope: 'refunds:read' },
} as const satisfies Record<string, { kind: IdKind; scope: Scope }>;
type Part = keyof typeof PARTS;

/** Where; the payments service has the same parts (internal-api/expansions.ts). */
const PARTS_OF: Partial<Record<IdKind, readonly Part[]>> = {
  payment: ['customer', 'refunds'],
  refund: ['customer', 'payment'],
  customer: ['default_payment_method'],
};

/** A path of `expand[]`, without `data.`. */
export type Expansion = Part | `${Part}.${Part}` | `${Part}.${Part}.${Part}`;

/**
 * Every path that an object of this kind can expand (docs/how-to/list-and-page.md, Whole objects inside). A path ends where it
 * comes back to a kind that it began with or went through, so that an answer cannot grow by each turn.
 */
export function expansionsOf(kind: IdKind): Expansion[] {
  return pathsBelow(kind, []) as Expansion[];
}

function pathsBelow(kind: IdKind, above: readonly IdKind[]): string[] {
  if (above.length === EXPAND_DEPTH_MAX || above.includes(kind)) return [];
  const parts = PARTS_OF[kind] ?? [];
  return parts.flatMap((part) => [part, ...pathsBelow(PARTS[part].kind, [...above, kind]).map((path) => `${part}.${path}`)]);
}

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
    if (inner === undefined) reader.refuse('expand', 'expand_invalid', allowed(known, prefix));
    else wanted.add(inner);
  }
  return [...wanted];
}

/** @throws ApiError scope_insufficient when the key may not see what it wants expanded. */
export function admitExpansions(paths: readonly Expansion[], { kind, scopes }: Caller): void {
  for (const part of paths.flatMap((path) => path.split('.') as Part[])) {
    const { scope } = PARTS[part];
    if (refusalFor(kind, scopes, scope) !== null) throw new ApiError('scope_insufficient', { hint: `Expanding ${part} needs ${scope}.` });
  }
}

function allowed(known: readonly Expansion[], prefix: string): string {
  if (known.length === 0) return 'Nothing can be expanded here.';
  return `may only contain ${known.map((path) => prefix + path).join(', ')}.`;
}
