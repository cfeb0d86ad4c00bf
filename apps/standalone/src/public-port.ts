import { createServer } from 'node:net';
import { ComplaintError } from './complaint';

const REASON: Record<string, string> = {
  EADDRINUSE: 'is already taken by another program',
  EACCES: 'may not be opened by this user',
  EADDRNOTAVAIL: 'cannot be opened: this machine has no such address',
};

/**
 * Try the public port before anything is started, so that the message comes at once and alone.
 *
 * @throws ComplaintError when it cannot be opened.
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(complaint(host, port, error)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function complaint(host: string, port: number, error: NodeJS.ErrnoException): Error {
  const reason = REASON[error.code ?? ''] ?? `cannot be opened (${error.code ?? error.message})`;
  return new ComplaintError(`Port ${port} on ${host} ${reason}.\nStop that program, or choose another port: PORT=4001 npm start`);
}
