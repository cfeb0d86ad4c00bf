import { decodeJwt } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { unavailable } from '../http/unavailable';
import { AWAY, renderOAuthError } from './consent/error-page';
import { oauthLibrary, type OAuthParts } from './oauth-parts';

/** A proof of a key is as old as that at most, in seconds (RFC 9449, 4.3); the library lets it be five minutes old. */
const PROOF_AGE_MAX_S = 60;
const MS = 1_000;

type Next = () => Promise<void>;

/** What stands around every answer of the library. */
export function completeAnswers({ clock }: Pick<OAuthParts, 'clock'>) {
  return async (context: KoaContextWithOIDC, next: Next): Promise<void> => {
    const proof = context.get('DPoP');
    if (proof !== '' && isOld(proof, clock.nowMs())) return refuseOldProof(context);
    await next();
    // Nothing of it is called from a page.
    for (const name of Object.keys(context.response.headers)) if (name.startsWith('access-control-')) context.remove(name);
    if (unavailable(context.state.fault) !== undefined) return answerUnavailable(context);
    await complete(context, context.oidc?.route);
  };
}

async function complete(context: KoaContextWithOIDC, route: string | undefined): Promise<void> {
  if (route === 'token') describeToken(context);
  if (route === 'introspection') describeIntrospected(context);
  if (route === 'discovery') context.body = metadataOf(context.body as Record<string, unknown>);
  if (route === 'authorization' || route === 'resume') {
    answerInQuery(context);
    await endSession(context);
  }
}

/** Not more than a guess: whether it is signed at all the library finds out. */
function isOld(proof: string, nowMs: number): boolean {
  try {
    return Math.abs(nowMs / MS - Number(decodeJwt(proof).iat)) > PROOF_AGE_MAX_S;
  } catch {
    return false;
  }
}

function refuseOldProof(context: KoaContextWithOIDC): void {
  context.status = 400;
  context.body = { error: 'invalid_dpop_proof', error_description: 'DPoP proof iat is not recent enough' };
}

/** The library knows only of faults. */
function answerUnavailable(context: KoaContextWithOIDC): void {
  context.status = 503;
  context.set('retry-after', '1');
  if (context.response.is('html') === 'html') renderOAuthError(context, AWAY);
  else context.body = AWAY;
}

/** Fields of ours keep their names in the library. */
interface OwnFields {
  livemode: boolean;
  owner_account_id: string;
}

/** Whose token it is, beside what RFC 6749 says. */
function describeToken({ oidc, body }: KoaContextWithOIDC): void {
  const token = oidc.entities.AccessToken ?? oidc.entities.ClientCredentials;
  if (token === undefined || typeof body !== 'object' || body === null || !('access_token' in body)) return;
  const { livemode, owner_account_id: ownerAccountId } = oidc.client as unknown as OwnFields;
  const { accountId = ownerAccountId, grantId = null } = token as { accountId?: string; grantId?: string };
  Object.assign(body, { account_id: accountId, connection_id: grantId, livemode });
}

function describeIntrospected({ oidc, body }: KoaContextWithOIDC): void {
  const answer = body as { active?: boolean; sub?: string };
  if (answer.active !== true) return;
  const { livemode, owner_account_id: ownerAccountId } = oidc.client as unknown as OwnFields;
  const accountId = answer.sub ?? ownerAccountId;
  Object.assign(answer, { sub: accountId, account_id: accountId, livemode });
}

const NOT_OFFERED = new Set([
  ...[
    'claims_parameter_supported',
    'claims_supported',
    'subject_types_supported',
    'id_token_signing_alg_values_supported',
    'acr_values_supported',
  ],
]);

/** RFC 8414 without what is of OpenID. */
function metadataOf(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_OFFERED.has(name)));
}

/** The library sends errors of response types that are not offered in a fragment, which a page of somebody else may read (RFC 9700, 4.1). */
function answerInQuery(context: KoaContextWithOIDC): void {
  const location = (context.response.get('location') as string | undefined) ?? '';
  const at = location.indexOf('#');
  if (at === -1) return;
  const [address, answer] = [location.slice(0, at), location.slice(at + 1)];
  context.set('location', `${address}${address.includes('?') ? '&' : '?'}${answer}`);
}

/** Nobody stays signed in at the provider: who he is our own session says, each time anew. */
async function endSession({ oidc }: KoaContextWithOIDC): Promise<void> {
  if (oidc.session?.accountId !== undefined) await oidc.session.destroy();
}

/** Whether these are scopes of the app. @throws InvalidScope: the library would leave out the others without a word. */
export function refuseOtherScopes(asked: Iterable<string>, allowed: string): void {
  const known = new Set(allowed.split(' '));
  const other = [...asked].find((scope) => !known.has(scope));
  if (other !== undefined) throw new (oauthLibrary().errors.InvalidScope)('the app may not ask for this scope', other);
}
