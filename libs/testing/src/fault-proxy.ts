import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SeededRandom } from './seeded-random';

/** Which way bytes go: from clients to the server, or back. */
export type Direction = 'requests' | 'answers';

/** TCP sends a lost segment again after this time at least (RFC 6298: Linux takes 200 ms); what comes behind it waits. */
const RETRANSMISSION_MS = 200;

/** A TCP proxy that breaks the connection between two parts of ours as networks do (docs/reference/guarantees.md, F13, F14). */
export interface FaultProxy {
  host: string;
  port: number;
  /** `host:port`, for clients. */
  address: string;
  /** Connections open right now. */
  readonly connections: number;
  /** Bytes that black holes have taken so far, either way. */
  readonly lostBytes: number;
  /** Every chunk, either way, is late by this much, in milliseconds; 0 ends it. */
  delayMs(milliseconds: number): void;
  /** Reset every connection once; new ones are served. */
  reset(): void;
  /** Reset every connection and refuse new ones until `heal()`. */
  cut(): void;
  /**
   * Connections stay open and every byte is lost, the end of a peer too; new ones are accepted and get no answer.
   *
   * @param only one direction; both unless given.
   */
  blackHole(only?: Direction): void;
  /** As when packets are lost: this share of the chunks, and with them what comes behind, arrives a retransmission later. */
  loseShare(share: number): void;
  /** Each connection passes so many bytes in a second, each way; 0 ends it. */
  limitBytesPerSecond(bytes: number): void;
  /** Nothing moves, nothing is lost: what was sent arrives after `heal()`. */
  freeze(): void;
  /** Serve as if nothing had been. A connection that lost bytes is reset: its peers could not trust it. */
  heal(): void;
  stop(): Promise<void>;
}

/** @param options.target `host:port` of the server behind. @param options.port own port; a free one when left out. */
export async function startFaultProxy(options: { target: string; port?: number }): Promise<FaultProxy> {
  const colon = options.target.lastIndexOf(':');
  const proxy = new TcpFaultProxy(options.target.slice(0, colon), Number(options.target.slice(colon + 1)));
  await proxy.listen(options.port ?? 0);
  return proxy;
}

interface Link {
  client: Socket;
  upstream: Socket;
  lostBytes: boolean;
  /** From the first late chunk on everything goes through the queues, so that nothing overtakes. */
  isShaped: boolean;
  /** What is late holds up what comes behind it. */
  queues: Record<Direction, Promise<void>>;
}

class TcpFaultProxy implements FaultProxy {
  readonly host = '127.0.0.1';
  port = 0;
  lostBytes = 0;
  private readonly server: Server;
  private readonly links = new Set<Link>();
  /** Nothing moves, either way. */
  private isHolding = false;
  private swallowed: ReadonlySet<Direction> = new Set();
  private lossShare = 0;
  private bytesPerSecond = 0;
  private readonly random = new SeededRandom();
  private refusing = false;
  private latencyMs = 0;

  constructor(
    private readonly targetHost: string,
    private readonly targetPort: number,
  ) {
    this.server = createServer((client) => this.accept(client));
  }

  get address(): string {
    return `${this.host}:${this.port}`;
  }

  get connections(): number {
    return this.links.size;
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => this.server.once('error', reject).listen(port, this.host, resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  delayMs(milliseconds: number): void {
    this.latencyMs = milliseconds;
  }

  reset(): void {
    for (const link of this.links) drop(link);
  }

  cut(): void {
    this.refusing = true;
    this.reset();
  }

  blackHole(only?: Direction): void {
    this.swallowed = new Set(only === undefined ? (['requests', 'answers'] as const) : [only]);
  }

  loseShare(share: number): void {
    this.lossShare = share;
  }

  limitBytesPerSecond(bytes: number): void {
    this.bytesPerSecond = bytes;
  }

  freeze(): void {
    this.isHolding = true;
    for (const { client, upstream } of this.links) for (const socket of [client, upstream]) socket.pause();
  }

  heal(): void {
    this.isHolding = false;
    this.swallowed = new Set();
    this.refusing = false;
    this.latencyMs = 0;
    this.lossShare = 0;
    this.bytesPerSecond = 0;
    for (const link of this.links) {
      if (link.lostBytes) {
        // Its ends may be closed already, and will not say so again.
        this.links.delete(link);
        drop(link);
      } else for (const socket of [link.client, link.upstream]) socket.resume();
    }
  }

  async stop(): Promise<void> {
    this.reset();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private accept(client: Socket): void {
    if (this.refusing) return void client.resetAndDestroy();
    const upstream = connect({ host: this.targetHost, port: this.targetPort, noDelay: true });
    const queues = { requests: Promise.resolve(), answers: Promise.resolve() };
    const link: Link = { client, upstream, lostBytes: false, isShaped: false, queues };
    client.setNoDelay(true);
    this.links.add(link);
    this.carry(link, 'requests');
    this.carry(link, 'answers');
    if (this.isHolding) for (const socket of [client, upstream]) socket.pause();
  }

  private carry(link: Link, direction: Direction): void {
    const [from, to] = direction === 'requests' ? [link.client, link.upstream] : [link.upstream, link.client];
    from.on('data', (chunk) => this.pass(link, direction, () => to.writable && to.write(chunk), chunk.length));
    from.on('error', () => undefined);
    from.on('end', () => this.pass(link, direction, () => to.end()));
    from.on('close', () => this.pass(link, direction, () => this.close(link, to)));
  }

  private close(link: Link, to: Socket): void {
    this.links.delete(link);
    to.destroy();
  }

  /** Hands on what one peer did to the other, unless that is lost: it learns of it when the proxy is healed. */
  private pass(link: Link, direction: Direction, action: () => void, bytes = 0): void {
    if (this.swallowed.has(direction)) {
      link.lostBytes = true;
      this.lostBytes += bytes;
    } else this.later(link, direction, action, bytes);
  }

  private later(link: Link, direction: Direction, action: () => void, bytes: number): void {
    const isShaped = this.lossShare > 0 || this.bytesPerSecond > 0 || link.isShaped;
    if (isShaped) {
      link.isShaped = true;
      const waitMs = this.waitFor(bytes);
      link.queues[direction] = link.queues[direction].then(() => delay(waitMs)).then(action);
    } else if (this.latencyMs === 0) action();
    else setTimeout(action, this.latencyMs);
  }

  private waitFor(bytes: number): number {
    const isLost = this.random.bytes(1)[0]! < this.lossShare * 256;
    const carryMs = this.bytesPerSecond === 0 ? 0 : (bytes / this.bytesPerSecond) * 1000;
    return this.latencyMs + carryMs + (isLost ? RETRANSMISSION_MS : 0);
  }
}

function drop(link: Link): void {
  link.client.resetAndDestroy();
  link.upstream.resetAndDestroy();
}
