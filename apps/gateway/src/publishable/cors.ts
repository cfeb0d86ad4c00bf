import type { FastifyInstance } from 'fastify';
import { CLIENT_SECRET_HEADER } from './publishable-access';
import { pathOfUrl } from '../http/url-path';

/** The routes that a page of any origin may call (Fetch Standard, 3.2). No other route answers a browser of another origin. */
const FOR_PAGES = /^\/v1\/(?:payment_methods(?:\/validate_vpa)?|payments\/pay_[0-9A-Za-z]{24}(?:\/(?:confirm|submit_otp))?)$/;

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'request-id, retry-after, idempotent-replayed, ratelimit-limit, ratelimit-remaining, ratelimit-reset',
};
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': `authorization, content-type, idempotency-key, api-version, x-request-id, prefer, ${CLIENT_SECRET_HEADER}`,
  'access-control-max-age': '7200',
};

/** Lets pages of any origin call what publishable keys open. Without credentials: a browser adds none, and a key is no cookie. */
export function installCors(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { headers, method, url } = request;
    if (headers.origin === undefined || !FOR_PAGES.test(pathOfUrl(url))) return done();
    reply.headers(ANY_ORIGIN);
    if (method !== 'OPTIONS') return done();
    reply.code(204).headers(PREFLIGHT).send();
  });
}
