import { connect as connectTcp, type Socket } from 'node:net';
import type { AttemptErrorCode } from '#contracts';
import { ConnectFailedError } from './failure';
import { SOCKET_OPTIONS, type Opening } from './opening';

/** An HTTP proxy that tunnels (CONNECT), as the only way out of the network. */
export interface EgressProxy {
  hostname: string;
  port: number;
  /** Value of `Proxy-Authorization`; null without credentials. */
  authorization: string | null;
}

const HEAD_BYTES_MAX = 8_192;
/** What a proxy says when it did its work and the destination did not answer it; everything else is about the proxy. */
const DESTINATION_STATUSES: ReadonlyMap<number, AttemptErrorCode> = new Map([
  [502, 'connect_refused'],
  [503, 'connect_unreachable'],
  [504, 'connect_timeout'],
]);

/** Reads `http://[user:password@]host:port`. The configuration has checked that it is a URL. */
export function readEgressProxy(text: string): EgressProxy {
  const url = new URL(text);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return {
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 80),
    authorization: credentials === ':' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

/**
 * A connection to this address through the proxy.
 *
 * @throws ConnectFailedError `internal` when the proxy is away or refuses: no receiver is charged with that.
 */
export async function connectThrough(proxy: EgressProxy, target: { address: string; port: number }, opening: Opening): Promise<Socket> {
  const socket = connectTcp({ host: proxy.hostname, port: proxy.port, ...SOCKET_OPTIONS });
  await opening.whenReady(socket, 'connect', (error) => new ConnectFailedError('internal', `egress proxy: ${error.message}`));
  const authority = `${target.address.includes(':') ? `[${target.address}]` : target.address}:${target.port}`;
  const authorization = proxy.authorization === null ? '' : `proxy-authorization: ${proxy.authorization}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n${authorization}\r\n`);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(await readHead(socket))?.[1]);
  if (status >= 200 && status < 300) return socket;
  throw new ConnectFailedError(DESTINATION_STATUSES.get(status) ?? 'internal', `egress proxy answered with ${status}`);
}

/** Reads to the blank line and leaves what follows in the socket. */
function readHead(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const fail = (): void => settle(() => reject(new ConnectFailedError('internal', 'egress proxy: no answer that can be read')));
    const onReadable = (): void => {
      for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end >= 0) {
          socket.unshift(head.subarray(end + 4));
          settle(() => resolve(head.toString('latin1', 0, end)));
          return;
        }
        if (head.length > HEAD_BYTES_MAX) return fail();
      }
    };
    const settle = (end: () => void): void => {
      socket.off('readable', onReadable);
      socket.off('close', fail);
      end();
    };
    socket.on('readable', onReadable);
    socket.once('close', fail);
  });
}
