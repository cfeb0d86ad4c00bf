import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config';
import { isTlsServer } from '../tls/tls-server';

/** What a connection without a request is given when the server closes: what was sent by then has come. */
const CLOSING_MS = 1_000;

/**
 * A connection that waits for its first request is kept as long as one that waits for its next. Clients hold both alike (undici
 * opens one anew in the place of each event stream that it gave up), and a request sent into a closing connection is lost. Node
 * would answer the first with 408 when its headers are late, and would wait for it when the server closes.
 */
export function keepUnused(fastify: FastifyInstance, { keepAliveTimeoutMs, connectionTimeoutMs }: GatewayConfig): void {
  const unused = new Set<Socket>();
  let keptMs = keepAliveTimeoutMs;
  fastify.server.on(isTlsServer(fastify.server) ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.setTimeout(keptMs);
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  fastify.server.on('request', ({ socket }) => {
    if (unused.delete(socket)) socket.setTimeout(connectionTimeoutMs);
  });
  fastify.addHook('preClose', (done) => {
    keptMs = CLOSING_MS;
    for (const socket of unused) socket.setTimeout(keptMs);
    done();
  });
}
