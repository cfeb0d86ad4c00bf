import { connect as connectTcp, isIP, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

const KEEP_ALIVE_MS = 10_000;
/** A group that is left in order hands over at once: so long the farewell of a consumer may take after the stop. */
const FAREWELL_MS = 3_000;

/**
 * The sockets of one client. A consumer of kafkajs that is disconnected while it connects, joins or asks who leads opens
 * its connections all the same (2.2.4): they stay open, and each holds the process and a connection of the broker.
 */
export class KafkaSockets {
  private readonly open = new Set<Socket>();
  private isOver = false;

  /** For kafkajs. No-delay is not its default and costs 40 ms a request without it. */
  readonly factory: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    if (this.isOver) return new Socket().destroy(farewell());
    const target = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
    const socket = ssl ? connectTls({ ...nameOf(host), ...target, ...ssl }, onConnect) : connectTcp(target, onConnect);
    if (ssl) socket.setNoDelay(true);
    this.open.add(socket);
    return socket.once('close', () => this.open.delete(socket));
  };

  /** How many are not closed. */
  get count(): number {
    return this.open.size;
  }

  /** After every part of the client was disconnected: what is open three seconds later is closed, and nothing opens. */
  endSoon(): void {
    const end = (): void => {
      this.isOver = true;
      // As an error, because kafkajs tidies up behind an error only.
      for (const socket of this.open) socket.destroy(farewell());
    };
    setTimeout(end, FAREWELL_MS).unref();
  }
}

/** An address is no name that a server could be asked for (RFC 6066); its certificate is checked all the same. */
function nameOf(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

function farewell(): Error {
  return new Error('the client has stopped');
}
