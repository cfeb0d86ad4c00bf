import { invalidParameter, type Actor, type AppChange, type AppGranter, type AppTerms, type Refusal } from '#contracts';

/** Whether an app proves itself by a secret. */
export function hasSecret({ authMethod }: Pick<AppTerms, 'authMethod'>): boolean {
  return authMethod === 'client_secret_basic' || authMethod === 'client_secret_post';
}

/** Whether a change gives an app more to act with: its scopes, its grants, how it proves itself, and that it works again. */
export function changesCredentials(change: AppChange): boolean {
  const { allowedScopes, grantTypes, clientType, authMethod, jwks, dpopRequired, status } = change;
  return (
    status === 'active' || [allowedScopes, grantTypes, clientType, authMethod, jwks, dpopRequired].some((value) => value !== undefined)
  );
}

/** Who answers for an app that acts for its own account: it ends with them (docs/reference/security.md, Credentials made by credentials). */
export function granter({ grantTypes }: Pick<AppTerms, 'grantTypes'>, { kind, id }: Actor): { grantedBy?: AppGranter } {
  return grantTypes.includes('client_credentials') ? { grantedBy: { kind, id } } : {};
}

/** What of an app does not go together, or null. */
export function termsProblem({ clientType, authMethod, grantTypes, redirectUris, jwks }: AppTerms): Refusal | null {
  if (redirectUris.length === 0 && grantTypes.some((grant) => grant !== 'client_credentials')) {
    const message = 'redirect_uris is required: only an app with the grant client_credentials alone needs none.';
    return { code: 'parameter_missing', details: { message, param: 'redirect_uris', reason: 'required' } };
  }
  if ((clientType === 'public') !== (authMethod === 'none')) return methodProblem(clientType);
  if (clientType === 'public' && grantTypes.includes('client_credentials')) {
    return invalidParameter(
      'grant_types',
      'of a public app have no client_credentials: it cannot prove that it is itself.',
      'not_confidential',
    );
  }
  if (grantTypes.includes('refresh_token') && !grantTypes.includes('authorization_code')) {
    return invalidParameter('grant_types', 'with refresh_token need authorization_code, which gives the first one.', 'required');
  }
  if (authMethod === 'private_key_jwt' && jwks === undefined) {
    return invalidParameter('jwks', 'is required for private_key_jwt.', 'required');
  }
  return null;
}

function methodProblem(clientType: AppTerms['clientType']): Refusal {
  const message = clientType === 'public' ? 'of a public app is none.' : 'of a confidential app is not none.';
  return invalidParameter('token_endpoint_auth_method', message, 'client_type');
}
