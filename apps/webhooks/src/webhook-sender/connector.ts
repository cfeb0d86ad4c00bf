import type { Socket } from 'node:net';
import { connect as connectTls, createSecureContext } from 'node:tls';
import { addressRefusal, isAdmittedAddress, type Clock, type Destination, type DestinationRules } from '#contracts';
import type { DeadlineWheel } from './deadlines';
import { connectThrough, type EgressProxy } from './egress-proxy';
import { ConnectFailedError, dnsErrorCode, tlsErrorCode, type ConnectPhases } from './failure';
import { networkOf } from './networks';
import { Opening, dial } from './opening';
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
  /** The way out, for all that is not admitted by the allow list: that is reached directly. */
  egressProxy?: EgressProxy | undefined;
  /** For operators only: the account sees `destination_blocked`. */
  onBlocked(blocked: { stage: BlockedStage; reason: string; hostname: string }): void;
}

/** A connection that stands, to a peer that passed the guard. */
export interface OpenConnection {
  socket: Socket;
  remoteIp: string;
  /** What requests to it are counted under; null for what the allow list admits. */
  network: string | null;
  phases: ConnectPhases;
}

/** Addresses of one name that are dialed at most; all of them are judged. */
const ADDRESSES_MAX = 16;
/** From the first question to a resolver to the end of the handshake; attempts that wait for it have deadlines of their own. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens connections to destinations, and to nothing else (docs/explanation/where-webhooks-may-go.md). One look-up per connection: what was
 * judged is what is dialed, so a name that resolves differently in between has no effect. Literal hosts, every answer and the
 * peer itself are judged.
 */
export class GuardedConnector {
  private readonly openings = new Set<Opening>();

  /** One for all: reading the certificates of the authorities for each connection would cost more than the connection. */
  private readonly secureContext;

  constructor(private readonly options: ConnectorOptions) {
    const { certificateAuthority: ca } = options;
    this.secureContext = createSecureContext({ minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) });
  }

  /** Gives up every connection that does not stand yet, also where its name is still looked up: the kernel would go on trying for minutes. */
  close(): void {
    for (const opening of this.openings) opening.expire();
  }

  /** @throws ConnectFailedError. */
  async open(destination: Destination, livemode: boolean): Promise<OpenConnection> {
    const { clock, deadlines } = this.options;
    const guard = new PeerGuard(destination, livemode, this.options);
    const opening = new Opening();
    this.openings.add(opening);
    const deadline = deadlines.set(CONNECT_TIMEOUT_MS, () => opening.expire());
    const startedMs = clock.monotonicMs();
    try {
      const addresses = await opening.unlessExpired(guard.vettedAddresses(), 'dns_timeout');
      const resolvedMs = clock.monotonicMs();
      const { tcp, remoteIp } = await opening.unlessExpired(this.reach(destination, { addresses, guard, opening }), 'connect_timeout');
      const connectedMs = clock.monotonicMs();
      const phases = { dnsMs: destination.isLiteral ? null : resolvedMs - startedMs, connectMs: connectedMs - resolvedMs, tlsMs: null };
      const network = guard.isAdmitted(remoteIp) ? null : networkOf(remoteIp);
      if (!destination.isTls) return { socket: opening.finish(tcp), remoteIp, network, phases };
      const tls = await opening.unlessExpired(this.secure(tcp, destination, opening), 'tls_handshake');
      return { socket: opening.finish(tls), remoteIp, network, phases: { ...phases, tlsMs: clock.monotonicMs() - connectedMs } };
    } catch (error) {
      opening.giveUp();
      throw error;
    } finally {
      deadlines.clear(deadline);
      this.openings.delete(opening);
    }
  }

  /** A proxy is given the address that was checked, never the name: it would look it up again, by its own rules. */
  private async reach({ port }: Destination, { addresses, guard, opening }: Reach): Promise<{ tcp: Socket; remoteIp: string }> {
    const { egressProxy } = this.options;
    const [address = ''] = addresses;
    if (egressProxy === undefined || guard.isAdmitted(address)) {
      const tcp = await dial({ addresses, port }, opening);
      return { tcp, remoteIp: guard.checkPeer(tcp) };
    }
    return { tcp: await connectThrough(egressProxy, { address, port }, opening), remoteIp: address };
  }

  private secure(tcp: Socket, { hostname, isLiteral }: Destination, opening: Opening): Promise<Socket> {
    const tls = connectTls({
      socket: tcp,
      // Server names are names (RFC 6066); Node compares the certificate with `host` then.
      ...(isLiteral ? { host: hostname } : { servername: hostname }),
      ALPNProtocols: ['http/1.1'],
      secureContext: this.secureContext,
      rejectUnauthorized: true,
    });
    return opening.whenReady(tls, 'secureConnect', (error) => new ConnectFailedError(tlsErrorCode(error), error.message));
  }
}

interface Reach {
  addresses: readonly string[];
  guard: PeerGuard;
  opening: Opening;
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

  /** Whether the allow list names it. */
  isAdmitted(address: string): boolean {
    return !this.livemode && (this.isAdmittedName() || isAdmittedAddress(address, this.options.rules.test));
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
