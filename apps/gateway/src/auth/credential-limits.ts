import type { Role } from '#contracts';
import { ApiError } from '../http/api-error';
import { AddressList } from './address-list';
import type { CallingUser } from './authenticator';
import { newKeyCommand } from './new-key-command';
import { SCOPES, type Scope } from './scopes';

/** The limits of a key beside its scopes. */
export interface CredentialLimits {
  /** Addresses and CIDR ranges it may be used from; anywhere when empty. */
  allowedAddresses: readonly string[];
  /** Milliseconds since the epoch; undefined for never. */
  expiresAtMs: number | undefined;
}

/** The key, the app or the person that makes or changes a credential. */
export interface CredentialMaker {
  livemode: boolean;
  /** Whether the maker may do what a scope allows. */
  mayDo(scope: Scope): boolean;
  /** Undefined of a key. */
  user?: CallingUser;
  limits: CredentialLimits;
}

/** What a credential would be allowed. Absent limits are not asked for. */
export interface RequestedCredential extends Partial<CredentialLimits> {
  scopes?: readonly string[] | null;
  /** The parameter that brings the scopes. */
  scopesParam?: 'scopes' | 'allowed_scopes';
}

/**
 * The one rule for every credential that a credential makes or changes (docs/reference/security.md, Credentials made by credentials): it
 * does no more than its maker, ends no later, and is used from no other address.
 *
 * @throws ApiError scope_insufficient, which names the first scope that is too much; key_restricted, which names the limit.
 */
export function refuseWiderCredential(
  { scopes, scopesParam: param = 'scopes', ...requested }: RequestedCredential,
  maker: CredentialMaker,
): void {
  const tooMuch = (scopes ?? []).find((scope) => isScope(scope) && !maker.mayDo(scope));
  if (tooMuch !== undefined) {
    const message = `The key that asks does not have the scope ${tooMuch}, and so cannot give it to another one.`;
    throw new ApiError('scope_insufficient', { message, param });
  }
  if (isLater(requested, maker.limits)) {
    throw new ApiError('key_restricted', { message: 'A key gives no end that is later than its own.', param: 'expires_at' });
  }
  if (isElsewhere(requested, maker.limits)) {
    const message = 'A key that is bound to addresses gives no other addresses than its own.';
    throw new ApiError('key_restricted', { message, param: 'allowed_addresses' });
  }
}

function isLater(requested: Partial<CredentialLimits>, { expiresAtMs }: CredentialLimits): boolean {
  return expiresAtMs !== undefined && 'expiresAtMs' in requested && (requested.expiresAtMs ?? Infinity) > expiresAtMs;
}

function isElsewhere({ allowedAddresses: requested }: Partial<CredentialLimits>, { allowedAddresses }: CredentialLimits): boolean {
  if (allowedAddresses.length === 0 || requested === undefined) return false;
  return requested.length === 0 || !new AddressList(allowedAddresses).covers(requested);
}

/** Whether a text is one of the scopes. */
export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** Who may make a secret key in live mode, and in test mode besides. */
const MAKERS: readonly Role[] = ['owner', 'admin'];
const TEST_MAKERS: readonly Role[] = [...MAKERS, 'developer'];

/**
 * A secret key may do everything: not every role has one made, and nobody in live mode with a session that was left open. A key makes
 * none, and a repeated request of a key is shown none.
 *
 * @throws ApiError session_only, role_insufficient, step_up_required.
 */
export function refuseSecretKey(maker: Pick<CredentialMaker, 'user' | 'livemode'> & { accountId: string }): void {
  const { user, livemode } = maker;
  if (user === undefined) {
    const message = 'A secret key is made and rolled by a person: no API key can do it.';
    const hint = `Sign in, or let an operator do it: ${newKeyCommand(maker)} makes a secret key.`;
    throw new ApiError('session_only', { message, param: 'kind', hint });
  }
  const makers = livemode ? MAKERS : TEST_MAKERS;
  if (!makers.includes(user.role)) {
    throw new ApiError('role_insufficient', { message: `Your role does not allow secret keys here; ${makers.join(' and ')} may.` });
  }
  refuseWithoutStepUp(maker);
}

/** What acts in live mode without a person is made by one who has proved lately who it is. @throws ApiError step_up_required. */
export function refuseWithoutStepUp({ user, livemode }: Pick<CredentialMaker, 'user' | 'livemode'>): void {
  if (livemode && user?.hasStepUp === false) throw new ApiError('step_up_required');
}

/**
 * What moves money that another scope guards asks for that scope as well.
 *
 * @param param the field of the body that asks for it. @throws ApiError scope_insufficient.
 */
export function refuseWithoutScope(scope: Scope, param: string, maker: Pick<CredentialMaker, 'mayDo'>): void {
  if (maker.mayDo(scope)) return;
  throw new ApiError('scope_insufficient', { message: `${param} needs the scope ${scope} as well.`, param });
}

/** Refuses a body that names a mandate, which is debited then, to a caller without its scope. @throws ApiError scope_insufficient. */
export function refuseMandateWithoutScope(
  { mandate_id: mandateId }: { mandate_id?: string | null },
  maker: Pick<CredentialMaker, 'mayDo'>,
): void {
  if (mandateId != null) refuseWithoutScope('mandates:write', 'mandate_id', maker);
}
