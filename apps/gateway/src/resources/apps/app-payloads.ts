import type { AppChange, AppCommandPayloads, AppTerms, CreateAppDto, FieldProblem, RollAppSecretDto, UpdateAppDto } from '#contracts';
import type { Seal } from '#personal-data';
import { APP_SCOPES } from '../../auth/scopes';
import { madeClientSecret, type NewClientSecret } from '../../apps/new-client-secret';
import { isRedirectUri } from './redirect-uri';

/** The time that the previous secret keeps working, unless the body gives one: a day. */
const OVERLAP_PRESET_S = 86_400;

/** The rules of an app that no check of one field covers. @param wrong fields that are reported already. */
export function validateApp(dto: UpdateAppDto, wrong: ReadonlySet<string>): FieldProblem[] {
  return [...(wrong.has('allowed_scopes') ? [] : scopeProblems(dto)), ...(wrong.has('redirect_uris') ? [] : redirectProblems(dto))];
}

function scopeProblems({ allowed_scopes: scopes }: UpdateAppDto): FieldProblem[] {
  return (scopes ?? []).flatMap((scope, index) => {
    if (APP_SCOPES.includes(scope)) return [];
    const message = `is no scope of an app. There are ${APP_SCOPES.join(', ')}.`;
    return [{ param: `allowed_scopes.${index}`, code: 'scope_unknown' as const, message }];
  });
}

function redirectProblems({ redirect_uris: uris }: UpdateAppDto): FieldProblem[] {
  return (uris ?? []).flatMap((uri, index) => {
    if (isRedirectUri(uri)) return [];
    const message = 'must be https, or http on loopback, in its usual form, without fragment or user name.';
    return [{ param: `redirect_uris.${index}`, code: 'redirect_uri_invalid' as const, message }];
  });
}

type Payload<TType extends keyof AppCommandPayloads> = AppCommandPayloads[TType];

/** The command payload of a new app. */
export function toCreateAppPayload(terms: AppTerms, seal: Seal, secret: NewClientSecret | undefined): Payload<'apps.create'> {
  return { ...terms, ...(secret !== undefined && { secret: madeClientSecret(secret, seal) }) };
}

/** The terms of a new app, with the presets of what was not sent. */
export function toAppTerms(dto: CreateAppDto): AppTerms {
  const clientType = dto.client_type ?? 'confidential';
  return {
    ...aboutApp(dto),
    clientType,
    redirectUris: dto.redirect_uris ?? [],
    allowedScopes: dto.allowed_scopes ?? [],
    grantTypes: dto.grant_types ?? ['authorization_code', 'refresh_token'],
    authMethod: dto.token_endpoint_auth_method ?? (clientType === 'public' ? 'none' : 'client_secret_basic'),
    ...(dto.jwks && { jwks: dto.jwks }),
    dpopRequired: dto.dpop_required ?? false,
  };
}

/** The terms that people see. */
function aboutApp(dto: CreateAppDto): Pick<AppTerms, 'name' | 'description' | 'homepageUrl' | 'privacyUrl'> {
  const { name, description, homepage_url: homepageUrl, privacy_url: privacyUrl } = dto;
  return { name, ...(description && { description }), ...(homepageUrl && { homepageUrl }), ...(privacyUrl && { privacyUrl }) };
}

/** The command payload of a change: a field that was not sent is not in it; null empties what may be empty. */
export function toUpdateAppPayload(dto: UpdateAppDto): AppChange {
  const { name, description, homepage_url: homepageUrl, privacy_url: privacyUrl, allowed_scopes: scopes, jwks, status } = dto;
  return {
    ...(name && { name }),
    ...(description !== undefined && { description: description || null }),
    ...(homepageUrl !== undefined && { homepageUrl }),
    ...(privacyUrl !== undefined && { privacyUrl }),
    ...(scopes !== undefined && { allowedScopes: scopes ?? [] }),
    ...(jwks !== undefined && { jwks }),
    ...(status && { status }),
    ...clientChange(dto),
  };
}

function clientChange(dto: UpdateAppDto): AppChange {
  const { client_type: clientType, redirect_uris: redirectUris, grant_types: grantTypes, token_endpoint_auth_method: authMethod } = dto;
  return {
    ...(clientType && { clientType }),
    ...(redirectUris && { redirectUris }),
    ...(grantTypes && { grantTypes }),
    ...(authMethod && { authMethod }),
    ...(dto.dpop_required != null && { dpopRequired: dto.dpop_required }),
  };
}

/** The command payload of a new client secret. */
export function toRollSecretPayload(
  { overlap_seconds: overlap }: RollAppSecretDto,
  seal: Seal,
  secret: NewClientSecret,
): Payload<'apps.roll_secret'> {
  return { secret: madeClientSecret(secret, seal), overlapSeconds: overlap ?? OVERLAP_PRESET_S };
}
