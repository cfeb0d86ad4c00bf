import {
  instantOf,
  type ApiKeyChange,
  type CreateApiKeyDto,
  type FieldProblem,
  type NewApiKeyPayload,
  type RollApiKeyDto,
  type RollApiKeyPayload,
  type UpdateApiKeyDto,
} from '#contracts';
import type { Seal } from '#personal-data';
import { AddressList, AddressListError } from '../../auth/address-list';
import { isScope, type CredentialLimits } from '../../auth/credential-limits';
import { SCOPES } from '../../auth/scopes';
import type { WriteContext } from '../../commands/write-rules';
import { usualNameOf, type NewKey } from '../../api-keys/new-key';

/** The time that a rolled key keeps working, unless the body gives one: a day. */
const OVERLAP_PRESET_S = 86_400;

/** The rules of `POST /v1/api_keys` that span fields. @param wrong fields that are reported already. */
export function validateCreateApiKey(dto: CreateApiKeyDto, wrong: ReadonlySet<string>): FieldProblem[] {
  return [...validateUpdateApiKey(dto, wrong), ...(wrong.has('kind') || wrong.has('scopes') ? [] : kindProblems(dto))];
}

/** The rules of a change that span fields. @param wrong fields that are reported already. */
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

/** The limits that a body asks for; null asks for none. */
export function requestedLimits({ allowed_addresses: addresses, expires_at: expiresAt }: UpdateApiKeyDto): Partial<CredentialLimits> {
  return {
    ...(addresses !== undefined && { allowedAddresses: addresses ?? [] }),
    ...(expiresAt !== undefined && { expiresAtMs: instantOf(expiresAt) }),
  };
}

/** The limits of a new key: those of its maker where the body asks for none. */
export function newLimits(
  dto: CreateApiKeyDto,
  { limits }: Pick<WriteContext, 'limits'>,
): Pick<NewApiKeyPayload, keyof CredentialLimits | 'endsWithMaker'> {
  const { allowedAddresses, expiresAtMs } = requestedLimits(dto);
  const end = expiresAtMs ?? limits.expiresAtMs;
  return {
    allowedAddresses: allowedAddresses?.length ? allowedAddresses : limits.allowedAddresses,
    ...(end !== undefined && { expiresAtMs: end }),
    ...(end !== undefined && expiresAtMs === undefined && { endsWithMaker: true }),
  };
}

/** The command payload of a new key. */
export function toCreateApiKeyPayload(
  dto: CreateApiKeyDto,
  context: Pick<WriteContext, 'limits'>,
  seal: Seal,
  { shown, text }: NewKey,
): NewApiKeyPayload {
  const { kind, scopes, metadata } = dto;
  return {
    kind,
    name: dto.name || usualNameOf(kind),
    scopes: scopes ?? [],
    ...newLimits(dto, context),
    ...shown,
    sealedText: seal(text, 'api_key'),
    ...(metadata != null && { metadata }),
  };
}

/** The command payload of a change: a field that was not sent is not in it; null empties, and a name that is emptied stays. */
export function toUpdateApiKeyPayload(dto: UpdateApiKeyDto): ApiKeyChange {
  const { name, scopes, metadata } = dto;
  const limits = requestedLimits(dto);
  return {
    ...(name && { name }),
    ...(scopes && { scopes }),
    ...limits,
    ...('expiresAtMs' in limits && { expiresAtMs: limits.expiresAtMs ?? null }),
    ...(metadata !== undefined && { metadata }),
  };
}

/** The command payload of a roll. */
export function toRollApiKeyPayload(
  { overlap_seconds: overlap }: RollApiKeyDto,
  { limits: { expiresAtMs } }: Pick<WriteContext, 'limits'>,
  seal: Seal,
  { id, shown, text }: NewKey,
): RollApiKeyPayload {
  const overlapSeconds = overlap ?? OVERLAP_PRESET_S;
  return { newKeyId: id, ...shown, sealedText: seal(text, 'api_key'), overlapSeconds, ...(expiresAtMs !== undefined && { expiresAtMs }) };
}
