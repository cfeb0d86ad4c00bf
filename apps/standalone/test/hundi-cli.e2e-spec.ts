import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { eventually, hundiUnderTest } from '#testing';
import { Api } from '../src/cli/api';
import { RECIPES } from '../src/cli/trigger/recipes';
import { Cli } from './hundi-tool';

jest.setTimeout(120_000);

const hundi = hundiUnderTest();

async function api(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${hundi.testKey}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(hundi.baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return (await response.json()) as Record<string, unknown>;
}

describe('npx hundi', () => {
  it('listens, forwards what was asked for, signed with the secret it prints, and says what became of it', async () => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    const receiver = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        response.writeHead(received.length === 1 ? 500 : 204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const cli = Cli.start(hundi, ['listen', '--forward-to', hook, '--events', 'payment.authorized,payment.captured']);
    await eventually(() => expect(cli.err).toContain('Listening to the events of'), { withinMs: 60_000 });
    const { code, out } = await Cli.run(hundi, ['trigger', 'payment.captured']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^payment\.captured: made by http.*\/v1\/payments\/pay_\w{24}\n$/)]);
    const paymentId = /pay_\w{24}/.exec(out)?.[0] ?? '';
    const own = () => received.filter(({ body }) => body.includes(paymentId));
    await eventually(() => expect(own()).toHaveLength(2));
    const secret = /whsec_\S+/.exec(cli.out)?.[0] ?? '';
    const types = own().map(({ body, headers }) => {
      const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; id: string };
      expect(headers['webhook-id']).toBe(event.id);
      return event.type;
    });
    expect(types).toEqual(['payment.authorized', 'payment.captured']);
    await eventually(() => expect(cli.out).toMatch(/payment\.captured {2}evt_\w{24} {2}-> 204 \(\d+ ms\)/));
    expect(cli.out).toMatch(/-> 500 \(\d+ ms\)/);
    cli.child.kill('SIGINT');
    expect(await cli.ended).toBe(0);
    receiver.closeAllConnections();
    receiver.close();
  });

  it('sends an event again', async () => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => response.end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/again`;
    const { id: endpointId } = await api('POST', '/v1/webhook_endpoints', { url, enabled_events: ['customer.deleted'] });
    expect((await Cli.run(hundi, ['trigger', 'customer.deleted'])).code).toBe(0);
    await eventually(() => expect(received.length).toBeGreaterThanOrEqual(1));
    const [eventId = ''] = received;
    await eventually(async () => {
      const { data } = (await api('GET', `/v1/events/${eventId}/deliveries`)) as { data: { status: string }[] };
      expect(data.map(({ status }) => status)).toContain('succeeded');
    });
    const { code, out } = await Cli.run(hundi, ['resend', eventId, '--endpoint', String(endpointId)]);
    // It may have arrived before it is asked for.
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^${eventId} to ${String(endpointId)} again \\(was succeeded\\): whd_\\w{24} (pending|succeeded)`)),
    ]);
    await eventually(() => expect(received.filter((id) => id === eventId)).toHaveLength(2));
    expect((await Cli.run(hundi, ['resend', eventId, '--endpoint', 'we_other'])).code).toBe(1);
    await api('DELETE', `/v1/webhook_endpoints/${String(endpointId)}`);
    receiver.closeAllConnections();
    receiver.close();
  });

  it.each(Object.entries(RECIPES))('can make %s happen', async (type, { make }) => {
    const path = await make(new Api({ baseUrl: hundi.baseUrl, apiKey: hundi.testKey }));
    await eventually(async () => {
      const { data } = (await api('GET', `/v1/events?type=${type}&limit=20`)) as { data: object[] };
      expect(data.some((event) => JSON.stringify(event).includes(path.slice(path.lastIndexOf('/') + 1)))).toBe(true);
    });
  });
});
