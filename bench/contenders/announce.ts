import type { AddressInfo } from 'node:net';

/** Tell the parent where this process listens, and end when asked to. */
export function announce(address: AddressInfo | string | null): void {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  process.once('SIGTERM', () => process.exit(0));
  process.stdout.write(`listening ${address.port}\n`);
}
