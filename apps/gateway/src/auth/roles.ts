import type { AccountRules, Role } from '#contracts';
import { SCOPES, type Scope } from './scopes';

/** What a role may do in each mode. */
export interface RoleScopes {
  test: readonly Scope[];
  live: readonly Scope[];
}

const READS: readonly Scope[] = SCOPES.filter((scope) => scope.endsWith(':read'));
const without = (scopes: readonly Scope[], ...left: Scope[]): Scope[] => scopes.filter((scope) => !left.includes(scope));
const MONEY: readonly Scope[] = ['payments:write', 'refunds:write', 'subscriptions:write', 'mandates:write', 'invoices:write'];
const EVERYDAY: readonly Scope[] = without(READS, 'keys:read', 'logs:read', 'kyc:read');
const both = (scopes: readonly Scope[]): RoleScopes => ({ test: scopes, live: scopes });

/** What each role may do: a set of scopes, which the guard of keys checks as it checks those of a key. */
export const ROLE_SCOPES: Readonly<Record<Role, RoleScopes>> = {
  owner: both(SCOPES),
  admin: both(SCOPES),
  developer: {
    test: without(SCOPES, 'account:write'),
    live: [...without(READS, 'kyc:read'), 'webhooks:write', 'keys:write', 'apps:write'],
  },
  finance: both([...EVERYDAY, ...MONEY, 'customers:write']),
  support: both([...EVERYDAY, 'logs:read', 'kyc:read', 'customers:write', 'kyc:write']),
  viewer: both(EVERYDAY),
};

/** What the scopes of a role depend on beside it. */
export interface RoleContext {
  livemode: boolean;
  /** Whether the person has one. */
  hasSecondFactor: boolean;
  /** Those of the account; null for none. */
  rules: AccountRules | null;
}

/** The scopes of a role in a mode. Without a second factor: none that write in live mode, and none at all where the account requires one. */
export function scopesOfRole(role: Role, { livemode, hasSecondFactor, rules }: RoleContext): readonly Scope[] {
  const scopes = ROLE_SCOPES[role][livemode ? 'live' : 'test'];
  if (hasSecondFactor) return scopes;
  if (rules?.requireTwoFactor === true) return [];
  if (!livemode) return scopes;
  return SCOPES.filter((scope) => scope.endsWith(':read') && (scopes.includes(scope) || scopes.includes(writing(scope))));
}

function writing(scope: Scope): Scope {
  return scope.replace(':read', ':write') as Scope;
}
