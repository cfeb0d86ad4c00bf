import type { ApiKeyKind } from './api-key-format';

/** What a restricted key may be allowed to do: `<resource>:<read|write>` (docs/reference/security.md, API keys). */
export const SCOPES = [
  'payments:read',
  'payments:write',
  'refunds:read',
  'refunds:write',
  'customers:read',
  'customers:write',
  'kyc:read',
  'kyc:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * May this key call a route that needs this scope? Secret keys may do everything, publishable keys nothing but
 * tokenize, restricted keys what they list; with null any key but a publishable one will do. Writing includes reading: the answer to a write shows the object anyway.
 */
export function refusalFor(
  kind: ApiKeyKind,
  granted: readonly string[],
  needed: Scope | null,
): 'key_restricted' | 'scope_insufficient' | null {
  if (kind === 'sk') return null;
  if (kind === 'pk') return 'key_restricted';
  if (needed === null || granted.includes(needed)) return null;
  return needed.endsWith(':read') && granted.includes(needed.replace(':read', ':write')) ? null : 'scope_insufficient';
}
