import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the receiver got it. */
export interface ReceivedHook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** `webhook-id`: the event. */
  eventId: string;
  atMs: number;
}

/** How the receiver answers; null leaves the request without an answer. */
export type Answer = (hook: ReceivedHook) => number | { status: number; headers?: Record<string, string>; body?: string } | null;

/** A merchant's receiver: a real HTTP server on the loopback interface that keeps what it gets. */
export class Receiver {
  readonly hooks: ReceivedHook[] = [];
  answer: Answer = () => 200;
  /** Requests that are being answered right now, and the most there ever were. */
  open = 0;
  openMax = 0;
  private readonly waiting: ServerResponse[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new Receiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { headers, url = '' } = request;
        const body = Buffer.concat(chunks).toString();
        receiver.take({ path: url, headers, body, eventId: String(headers['webhook-id']), atMs: performance.now() }, response);
      });
    });
    return receiver;
  }

  at(path: string): ReceivedHook[] {
    return this.hooks.filter((hook) => hook.path === path);
  }

  /** Ids of the events that came to a path, in their order. */
  ids(path: string): string[] {
    return this.at(path).map((hook) => hook.eventId);
  }

  /** Answers what was left without an answer. */
  answerWaiting(status: number): void {
    for (const response of this.waiting.splice(0)) response.writeHead(status).end();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(hook: ReceivedHook, response: ServerResponse): void {
    this.hooks.push(hook);
    this.openMax = Math.max(this.openMax, ++this.open);
    response.on('close', () => this.open--);
    const answer = this.answer(hook);
    if (answer === null) return void this.waiting.push(response);
    const { status, headers = {}, body = 'ok' } = typeof answer === 'number' ? { status: answer } : answer;
    response.writeHead(status, headers).end(body);
  }
}
