import { createServer } from 'node:net';

/**
 * Above what is usually served, and below what the system gives to outgoing connections (32768 on Linux): a port of that
 * range, free when it was chosen, may be the local port of a connection a second later.
 */
const FIRST = 20_000;
const COUNT = 12_000;
const TRIES_MAX = 500;
/** How far apart processes begin to look, so that two that start together do not choose the same. */
const STRIDE = 97;

let next = (process.pid * STRIDE) % COUNT;

/**
 * A TCP port that is free at this instant and not likely to be taken in the next.
 *
 * @param host the address to listen on.
 * @throws Error of the system when nothing can be opened on this address.
 */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port, host)) return port;
  }
  throw new Error(`none of ${TRIES_MAX} ports on ${host} is free`);
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
