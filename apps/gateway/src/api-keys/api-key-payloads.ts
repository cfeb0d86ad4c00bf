import {
  instantOf,
  type ApiKeyChange,
  type ApiKeyResource,
  type CreateApiKeyDto,
  type FieldProblem,
  type NewApiKeyPayload,
  type Role,
  type RollApiKeyDto,
  type RollApiKeyPayload,
  type UpdateApiKeyDto,
} from '#contracts';
import type { Seal } from '#personal-data';
import { AddressList, AddressListError } from '../auth/address-list';
import { SCOPES, type Scope } from '../auth/scopes';
import type { WriteContext } from '../commands/write-route';
import { ApiError } from '../http/api-error';
import { usualNameOf, type NewKey } from './new-key';

/** How long a rolled key goes on working unless it is said: a day. */
const OVERLAP_PRESET_S = 86_400;

/** The rules of `POST /v1/api_keys` that span fields. @param wrong fields that are reported already. */
export function validateCreateApiKey(dto: CreateApiKeyDto, wrong: ReadonlySet<string>): FieldProblem[] {
  return [...validateUpdateApiKey(dto, wrong), ...(wrong.has('kind') || wrong.has('scopes') ? [] : kindProblems(dto))];
}

/** What of a change no check of one field can see. */
export function validateUpdateApiKey(dto: UpdateApiKeyDto, wrong: ReadonlySet<string>): FieldProblem[] {
  return [...(wrong.has('scopes') ? [] : scopeProblems(dto)), ...(wrong.has('allowed_addresses') ? [] : addressProblems(dto))];
}

function kindProblems({ kind, scopes }: CreateApiKeyDto): FieldProblem[] {
  const isNamed = (scopes ?? []).length > 0;
  if (kind === 'restricted' && !isNamed) {
    return [{ param: 'scopes', code: 'parameter_missing', message: 'is required for a restricted key.', reason: 'required' }];
  }
  if (kind === 'restricted' || !isNamed) return [];
  return [{ param: 'scopes', code: 'parameter_invalid', message: 'belong to restricted keys.', reason: 'not_restricted' }];
}

function scopeProblems({ scopes }: UpdateApiKeyDto): FieldProblem[] {
  return (scopes ?? []).flatMap((scope, index) => {
    if (isScope(scope)) return [];
    return [{ param: `scopes.${index}`, code: 'scope_unknown', message: `is no scope. There are ${SCOPES.join(', ')}.` }];
  });
}

function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

function addressProblems({ allowed_addresses: addresses }: UpdateApiKeyDto): FieldProblem[] {
  return (addresses ?? []).flatMap((address, index) => {
    try {
      void new AddressList([address]);
      return [];
    } catch (error) {
      if (!(error instanceof AddressListError)) throw error;
      const message = 'must be an address or a range like 203.0.113.0/24 or 2001:db8::/32.';
      return [{ param: `allowed_addresses.${index}`, code: 'parameter_invalid', message }];
    }
  });
}

/**
 * A key that makes or changes another one gives it no more than it may do itself.
 *
 * @throws ApiError scope_insufficient, which names the first scope that is too much.
 */
export function refuseWiderScopes(scopes: readonly string[] | null | undefined, { mayDo }: Pick<WriteContext, 'mayDo'>): void {
  const tooMuch = (scopes ?? []).find((scope) => isScope(scope) && !mayDo(scope));
  if (tooMuch === undefined) return;
  const message = `The key that asks does not have the scope ${tooMuch}, and so cannot give it to another one.`;
  throw new ApiError('scope_insufficient', { message, param: 'scopes' });
}

/** Who may make a secret key in live mode, and in test mode besides. */
const MAKERS: readonly Role[] = ['owner', 'admin'];
const TEST_MAKERS: readonly Role[] = [...MAKERS, 'developer'];

/**
 * A secret key may do everything: not every role has one made, and nobody in live mode with a session that was left open. What a key
 * asks for is refused where keys are decided.
 *
 * @throws ApiError role_insufficient, step_up_required.
 */
export function refuseSecretKey({ user, livemode }: Pick<WriteContext, 'user' | 'livemode'>): void {
  if (user === undefined) return;
  const makers = livemode ? MAKERS : TEST_MAKERS;
  if (!makers.includes(user.role)) {
    throw new ApiError('role_insufficient', { message: `Your role does not allow secret keys here; ${makers.join(' and ')} may.` });
  }
  if (livemode && !user.hasStepUp) throw new ApiError('step_up_required');
}

/** Whether a change is about what limits a stolen key: the addresses it works from, and when it ends. */
export function changesProtection({ allowed_addresses: addresses, expires_at: expiresAt }: UpdateApiKeyDto): boolean {
  return addresses !== undefined || expiresAt !== undefined;
}

/**
 * A caller who may not create such a key may not lift its limits either: a stolen key could be used again.
 *
 * @throws ApiError scope_insufficient; of a person who asks about a secret key role_insufficient, step_up_required.
 */
export function refuseStrongerKey(
  { kind, scopes }: Pick<ApiKeyResource, 'kind' | 'scopes'>,
  context: Pick<WriteContext, 'mayDo' | 'user' | 'livemode'>,
): void {
  if (kind === 'secret' && context.user !== undefined) return refuseSecretKey(context);
  refuseWiderScopes(kind === 'secret' ? SCOPES : scopes, context);
}

/** The command payload of a new key. */
export function toCreateApiKeyPayload(dto: CreateApiKeyDto, seal: Seal, { shown, text }: NewKey): NewApiKeyPayload {
  const { kind, scopes, allowed_addresses: addresses, expires_at: expiresAt, metadata } = dto;
  const expiresAtMs = instantOf(expiresAt);
  return {
    kind,
    name: dto.name || usualNameOf(kind),
    scopes: scopes ?? [],
    allowedAddresses: addresses ?? [],
    ...shown,
    sealedText: seal(text, 'api_key'),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(metadata != null && { metadata }),
  };
}

/** The command payload of a change: a field that was not sent is not in it; null empties, and a name that is emptied stays. */
export function toUpdateApiKeyPayload(dto: UpdateApiKeyDto): ApiKeyChange {
  const { name, scopes, allowed_addresses: addresses, expires_at: expiresAt, metadata } = dto;
  return {
    ...(name && { name }),
    ...(scopes && { scopes }),
    ...(addresses !== undefined && { allowedAddresses: addresses ?? [] }),
    ...(expiresAt !== undefined && { expiresAtMs: instantOf(expiresAt) ?? null }),
    ...(metadata !== undefined && { metadata }),
  };
}

/** The command payload of a roll. */
export function toRollApiKeyPayload(
  { overlap_seconds: overlap }: RollApiKeyDto,
  seal: Seal,
  { id, shown, text }: NewKey,
): RollApiKeyPayload {
  return { newKeyId: id, ...shown, sealedText: seal(text, 'api_key'), overlapSeconds: overlap ?? OVERLAP_PRESET_S };
}
