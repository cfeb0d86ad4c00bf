import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { APP_SCOPES } from '../auth/scopes';
import { OWN_CLIENT_FIELDS } from './clients/client-metadata';
import { refuseOtherScopes } from './complete-answers';
import { renderOAuthError } from './consent/error-page';
import { oauthLibrary, type OAuthParts } from './oauth-parts';

const DAY_S = 86_400;
const STATE_LENGTH_MAX = 512;
/** An assertion is good for so long at most, in seconds. */
const ASSERTION_MAX_S = 300;

/** Where each endpoint is. */
export const OAUTH_ROUTES = {
  authorization: '/oauth/authorize',
  pushed_authorization_request: '/oauth/par',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  jwks: '/.well-known/jwks.json',
} as const;

/** Where its metadata is (RFC 8414). */
export const METADATA_PATH = '/.well-known/oauth-authorization-server';

/** Seconds for which each thing lasts. */
const LIFETIMES_S = {
  AuthorizationCode: 60,
  AccessToken: 3_600,
  ClientCredentials: 3_600,
  RefreshToken: 180 * DAY_S,
  Interaction: 600,
  Session: 600,
  Grant: DAY_S,
};

/** How the library is set up: codes with PKCE, refresh tokens, client credentials, and nothing of OpenID. */
export function providerConfiguration(parts: OAuthParts): Configuration {
  const { keys, issuer } = parts;
  return {
    jwks: { keys: keys.signing },
    cookies: cookiesOf(parts),
    routes: OAUTH_ROUTES,
    scopes: [],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    enabledJWA: {
      clientAuthSigningAlgValues: ['ES256', 'EdDSA', 'Ed25519'],
      dPoPSigningAlgValues: ['ES256', 'EdDSA', 'Ed25519'],
      idTokenSigningAlgValues: ['ES256'],
    },
    extraClientMetadata: { properties: [...OWN_CLIENT_FIELDS] },
    ttl: LIFETIMES_S,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    // A grant is a connection, and the library ends it for two reasons.
    revokeGrantPolicy: ({ oidc }) =>
      oidc.route === 'revocation' ? oidc.entities.RefreshToken !== undefined : oidc.params?.grant_type === 'refresh_token',
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    clientBasedCORS: () => false,
    discovery: { scopes_supported: APP_SCOPES, response_modes_supported: ['query'] },
    renderError: renderOAuthError,
    assertJwtClientAuthClaimsAndHeader: (_context, claims, header) => checkAssertion(claims, header, parts),
    interactions: interactionsOf(),
    extraParams: { mode: checkRequest, account: null },
    features: featuresOf(issuer),
  } as Configuration;
}

function featuresOf(issuer: () => string): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    clientCredentials: { enabled: true },
    dPoP: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    revocation: { enabled: true, allowedPolicy: async (_context, client, token) => token.clientId === client.clientId },
    introspection: { enabled: true, allowedPolicy: async (_context, client, token) => token.clientId === client.clientId },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => issuer(),
      useGrantedResource: () => true,
      getResourceServerInfo: (context, resource, client) => {
        if (resource !== issuer()) throw new (oauthLibrary().errors.InvalidTarget)();
        const allowed = context.oidc.params?.grant_type === 'client_credentials' ? ownScopesOf(client) : String(client.allowed_scopes);
        refuseOtherScopes(context.oidc.requestParamScopes, allowed);
        return { scope: allowed, audience: issuer(), accessTokenFormat: 'opaque' };
      },
    },
  };
}

/** @throws UnauthorizedClient when whoever answered for the app has ended or has left the account. */
function ownScopesOf(client: object): string {
  const { own_scopes: scopes } = client as { own_scopes?: unknown };
  if (typeof scopes === 'string') return scopes;
  const message = 'the key or the person that gave the app this grant may not any more: change the app or roll its secret';
  throw new (oauthLibrary().errors.UnauthorizedClient)(message);
}

function cookiesOf({ keys, issuer }: OAuthParts): Configuration['cookies'] {
  const secure = issuer().startsWith('https:');
  const about = { httpOnly: true, sameSite: 'lax', secure, signed: true, overwrite: true } as const;
  return {
    keys: keys.cookies,
    names: { session: 'hundi_oauth', interaction: 'hundi_oauth_consent', resume: 'hundi_oauth_resume' },
    long: about,
    short: about,
  };
}

/** There is one question, and it is asked each time: our own page knows who is signed in, and whether there is something to ask. */
function interactionsOf(): Configuration['interactions'] {
  const { Prompt, Check } = oauthLibrary().interactionPolicy;
  const isUnanswered = ({ oidc }: KoaContextWithOIDC): boolean => oidc.result?.consent?.grantId === undefined;
  const check = new Check('consent_required', 'somebody has to consent', 'consent_required', isUnanswered);
  return {
    policy: [new Prompt({ name: 'consent', requestable: true }, check)] as never,
    url: (_context, { uid }) => `/oauth/consent/${uid}`,
  };
}

/** What of a request for a code no rule of the library looks at. @throws InvalidRequest; InvalidScope. */
function checkRequest({ oidc }: KoaContextWithOIDC, mode: unknown, client: { livemode?: unknown }): void {
  const { InvalidRequest, InvalidScope } = oauthLibrary().errors;
  const { params = {} } = oidc;
  const { state, scope } = params;
  checkResponseMode(params);
  if (typeof state !== 'string' || state === '') throw new InvalidRequest('state is required');
  if (state.length > STATE_LENGTH_MAX) throw new InvalidRequest(`state has at most ${STATE_LENGTH_MAX} characters`);
  if (typeof scope !== 'string' || scope === '') throw new InvalidScope('at least one scope is required', '');
  if (mode !== undefined && mode !== (client.livemode === true ? 'live' : 'test')) throw new InvalidRequest('mode is not that of the app');
}

/** @throws InvalidRequest, which goes where every answer goes. */
function checkResponseMode(params: Record<string, unknown>): void {
  const { response_mode: mode } = params;
  if (mode === undefined || mode === 'query') return;
  delete params.response_mode;
  throw new (oauthLibrary().errors.InvalidRequest)('response_mode must be query');
}

/** An assertion names this server alone, is short-lived, and brings no key of its own. @throws InvalidClientAuth. */
function checkAssertion(claims: Record<string, unknown>, header: Record<string, unknown>, { issuer, clock }: OAuthParts): void {
  const { InvalidClientAuth } = oauthLibrary().errors;
  if (claims.aud !== issuer()) throw new InvalidClientAuth('audience (aud) must be the issuer');
  if (Number(claims.exp) - clock.nowMs() / 1_000 > ASSERTION_MAX_S) throw new InvalidClientAuth('assertion lives too long');
  if (header.jwk !== undefined || header.jku !== undefined || header.x5u !== undefined) throw new InvalidClientAuth('keys are registered');
}
