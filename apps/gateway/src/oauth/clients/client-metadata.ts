import type { ClientMetadata } from 'oidc-provider';
import { scopesOfBoth } from '../tokens/token-grants.table';
import type { OAuthClient } from './oauth-clients.table';

/** The library wants a secret for methods that have one. It is compared by us, with digests. */
const KEPT_AS_DIGEST = 'is kept as a digest';

/** What the library does not know of clients, and we do. */
export const OWN_CLIENT_FIELDS = ['livemode', 'owner_account_id', 'allowed_scopes', 'own_scopes', 'is_verified'] as const;

/** An app in the words of RFC 7591. */
export function clientMetadata(client: OAuthClient): ClientMetadata {
  const { authMethod, clientType, grantTypes, jwks, redirectUris } = client;
  return {
    client_id: client.id,
    client_name: client.name,
    // Of a native one any port of loopback is the same address (RFC 8252, 7.3).
    application_type: clientType === 'public' ? 'native' : 'web',
    redirect_uris: [...redirectUris],
    grant_types: [...grantTypes],
    response_types: grantTypes.includes('authorization_code') ? ['code'] : [],
    token_endpoint_auth_method: authMethod,
    ...(authMethod.startsWith('client_secret') && { client_secret: KEPT_AS_DIGEST }),
    ...(jwks && { jwks: { keys: [...jwks.keys] } }),
    dpop_bound_access_tokens: client.dpopRequired,
    id_token_signed_response_alg: 'ES256',
    livemode: client.livemode,
    owner_account_id: client.accountId,
    allowed_scopes: client.allowedScopes.join(' '),
    own_scopes: client.ownGrant && scopesOfBoth(client.allowedScopes, client.ownGrant.scopes).join(' '),
    is_verified: client.isVerified,
  };
}
