import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { addressRefusal, type Clock, type Destination, type DestinationRules } from '#contracts';
import type { DeadlineWheel } from './deadlines';
import { ConnectFailedError, connectErrorCode, dnsErrorCode, tlsErrorCode, type ConnectPhases } from './failure';
import type { NameResolver } from './resolver';

/** Where the guard refused: at a literal host, at an answer of the resolver, or at the peer that was reached. */
export type BlockedStage = 'literal' | 'dns' | 'peer';

export interface ConnectorOptions {
  rules: DestinationRules;
  resolver: NameResolver;
  clock: Clock;
  deadlines: DeadlineWheel;
  /** Certificates trusted instead of those of Node, PEM. */
  certificateAuthority?: string | undefined;
  /** Told to operators only: the account learns `destination_blocked`. */
  onBlocked(blocked: { stage: BlockedStage; reason: string; hostname: string }): void;
}

/** A connection that stands, to a peer that passed the guard. */
export interface OpenConnection {
  socket: Socket;
  remoteIp: string;
  phases: ConnectPhases;
}

/** Addresses of one name that are dialed at most; all of them are judged. */
const ADDRESSES_MAX = 16;
/** From the first question to a resolver to the end of the handshake; attempts that wait for it have deadlines of their own. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Before the next address is tried beside one that does not answer (RFC 8305). */
const NEXT_ADDRESS_AFTER_MS = 250;
const KEEP_ALIVE_PROBE_MS = 60_000;

/**
 * Opens connections to destinations, and to nothing else (spec/webhooks.md 11.2, 11.3). One look-up per connection: what was
 * judged is what is dialed, so a name that changes its mind in between reaches nobody. Literal hosts, every answer and the
 * peer itself are judged.
 */
export class GuardedConnector {
  constructor(private readonly options: ConnectorOptions) {}

  /** @throws ConnectFailedError. */
  async open(destination: Destination, livemode: boolean): Promise<OpenConnection> {
    const { clock, deadlines } = this.options;
    const guard = new PeerGuard(destination, livemode, this.options);
    const opening = new Opening();
    const deadline = deadlines.set(CONNECT_TIMEOUT_MS, () => opening.expire());
    const startedMs = clock.monotonicMs();
    try {
      const addresses = await opening.unlessExpired(guard.vettedAddresses(), 'dns_timeout');
      const resolvedMs = clock.monotonicMs();
      const tcp = await opening.unlessExpired(dial(destination, addresses, opening), 'connect_timeout');
      const remoteIp = guard.checkPeer(tcp);
      const connectedMs = clock.monotonicMs();
      const phases = { dnsMs: destination.isLiteral ? null : resolvedMs - startedMs, connectMs: connectedMs - resolvedMs, tlsMs: null };
      if (!destination.isTls) return { socket: opening.finish(tcp), remoteIp, phases };
      const tls = await opening.unlessExpired(this.secure(tcp, destination, opening), 'tls_handshake');
      return { socket: opening.finish(tls), remoteIp, phases: { ...phases, tlsMs: clock.monotonicMs() - connectedMs } };
    } catch (error) {
      opening.giveUp();
      throw error;
    } finally {
      deadlines.clear(deadline);
    }
  }

  private secure(tcp: Socket, { hostname, isLiteral }: Destination, opening: Opening): Promise<Socket> {
    const { certificateAuthority } = this.options;
    const tls = connectTls({
      socket: tcp,
      // Server names are names (RFC 6066); Node compares the certificate with `host` then.
      ...(isLiteral ? { host: hostname } : { servername: hostname }),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
    });
    return opening.whenReady(tls, 'secureConnect', (error) => new ConnectFailedError(tlsErrorCode(error), error.message));
  }
}

/** Judges everything about one destination that a connection meets. */
class PeerGuard {
  constructor(
    private readonly destination: Destination,
    private readonly livemode: boolean,
    private readonly options: ConnectorOptions,
  ) {}

  /** @throws ConnectFailedError when there is none, or when one of them is refused: then the whole name is. */
  async vettedAddresses(): Promise<readonly string[]> {
    const { hostname, isLiteral } = this.destination;
    const addresses = isLiteral ? [hostname] : await this.resolve();
    for (const address of addresses) this.refuse(address, isLiteral ? 'literal' : 'dns');
    return addresses.slice(0, ADDRESSES_MAX);
  }

  /** @returns the address of the peer. @throws ConnectFailedError when it is not what was judged. */
  checkPeer(socket: Socket): string {
    const remoteIp = socket.remoteAddress;
    if (remoteIp === undefined) throw new ConnectFailedError('connect_reset', 'the peer was gone at once');
    this.refuse(remoteIp, 'peer');
    return remoteIp;
  }

  private async resolve(): Promise<string[]> {
    const { resolver } = this.options;
    const { hostname } = this.destination;
    try {
      return await (this.isAdmittedName() ? resolver.resolveAdmitted(hostname) : resolver.resolvePublic(hostname));
    } catch (error) {
      throw new ConnectFailedError(dnsErrorCode(error), error instanceof Error ? error.message : 'resolver');
    }
  }

  private refuse(address: string, stage: BlockedStage): void {
    if (this.isAdmittedName()) return;
    const reason = addressRefusal(address, this.livemode ? this.options.rules.live : this.options.rules.test);
    if (reason === undefined) return;
    this.options.onBlocked({ stage, reason, hostname: this.destination.hostname });
    throw new ConnectFailedError('destination_blocked', `${stage} ${reason}`);
  }

  /** A name that the operator admits may lead wherever the operator's resolver says. */
  private isAdmittedName(): boolean {
    return !this.livemode && this.options.rules.admittedNames.has(this.destination.hostname);
  }
}

/** Holds what must be destroyed when a connection does not come to stand in time. */
class Opening {
  private socket: Socket | null = null;
  private isExpired = false;
  private onExpired: () => void = () => undefined;

  expire(): void {
    this.isExpired = true;
    this.onExpired();
  }

  giveUp(): void {
    this.socket?.destroy();
  }

  /** The socket belongs to the pool from here on. */
  finish(socket: Socket): Socket {
    this.socket = null;
    return socket;
  }

  async unlessExpired<T>(step: Promise<T>, code: 'dns_timeout' | 'connect_timeout' | 'tls_handshake'): Promise<T> {
    const expired = new Promise<never>((_, reject) => {
      this.onExpired = () => reject(new ConnectFailedError(code, `not within ${CONNECT_TIMEOUT_MS} ms`));
    });
    // The one that loses may still fail, with nobody to hear it.
    expired.catch(() => undefined);
    step.catch(() => undefined);
    if (this.isExpired) this.onExpired();
    return Promise.race([step, expired]);
  }

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

/** Only addresses that were vetted are handed to the socket: it asks no resolver. */
function dial({ port }: Destination, addresses: readonly string[], opening: Opening): Promise<Socket> {
  const vetted = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const [first] = vetted;
    if (options.all || first === undefined) callback(null, vetted);
    else callback(null, first.address, first.family);
  };
  const socket = connectTcp({
    // Not the name: nothing but the list above may be dialed, and errors must not name an address.
    host: 'vetted',
    port,
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_PROBE_MS,
  });
  return opening.whenReady(socket, 'connect', (error) => new ConnectFailedError(connectErrorCode(error), tried(error)));
}

function tried(error: Error): string {
  return 'errors' in error && Array.isArray(error.errors) ? `none of ${error.errors.length} addresses` : error.message;
}
