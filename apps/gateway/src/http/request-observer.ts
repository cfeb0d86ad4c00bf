import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger, Metrics } from '#service';

/** Measures every request and, if asked to, logs it: never a body, never a query, never a key. */
export function observeRequests(
  fastify: FastifyInstance,
  { metrics, logger }: { metrics: Metrics; logger: Logger },
  isLogged: boolean,
): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    metrics.observeHttp({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    if (isLogged) logger.info(factsOf(request, reply, route), 'request');
    done();
  });
}

function factsOf(request: FastifyRequest, reply: FastifyReply, route: string): Record<string, unknown> {
  return {
    requestId: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    account: request.caller?.accountId ?? null,
    livemode: request.caller?.livemode ?? null,
    keyId: request.caller?.keyId ?? null,
  };
}
