import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { eventually } from '#testing';

/** A delivery as a receiver got it. */
export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; sequence: number; livemode: boolean; resource: { type: string; id: string } };
}

/** A merchant's receiver on this machine: keeps what comes, and answers as a test says. */
export class Receiver {
  readonly received: ReceivedWebhook[] = [];
  /** What it answers from now on. */
  status = 200;
  /** Body of its answers. */
  text = 'thank you';
  /** Its answers wait for this. */
  answersWhen: Promise<unknown> = Promise.resolve();

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        this.received.push({ headers: request.headers, body, event: JSON.parse(body) as ReceivedWebhook['event'] });
        void this.answersWhen.then(() =>
          response.writeHead(this.status, { 'content-type': 'text/plain', 'x-request-id': 'receiver-1' }).end(this.text),
        );
      });
    });
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver(createServer());
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** Its address, with a path of its own for each name. */
  url(name = 'hook'): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${name}`;
  }

  /** What came about one object, each verified with the secret; waits until there are so many. */
  async about(resourceId: string, secret: string, count: number): Promise<ReceivedWebhook[]> {
    const found = (): ReceivedWebhook[] => this.received.filter(({ event }) => event.resource.id === resourceId);
    await eventually(() => {
      if (found().length < count) throw new Error(`${found().length} of ${count} events of ${resourceId} have arrived`);
    });
    for (const { body, headers } of found()) new Webhook(secret).verify(body, headers as Record<string, string>);
    return found();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
