import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What can go wrong with the next request that matches. */
export type Fault =
  | 'hang' /** takes the request and never answers */
  | 'cut' /** acts, and closes the connection without an answer */
  | 'half' /** acts, and breaks off in the middle of the answer */
  | 'garbage' /** acts, and answers something else than JSON */
  | 'oversize' /** acts, and answers more than anybody would read */
  | 'server_error' /** 502 without having acted */
  | 'rate_limited'
  | 'unauthorized';

/** A request as the stand-in understood it. */
export interface FakeRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
  /** The body as it was sent: the only way to see how a number was written. */
  text: string;
}

export interface FakeReply {
  status: number;
  body: unknown;
}

const OVERSIZE_BYTES = 2_000_000;

/** A request that waits. */
export interface HeldRequest {
  /** It has come. */
  arrived: Promise<void>;
  goOn: () => void;
}

interface Hold {
  match: RegExp;
  when: 'before' | 'after';
  arrive: () => void;
  released: Promise<void>;
}

/** An HTTP server in the place of a partner, with faults on demand. What it does is the subclass's. */
export abstract class FakeServer {
  readonly requests: FakeRequest[] = [];
  private readonly faults: { fault: Fault; match: RegExp }[] = [];
  private readonly readyAnswers: FakeReply[] = [];
  private readonly holds: Hold[] = [];
  private readonly server: Server = createServer((request, response) => void this.serve(request, response));

  /** Lets the next request whose `METHOD path` matches go wrong; several wait in line. */
  failNext(fault: Fault, match: RegExp = /./): void {
    this.faults.push({ fault, match });
  }

  /** Keeps the next request that matches waiting: before it is acted on, or after, with its answer ready. */
  holdNext(match: RegExp, when: Hold['when']): HeldRequest {
    let goOn: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (goOn = resolve));
    const arrived = new Promise<void>((arrive) => this.holds.push({ match, when, arrive, released }));
    return { arrived, goOn };
  }

  /** Answers the next request with exactly this, whatever it is; several wait in line. */
  answerNextWith(reply: FakeReply): void {
    this.readyAnswers.push(reply);
  }

  reset(): void {
    this.faults.length = 0;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  /** Breaks off every connection, with what hangs on it; new ones are welcome. */
  cutConnections(): void {
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Requests so far whose `METHOD path` matches. */
  count(match: RegExp): number {
    return this.requests.filter(({ method, path }) => match.test(`${method} ${path}`)).length;
  }

  protected abstract answer(request: FakeRequest): FakeReply;
  protected abstract refusal(status: 401 | 429 | 502): FakeReply;

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    this.requests.push(request);
    const hold = take(this.holds, request);
    hold?.arrive();
    await released(hold, 'before');
    const fault = take(this.faults, request)?.fault;
    if (fault === 'hang') return;
    const before = { server_error: 502, rate_limited: 429, unauthorized: 401 } as const;
    if (fault !== undefined && fault in before) return send(response, this.refusal(before[fault as keyof typeof before]));
    const reply = this.readyAnswers.shift() ?? this.answer(request);
    await released(hold, 'after');
    if (fault === 'cut') return void response.destroy();
    sendBroken(response, reply, fault);
  }
}

/** The first in line that is for this request. */
function take<TFor extends { match: RegExp }>(line: TFor[], { method, path }: FakeRequest): TFor | undefined {
  const index = line.findIndex(({ match }) => match.test(`${method} ${path}`));
  return index < 0 ? undefined : line.splice(index, 1)[0];
}

async function released(hold: Hold | undefined, when: Hold['when']): Promise<void> {
  if (hold?.when === when) await hold.released;
}

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(incoming.url ?? '/', 'http://stand-in');
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { method: incoming.method ?? 'GET', path: url.pathname, query: url.searchParams, headers: incoming.headers, body, text };
}

function sendBroken(response: ServerResponse, reply: FakeReply, fault: Fault | undefined): void {
  const text = JSON.stringify(reply.body);
  if (fault === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance</html>');
  if (fault === 'oversize') return void response.writeHead(200).end(`{"padding":"${'x'.repeat(OVERSIZE_BYTES)}"}`);
  if (fault === 'half') {
    response.writeHead(reply.status, { 'content-length': Buffer.byteLength(text) });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
    return;
  }
  send(response, reply);
}

function send(response: ServerResponse, { status, body }: FakeReply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
