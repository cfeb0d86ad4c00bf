import { ID_PREFIX, RESOURCES, RESOURCE_KINDS } from '#contracts';
import type { ApiKeyKind, ResourceKind } from '#contracts';

/** What a restricted key may be allowed to do: `<resource>:<read|write>` (docs/reference/security.md, API keys). */
export const SCOPES: readonly Scope[] = [...new Set(RESOURCE_KINDS.flatMap(scopesOf))];
/** Keys and apps belong to people and their own keys, the logs to the account. */
const NOT_OF_APPS: ReadonlySet<string> = new Set(['keys:read', 'keys:write', 'apps:read', 'apps:write', 'logs:read', 'account:write']);
/** The scopes that an app may request. */
export const APP_SCOPES: readonly string[] = SCOPES.filter((scope) => !NOT_OF_APPS.has(scope));
type Row = (typeof RESOURCES)[ResourceKind];
type ScopeWord = Row['scope'] | Extract<Row, { writeScope: string }>['writeScope'];
export type Scope = Exclude<`${ScopeWord}:${'read' | 'write'}`, `${ReadOnly}:write`>;
/** What nobody writes by a request about it. */
type ReadOnly = 'events' | 'logs';

/** The kind of object that an id names; undefined for none. */
export function kindOf(id: string): ResourceKind | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  return RESOURCE_KINDS.find((kind) => ID_PREFIX[kind] === prefix);
}

/** The scope that shows objects of this kind. */
export function readScopeOf(kind: ResourceKind): Scope {
  return `${RESOURCES[kind].scope}:read`;
}

/** The scope that a request needs which makes or changes an object of this kind. There is none to write events or logs: reading them needs the other. */
export function writeScopeOf(kind: ResourceKind): Scope {
  const row: Row = RESOURCES[kind];
  if ('writeScope' in row) return `${row.writeScope}:write`;
  return row.scope === 'events' || row.scope === 'logs' ? `${row.scope}:read` : `${row.scope}:write`;
}

function scopesOf(kind: ResourceKind): Scope[] {
  return [readScopeOf(kind), writeScopeOf(kind)];
}

/**
 * May this key call a route that needs this scope? Secret keys may do everything, publishable keys what stands beside the scope
 * (ScopedAccess), restricted keys what they list; with null any key but a publishable one will do. Writing includes reading: the answer to a write shows the object anyway.
 */
export function refusalFor(
  kind: ApiKeyKind,
  granted: readonly string[],
  needed: Scope | null,
): 'key_restricted' | 'scope_insufficient' | null {
  if (kind === 'secret') return null;
  if (kind === 'publishable') return 'key_restricted';
  if (needed === null || granted.includes(needed)) return null;
  return needed.endsWith(':read') && granted.includes(needed.replace(':read', ':write')) ? null : 'scope_insufficient';
}
