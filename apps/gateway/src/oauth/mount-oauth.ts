import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { RouteAccess } from '../http/access';
import type { Consents } from './consent/consents';
import type { OAuthProvider } from './oauth-provider';
import { METADATA_PATH, OAUTH_ROUTES } from './provider-configuration';

const OPEN = { access: { kind: 'open' } satisfies RouteAccess };
const CONSENT_BYTES_MAX = 8_192;

/** What the library answers. */
const LIBRARY_ROUTES: readonly [method: HTTPMethods, url: string][] = [
  ['GET', OAUTH_ROUTES.authorization],
  ['GET', `${OAUTH_ROUTES.authorization}/:uid`],
  ['POST', OAUTH_ROUTES.pushed_authorization_request],
  ['POST', OAUTH_ROUTES.token],
  ['POST', OAUTH_ROUTES.revocation],
  ['POST', OAUTH_ROUTES.introspection],
  ['GET', OAUTH_ROUTES.jwks],
  ['GET', METADATA_PATH],
];

/** Mounts OAuth 2.0 behind the hooks of the edge. The library reads bodies itself, so its routes have no parser. */
export function mountOAuth(fastify: FastifyInstance, oauth: OAuthProvider, consents: Consents): void {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const [method, url] of LIBRARY_ROUTES) {
      scope.route({ method, url, config: OPEN, exposeHeadRoute: false, handler: (request, reply) => handOver(oauth, request, reply) });
    }
  });
  void fastify.register(async (scope) => {
    const path = '/oauth/consent/:uid';
    const only = { config: OPEN, exposeHeadRoute: false };
    scope.get(path, only, (request, reply) => consents.show(request, reply));
    scope.post(path, { ...only, bodyLimit: CONSENT_BYTES_MAX }, (request, reply) => consents.decide(request, reply));
  });
}

/** Fastify lets go of the request; the headers of the edge go along. */
async function handOver(oauth: OAuthProvider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack();
  const { raw } = request;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
  // What a client says of the address that it used is not believed: it is ours.
  const { protocol, host } = new URL(oauth.parts.issuer());
  for (const name of Object.keys(raw.headers)) if (name.startsWith('x-forwarded-')) delete raw.headers[name];
  Object.assign(raw.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) });
  oauth.parts.origins.set(raw, { address: request.ip, requestId: request.id });
  await oauth.answer(raw, reply.raw);
}
