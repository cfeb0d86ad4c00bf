import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What the proxy does with bytes: pass them on, swallow them, or hold them back until it is healed. */
type Mood = 'pass' | 'swallow' | 'hold';

/** A TCP proxy that breaks the connection between two parts of ours as networks do (spec/quality.md F13, F14). */
export interface FaultProxy {
  host: string;
  port: number;
  /** `host:port`, for clients. */
  address: string;
  /** Connections open right now. */
  readonly connections: number;
  /** Every chunk, either way, is late by this much, in milliseconds; 0 ends it. */
  delayMs(milliseconds: number): void;
  /** Reset every connection once; new ones are served. */
  reset(): void;
  /** Reset every connection and refuse new ones until `heal()`. */
  cut(): void;
  /** Connections stay open and every byte is lost, either way, the end of a peer too; new ones are accepted and get no answer. */
  blackHole(): void;
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
}

class TcpFaultProxy implements FaultProxy {
  readonly host = '127.0.0.1';
  port = 0;
  private readonly server: Server;
  private readonly links = new Set<Link>();
  private mood: Mood = 'pass';
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

  blackHole(): void {
    this.mood = 'swallow';
  }

  freeze(): void {
    this.mood = 'hold';
    for (const { client, upstream } of this.links) for (const socket of [client, upstream]) socket.pause();
  }

  heal(): void {
    this.mood = 'pass';
    this.refusing = false;
    this.latencyMs = 0;
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
    const link: Link = { client, upstream, lostBytes: false };
    client.setNoDelay(true);
    this.links.add(link);
    this.carry(link, client, upstream);
    this.carry(link, upstream, client);
    if (this.mood === 'hold') for (const socket of [client, upstream]) socket.pause();
  }

  private carry(link: Link, from: Socket, to: Socket): void {
    from.on('data', (chunk) => this.forward(link, to, chunk));
    from.on('error', () => undefined);
    from.on('end', () => this.pass(link, () => to.end()));
    from.on('close', () => this.pass(link, () => this.close(link, to)));
  }

  private close(link: Link, to: Socket): void {
    this.links.delete(link);
    to.destroy();
  }

  /** Tells one peer what became of the other, unless that is lost as well: it learns of it when the proxy is healed. */
  private pass(link: Link, action: () => void): void {
    if (this.mood === 'swallow') link.lostBytes = true;
    else this.later(action);
  }

  private forward(link: Link, to: Socket, chunk: Buffer): void {
    this.pass(link, () => to.writable && to.write(chunk));
  }

  private later(action: () => void): void {
    if (this.latencyMs === 0) action();
    else setTimeout(action, this.latencyMs);
  }
}

function drop(link: Link): void {
  link.client.resetAndDestroy();
  link.upstream.resetAndDestroy();
}
