import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A receiver that speaks bytes: it can misbehave in every way. */
export interface RawReceiver {
  port: number;
  /** Connections that were made to it. */
  readonly connections: number;
  /** Sockets that are open now. */
  readonly open: number;
  /** What came in over all connections. */
  readonly received: string;
  close(): Promise<void>;
}

export interface RawReceiverOptions {
  /** Called for every connection, after the handshake if there is one. */
  onConnection?: (socket: Socket) => void;
  /** Called when the head and body of a request are there: the number says the how many-th of all connections it is. */
  onRequest?: (socket: Socket, count: number) => void;
  tls?: TlsOptions;
  port?: number;
}

/** Listens on 127.0.0.1. */
export async function startRawReceiver(options: RawReceiverOptions): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  const seen = { connections: 0, requests: 0, text: '' };
  const onSocket = (socket: Socket): void => {
    socket.on('error', () => undefined);
    let pending = '';
    socket.on('data', (chunk: Buffer) => {
      seen.text += chunk.toString('latin1');
      pending += chunk.toString('latin1');
      if (!isComplete(pending)) return;
      pending = '';
      options.onRequest?.(socket, ++seen.requests);
    });
    options.onConnection?.(socket);
  };
  const server: Server = options.tls ? createTlsServer(options.tls, onSocket) : createServer(onSocket);
  server.on('tlsClientError', () => undefined);
  server.on('connection', (socket: Socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return seen.connections;
    },
    get open() {
      return sockets.size;
    },
    get received() {
      return seen.text;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Head and body by content-length, as the webhook sender frames them. */
function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  return text.length - end - 4 >= length;
}
