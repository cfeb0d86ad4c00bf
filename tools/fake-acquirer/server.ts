import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock, Random } from '#contracts';
import { FakeAcquirerBank, FakeAcquirerRefusal } from './bank';
import { answerCall, type Answer } from './calls';
import { BehaviorError } from './behavior';
import { Callbacks } from './callbacks';

export interface FakeAcquirerOptions {
  clock: Clock;
  random: Random;
  /** What callers send as `Authorization: Bearer`. */
  key: string;
  /** Signs callbacks. */
  secret: string;
  /** 0 takes a free one. */
  port: number;
  /** Where callbacks go; may be set later. */
  callbackUrl?: string;
  /** Told of every call, before the acquirer has done anything and right after it has answered. For crash tests. */
  onCall?: (moment: 'received' | 'answered', call: string) => void | Promise<void>;
}

const BODY_BYTES_MAX = 65_536;

/**
 * A fake acquirer: honest but slow, with an API of its own and signed callbacks. A tool for development and tests; no part
 * of Hundi trusts it more than any other processor.
 */
export class FakeAcquirerServer {
  callbackUrl: string | null;
  readonly bank: FakeAcquirerBank;
  private readonly callbacks: Callbacks;
  private readonly server: Server;

  constructor(private readonly options: FakeAcquirerOptions) {
    const { clock, random, secret } = options;
    this.callbackUrl = options.callbackUrl ?? null;
    this.callbacks = new Callbacks({ clock, secret, url: () => this.callbackUrl });
    this.bank = new FakeAcquirerBank({ clock, random, onChange: (about) => this.callbacks.announce(about) });
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  /** @returns its address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve, reject) => this.server.once('error', reject).listen(this.options.port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** When everything told so far has arrived or has been given up. */
  drain(): Promise<void> {
    return this.callbacks.drain();
  }

  async stop(): Promise<void> {
    this.bank.stop();
    await this.callbacks.stop();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = `${request.method} ${request.url}`;
    await this.options.onCall?.('received', call);
    const answer = await this.answerTo(request).catch((error: unknown): Answer => refusalFor(error));
    if (answer.body !== null && answer.isAfterCallbacks) await this.callbacks.drain();
    // No answer at all: the caller's own time-out ends it.
    if (answer.body === null) return;
    const isReported = (): void => void this.options.onCall?.('answered', call);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body), isReported);
  }

  private async answerTo(request: IncomingMessage): Promise<Answer> {
    if (request.headers.authorization !== `Bearer ${this.options.key}`) throw new FakeAcquirerRefusal(401, 'key_invalid');
    const url = new URL(request.url ?? '/', 'http://acquirer');
    const text = await readText(request);
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    return answerCall(this.bank, { method: request.method ?? 'GET', path: url.pathname, query: url.searchParams, body });
  }
}

function refusalFor(error: unknown): Answer {
  if (error instanceof FakeAcquirerRefusal) return { status: error.status, body: { error: error.code } };
  if (error instanceof BehaviorError) return { status: 400, body: { error: 'behavior_invalid', message: error.message } };
  if (error instanceof SyntaxError) return { status: 400, body: { error: 'json_invalid' } };
  return { status: 500, body: { error: 'internal' } };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new FakeAcquirerRefusal(413, 'body_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
