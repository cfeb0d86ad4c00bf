import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CHALLENGE_INVALID } from '../auth/read-key';
import type { ApiKeyGuard } from '../auth/api-key.guard';
import type { LoadWatch } from '../limits/load-watch';
import type { RequestLimits } from '../limits/request-limits';
import { ApiError } from './api-error';
import { countHeader } from './count-header';
import { STANDARD_HEADERS, TRANSPORT_SECURITY, echoableRequestId } from './response-headers';

/** What stands before every route: ids, headers, the question who calls, and how often. */
export interface EdgeParts {
  guard: ApiKeyGuard;
  limits: RequestLimits;
  load: LoadWatch;
}

/**
 * Installs the edge as Fastify hooks. They run before the body is read: a caller without a valid key costs no parsing,
 * and an unknown route is answered whatever its body is.
 */
export function installEdge(fastify: FastifyInstance, parts: EdgeParts): void {
  fastify.decorateRequest('caller', null);
  fastify.decorateRequest('keyHolder', null);
  fastify.decorateRequest('session', null);
  fastify.decorateRequest('slot', null);
  fastify.decorateRequest('call', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    writeStandardHeaders(request, reply);
    try {
      refuseMalformed(request);
      if (!WATCHING.has(request.routeOptions.url ?? '')) parts.load.admit();
      const admitted = parts.guard.admit(request, reply);
      if (admitted === undefined) done();
      else admitted.then(() => done(), done);
    } catch (error) {
      done(error as Error);
    }
  });
  // Who hangs up gets no answer, so `onSend` may never come.
  fastify.addHook('onRequestAbort', (request, done) => {
    parts.limits.leave(request);
    done();
  });
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    parts.limits.leave(request);
    done(null, payload);
  });
}

function writeStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(STANDARD_HEADERS).header('request-id', request.id);
  if (request.protocol === 'https') reply.header(...TRANSPORT_SECURITY);
  const echoed = echoableRequestId(request.headers['x-request-id']);
  if (echoed !== undefined) reply.header('x-request-id', echoed);
}

/** What HTTP forbids and the parser lets through. Two keys: a proxy may have checked the other one. */
function refuseMalformed({ raw }: FastifyRequest): void {
  if (raw.httpVersion === '1.1' && raw.headers.host === undefined) {
    throw new ApiError('parameter_invalid', { param: 'Host', message: 'The header Host is missing.' });
  }
  // RFC 9112, 3.2: refused, because a proxy before us may have read the other one.
  if (countHeader(raw.rawHeaders, 'host') > 1) {
    throw new ApiError('parameter_invalid', { param: 'Host', message: 'Send the header Host once.' });
  }
  if (countHeader(raw.rawHeaders, 'authorization') > 1) {
    throw new ApiError('api_key_invalid', { message: 'Send the header Authorization once.' }, { 'www-authenticate': CHALLENGE_INVALID });
  }
}

/** For monitoring and probes: they must be answered under load above all. */
const WATCHING = new Set(['/health/live', '/health/serving', '/health/ready', '/metrics']);
