import { once } from 'node:events';
import { createServer, type AddressInfo, type ListenOptions, type Server } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { tryPort } from '#service';
import type { GatewayConfig } from '../config';
import { isTlsServer } from '../tls/tls-server';

/**
 * Since libuv 1.45 Node accepts one connection of a listening socket in a turn of its event loop. A turn of a busy gateway takes
 * 20 ms and more: the last of 300 new connections would wait six seconds behind the requests on those that are kept open. With
 * several sockets on the port, over which the kernel spreads new connections (SO_REUSEPORT, socket(7)), it waits half a second.
 */
const SOCKETS = 16;
/** Other systems share a port without spreading connections over it, or not at all. There is one socket then, as on Node 20. */
const IS_SPREADING = process.platform === 'linux';

/**
 * Opens the port of the configuration, 0 for a free one.
 *
 * @throws NodeJS.ErrnoException EADDRINUSE when another program listens there.
 */
export async function listen(app: NestFastifyApplication, { host, port }: Pick<GatewayConfig, 'host' | 'port'>): Promise<void> {
  // A port that is shared would be shared with a second gateway too, without a word.
  if (port !== 0) await tryPort(host, port);
  // Fastify hands these to Node as they are.
  const options = { host, port, reusePort: IS_SPREADING };
  await app.listen(options);
}

/** Opens the further sockets once the server listens. All close together, and wait for what is asked on their connections. */
export function spreadConnections(
  fastify: FastifyInstance,
  { host, connectionsMax }: Pick<GatewayConfig, 'host' | 'connectionsMax'>,
): void {
  const { server } = fastify;
  boundConnections(server, connectionsMax);
  let opening: Promise<Server[]> = Promise.resolve([]);
  fastify.addHook('onListen', async () => {
    if (IS_SPREADING) opening = openFurther(server, host);
    await opening;
  });
  let isClosing = false;
  // Node ends those connections that are idle when it closes; a client would keep the others until they time out.
  fastify.addHook('onResponse', (request, reply, done) => {
    if (isClosing) server.closeIdleConnections();
    done();
  });
  // The HTTP server ends connections whoever accepted them. Fastify closes it once more, which does nothing.
  fastify.addHook('preClose', async () => {
    isClosing = true;
    const sockets = [...(await opening), server];
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.close(resolve))));
  });
}

/** Those that the system refuses are left out: the port is open by the first. */
async function openFurther(server: Server, host: string): Promise<Server[]> {
  const { port } = server.address() as AddressInfo;
  const opening = Array.from({ length: SOCKETS - 1 }, () => openOne(server, { host, port, reusePort: true }));
  const results = await Promise.allSettled(opening);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

async function openOne(server: Server, options: ListenOptions): Promise<Server> {
  // As Node sets up the sockets of an HTTP server and of an HTTPS server.
  const further = createServer({ allowHalfOpen: !isTlsServer(server), noDelay: true }, (socket) => void server.emit('connection', socket));
  further.listen(options);
  await once(further, 'listening');
  return further;
}

/** Node's own bound, `maxConnections`, is one of each listening socket. */
function boundConnections(server: Server, connectionsMax: number): void {
  let open = 0;
  server.prependListener('connection', (socket) => {
    if (open >= connectionsMax) {
      socket.destroy();
      return;
    }
    open++;
    socket.once('close', () => open--);
  });
}
