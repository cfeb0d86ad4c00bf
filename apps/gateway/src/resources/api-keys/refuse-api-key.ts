import type { ApiKeyKind, ApiKeyResource, CreateApiKeyDto, UpdateApiKeyDto } from '#contracts';
import { refuseSecretKey, refuseWiderCredential } from '../../auth/credential-limits';
import { SCOPES } from '../../auth/scopes';
import type { WriteCall } from '../../commands/write-call';
import { newLimits, requestedLimits } from './api-key-payloads';

/** @throws ApiError scope_insufficient, key_restricted; for a secret key session_only, role_insufficient, step_up_required. */
export function refuseCreateApiKey(dto: CreateApiKeyDto, call: WriteCall): void {
  refuseWiderCredential({ scopes: dto.scopes, ...newLimits(dto, call) }, call);
  if (dto.kind === 'secret') refuseSecretKey(call);
}

/** @throws ApiError scope_insufficient, key_restricted; resource_missing; of a person who changes a secret key role_insufficient, step_up_required. */
export async function refuseUpdateApiKey(dto: UpdateApiKeyDto, call: WriteCall): Promise<void> {
  refuseWiderCredential({ scopes: dto.scopes, ...requestedLimits(dto) }, call);
  if (changesProtection(dto)) refuseStrongerKey(await findApiKey(call), call);
}

/**
 * @returns the kind of the new key, which is that of its predecessor.
 * @throws ApiError scope_insufficient, key_restricted; resource_missing; for a secret key session_only, role_insufficient, step_up_required.
 */
export async function refuseRollApiKey(call: WriteCall): Promise<ApiKeyKind> {
  const { kind, scopes, allowed_addresses: allowedAddresses } = await findApiKey(call);
  refuseWiderCredential({ scopes, allowedAddresses }, call);
  // The service refuses a key that rolls itself.
  if (kind === 'secret' && call.callerId !== call.objectId) refuseSecretKey(call);
  return kind;
}

/** True for a change of the limits that protect a stolen key: its addresses and its end. */
function changesProtection({ allowed_addresses: addresses, expires_at: expiresAt }: UpdateApiKeyDto): boolean {
  return addresses !== undefined || expiresAt !== undefined;
}

/** A caller who may not create such a key may not lift its limits either: a stolen key could be used again. */
function refuseStrongerKey({ kind, scopes }: ApiKeyResource, call: WriteCall): void {
  if (kind === 'secret' && call.user !== undefined) return refuseSecretKey(call);
  refuseWiderCredential({ scopes: kind === 'secret' ? SCOPES : scopes }, call);
}

async function findApiKey(call: WriteCall): Promise<ApiKeyResource> {
  return JSON.parse(await call.get('accounts', `/internal/api_keys/${call.objectId}`)) as ApiKeyResource;
}
