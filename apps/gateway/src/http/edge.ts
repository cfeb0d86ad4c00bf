import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator, Caller } from '../auth/authenticator';
import { refusalFor } from '../auth/scopes';
import type { LoadWatch } from '../limits/load-watch';
import type { RequestLimits } from '../limits/request-limits';
import type { ScopedAccess } from './access';
import { ApiError, hungUp } from './api-error';
import { refuseUnknownVersion } from './api-version';
import { countHeader } from './count-header';
import { noSuchRoute } from './no-such-route';
import { CHALLENGE_INVALID, readKey } from './read-key';
import { STANDARD_HEADERS, echoableRequestId } from './response-headers';
import type { ServedRoutes } from './served-routes';

/** What stands before every route: ids, headers, the question who calls, and how often. */
export interface EdgeParts {
  authenticator: Authenticator;
  limits: RequestLimits;
  load: LoadWatch;
  routes: ServedRoutes;
}

/**
 * Installs the edge as Fastify hooks. They run before the body is read: a caller without a valid key costs no parsing,
 * and an unknown route is answered whatever its body is.
 */
export function installEdge(fastify: FastifyInstance, parts: EdgeParts): void {
  fastify.decorateRequest('caller', null);
  fastify.decorateRequest('slot', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    writeStandardHeaders(request, reply);
    try {
      refuseMalformed(request);
      if (!WATCHING.has(request.routeOptions.url ?? '')) parts.load.admit();
      const admitted = admit(request, reply, parts);
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

/** Undefined when the request may go on at once; a promise while its key is looked up. */
function admit(request: FastifyRequest, reply: FastifyReply, parts: EdgeParts): Promise<void> | undefined {
  const access = request.is404 ? undefined : request.routeOptions.config.access;
  if (access?.kind === 'open') {
    if (access.isCounted !== false) parts.limits.admitOpen(request);
    return undefined;
  }
  try {
    if (access === undefined) throw noSuchRoute(request, parts.routes);
    const caller = parts.authenticator.authenticate(readKey(request), request.ip);
    const here = (known: Caller): Caller => fromAllowedAddress(known, request);
    if (!(caller instanceof Promise)) return void admitCaller(request, reply, { caller: here(caller), access, limits: parts.limits });
    return caller.then(here).then(
      (found) => admitCaller(request, reply, { caller: found, access, limits: parts.limits }),
      (error: unknown) => parts.limits.countRefusal(request, reply, error),
    );
  } catch (error) {
    if (request.caller !== null) throw error;
    return void parts.limits.countRefusal(request, reply, error);
  }
}

/** Counted as a refusal against the address: a thief of the key must not use up the limits of its owner. */
function fromAllowedAddress(caller: Caller, { ip }: FastifyRequest): Caller {
  if (caller.addresses === null || caller.addresses.includes(ip)) return caller;
  throw new ApiError('ip_not_allowed', {
    hint: `The request came from ${ip}. "npm run keys -- allow key_… <addresses>" changes the list of the key.`,
  });
}

/** Whether a long connection may stay open: its key is valid, and may be used from its address. */
export async function mayContinue(request: FastifyRequest, authenticator: Pick<Authenticator, 'authenticate'>): Promise<boolean> {
  try {
    fromAllowedAddress(await authenticator.authenticate(readKey(request), request.ip), request);
    return true;
  } catch (error) {
    return error instanceof ApiError && (error.code === 'service_unavailable' || error.code === 'rate_limited');
  }
}

function admitCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, access, limits }: { caller: Caller; access: ScopedAccess; limits: RequestLimits },
): void {
  // The caller is gone: a slot taken now would never be given back.
  if (request.raw.destroyed || request.raw.socket.destroyed) throw hungUp();
  request.caller = caller;
  limits.admit(request, reply, access.countedAs);
  if (access.isTestOnly && caller.livemode) throw new ApiError('key_restricted', { message: 'Test helpers take test keys only.' });
  const refusal = refusalFor(caller.kind, caller.scopes, access.scope);
  if (refusal === 'scope_insufficient') throw new ApiError(refusal, { hint: scopeHint(String(access.scope)) });
  if (refusal !== null) throw new ApiError(refusal);
  refuseUnknownVersion(request.headers['api-version']);
}

function scopeHint(scope: string): string {
  return `The route needs the scope ${scope}: "npm run keys -- create --scopes ${scope}" makes a key that has it.`;
}
