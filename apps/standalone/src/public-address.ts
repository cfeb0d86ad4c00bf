import { createServer, type AddressInfo } from 'node:net';
import { ComplaintError } from './complaint';

const REASON: Record<string, string> = {
  EADDRINUSE: 'is already taken by another program',
  EACCES: 'may not be opened by this user',
  EADDRNOTAVAIL: 'cannot be opened: this machine has no such address',
};

/** Where this Hundi is reached from outside: decided before anything starts, because payments carry links to it. */
export interface PublicAddress {
  host: string;
  port: number;
  /** Without a slash at the end. */
  url: string;
}

/**
 * Try the public port before anything is started, so that the message comes at once and alone; port 0 takes a free one.
 *
 * @throws ComplaintError when it cannot be opened.
 */
export async function choosePublicAddress(host: string, wantedPort: number): Promise<PublicAddress> {
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(complaint(host, wantedPort, error)));
    probe.listen(wantedPort, host, () => {
      const { port: opened } = probe.address() as AddressInfo;
      probe.close(() => resolve(opened));
    });
  });
  // A wildcard is an address to listen on, not one to call.
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return { host, port, url: `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}` };
}

function complaint(host: string, port: number, error: NodeJS.ErrnoException): Error {
  const reason = REASON[error.code ?? ''] ?? `cannot be opened (${error.code ?? error.message})`;
  return new ComplaintError(`Port ${port} on ${host} ${reason}.\nStop that program, or choose another port: PORT=4001 npm start`);
}
