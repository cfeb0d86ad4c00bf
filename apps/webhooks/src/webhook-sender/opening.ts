import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net';
import { ConnectFailedError, connectErrorCode } from './failure';

/** Before the next address is tried beside one that does not answer (RFC 8305). */
const NEXT_ADDRESS_AFTER_MS = 250;
/** How a connection is kept: small writes go out at once, and a peer that vanished is noticed. */
export const SOCKET_OPTIONS = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 };

/** Holds what must be destroyed when a connection does not come to stand in time. */
export class Opening {
  private socket: Socket | null = null;
  private isExpired = false;
  private onExpired: () => void = () => undefined;

  /** Time is over: the step under way fails with its code. */
  expire(): void {
    this.isExpired = true;
    this.onExpired();
  }

  /** Destroys what is open. */
  giveUp(): void {
    this.socket?.destroy();
  }

  /** The socket belongs to the pool from here on. */
  finish(socket: Socket): Socket {
    this.socket = null;
    return socket;
  }

  /** @throws ConnectFailedError with this code when time is over before the step is. */
  async unlessExpired<T>(step: Promise<T>, code: 'dns_timeout' | 'connect_timeout' | 'tls_handshake'): Promise<T> {
    const expired = new Promise<never>((_, reject) => {
      this.onExpired = () => reject(new ConnectFailedError(code, `not in time`));
    });
    // The connection that loses may still fail; its error is of no use.
    expired.catch(() => undefined);
    step.catch(() => undefined);
    if (this.isExpired) this.onExpired();
    return Promise.race([step, expired]);
  }

  /** @returns the socket once it is ready; rejects with what `failed` makes of its error. */
  whenReady(socket: Socket, event: 'connect' | 'secureConnect', failed: (error: Error) => Error): Promise<Socket> {
    this.socket = socket;
    return new Promise((resolve, reject) => {
      const onError = (error: Error): void => reject(failed(error));
      const onClose = (): void => reject(failed(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
      // Stays: a socket that fails after it was given up must not end the process.
      socket.on('error', onError);
      socket.once('close', onClose);
      socket.once(event, () => {
        socket.off('close', onClose);
        resolve(socket);
      });
    });
  }
}

/**
 * Connects to one of these addresses, the next one beside it when it does not answer at once. Only addresses that were vetted
 * are handed to the socket: it asks no resolver.
 */
export function dial(target: { addresses: readonly string[]; port: number }, opening: Opening): Promise<Socket> {
  const vetted = target.addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const [first] = vetted;
    if (options.all || first === undefined) callback(null, vetted);
    else callback(null, first.address, first.family);
  };
  const socket = connectTcp({
    // Not the name: nothing but the list above may be dialed, and errors must not name an address.
    host: 'vetted',
    port: target.port,
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    ...SOCKET_OPTIONS,
  });
  return opening.whenReady(socket, 'connect', (error) => new ConnectFailedError(connectErrorCode(error), tried(error)));
}

function tried(error: Error): string {
  return 'errors' in error && Array.isArray(error.errors) ? `none of ${error.errors.length} addresses` : error.message;
}
