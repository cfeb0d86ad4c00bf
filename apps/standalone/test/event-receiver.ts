import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event as it was delivered. */
export interface Delivered {
  eventId: string;
  /** Of the endpoint: each account has its own. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server of merchants: takes webhooks and keeps what came, in its order. */
export class EventReceiver {
  readonly delivered: Delivered[] = [];
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { headers, url = '' } = request;
      this.delivered.push({ eventId: String(headers['webhook-id']), path: url, headers, body });
      response.end();
    });
  });

  static async open(): Promise<EventReceiver> {
    const receiver = new EventReceiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** Registers an endpoint for all events of payments, refunds and customers. Each object's come one after the other. @returns its secret. */
  async register(baseUrl: string, apiKey: string, path: string): Promise<string> {
    const { port } = this.server.address() as AddressInfo;
    const endpoint = {
      url: `http://127.0.0.1:${port}${path}`,
      enabled_events: ['payment.*', 'refund.*', 'customer.*'],
      ordering: 'resource',
    };
    const response = await fetch(`${baseUrl}/v1/webhook_endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(endpoint),
    });
    if (response.status !== 201) throw new Error(`the endpoint was answered with ${response.status}`);
    return ((await response.json()) as { secret: string }).secret;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
