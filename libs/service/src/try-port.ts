import { createServer } from 'node:net';

/**
 * Opens the port alone and lets it go: whoever shares ports on purpose finds out first that nobody else is there.
 *
 * @throws NodeJS.ErrnoException EADDRINUSE when somebody listens there, or another error of the system.
 */
export function tryPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
