import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EVENT_TOPIC, type EventMessage } from '#contracts';
import type { Bus, Subscription } from '#messaging';

const PATH = '/internal/events';
const CONSUMER = 'events-tail';
/** A listener that lets this many bytes pile up is let go: it must not fill our memory. */
const BACKLOG_BYTES_MAX = 4_000_000;
const LISTENERS_MAX = 16;

/** The public events of the in-process bus as a server-sent stream, for `npm run events:tail`. */
export class EventStream {
  private readonly listeners = new Set<ServerResponse>();
  private readonly server: Server;
  private subscriptions: Subscription[] = [];

  /** @param token needed as `x-internal-token` to listen. */
  constructor(
    private readonly bus: Bus,
    private readonly token: string,
  ) {
    this.server = createServer((request, response) => this.accept(request, response));
  }

  /** Listen on a free port of 127.0.0.1. @returns the address of the stream. */
  async start(): Promise<string> {
    const topics = Object.values(EVENT_TOPIC);
    const show = (topic: string) => async (messages: readonly EventMessage[]) => this.show(topic, messages);
    this.subscriptions = await Promise.all(topics.map((topic) => this.bus.consumeEvents(topic, CONSUMER, show(topic))));
    await new Promise<void>((resolve, reject) => this.server.once('error', reject).listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${PATH}`;
  }

  async stop(): Promise<void> {
    for (const listener of this.listeners) listener.end();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
    await Promise.all(this.subscriptions.map((subscription) => subscription.stop()));
  }

  private accept(request: IncomingMessage, response: ServerResponse): void {
    if (!this.isAllowed(request)) return void response.writeHead(401).end();
    if (request.url !== PATH) return void response.writeHead(404).end();
    if (this.listeners.size >= LISTENERS_MAX) return void response.writeHead(503).end();
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(': connected\n\n');
    this.listeners.add(response);
    response.once('close', () => this.listeners.delete(response)).on('error', () => undefined);
  }

  private isAllowed(request: IncomingMessage): boolean {
    const shown = Buffer.from(String(request.headers['x-internal-token'] ?? ''));
    const expected = Buffer.from(this.token);
    return shown.length === expected.length && timingSafeEqual(shown, expected);
  }

  /** Must never hold up the bus: a slow listener is cut, not waited for. */
  private show(topic: string, messages: readonly EventMessage[]): void {
    for (const listener of this.listeners) {
      for (const message of messages) listener.write(`event: ${topic}\ndata: ${message.value}\n\n`);
      if (listener.writableLength > BACKLOG_BYTES_MAX) listener.destroy();
    }
  }
}
