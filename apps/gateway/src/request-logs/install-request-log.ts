import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/authenticator';
import { isKept } from './kept-requests';
import type { RequestLogs } from './request-logs';

/**
 * Takes a reference to what is asked and answered on behalf of an account. It must stand before the hook that unseals: bodies are kept
 * with tokens for personal values, so that erasing a customer erases them here as well.
 */
export function installRequestLog(fastify: FastifyInstance, logs: RequestLogs): void {
  fastify.decorateRequest('sealedAnswer', null);
  fastify.decorateRequest('sealedValues', null);
  fastify.decorateRequest('usedKey', null);
  if (!logs.isEnabled) return;
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' && ownerOf(request) !== null) request.sealedAnswer = payload;
    done(null, payload);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const caller = ownerOf(request);
    if (caller !== null && isKept(request.method, reply.statusCode, caller)) logs.add(request, reply, caller);
    done();
  });
}

/** Whose request it is: also of one that was refused with a key that is good. */
function ownerOf({ caller, keyHolder }: FastifyRequest): Caller | null {
  return caller ?? keyHolder;
}
