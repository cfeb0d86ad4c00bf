import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { eventually, hundiUnderTest } from '#testing';
import { Api } from '../src/cli/api';
import { RECIPES } from '../src/cli/trigger/recipes';

jest.setTimeout(120_000);

const hundi = hundiUnderTest();
/** What `npx hundi` starts, and the tool that it runs once all is built. */
const SHIM = join(__dirname, '../../../bin/hundi.mjs');
const TOOL = join(__dirname, '../../../dist/apps/standalone/src/cli/main.js');

/** The command line tool as a person starts it. */
class Cli {
  out = '';
  err = '';
  readonly ended: Promise<number | null>;

  private constructor(readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.err += text));
    this.ended = new Promise((resolve) => child.once('close', resolve));
  }

  static start(parameters: string[], environment: Record<string, string> = {}, program = TOOL): Cli {
    const env = { PATH: process.env.PATH ?? '', HUNDI_API_KEY: hundi.testKey, HUNDI_BASE_URL: hundi.baseUrl, ...environment };
    return new Cli(spawn(process.execPath, [program, ...parameters], { env }));
  }
}

async function run(parameters: string[], environment?: Record<string, string>): Promise<{ code: number | null; out: string; err: string }> {
  const cli = Cli.start(parameters, environment);
  const code = await cli.ended;
  return { code, out: cli.out, err: cli.err };
}

async function api(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${hundi.testKey}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(hundi.baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return (await response.json()) as Record<string, unknown>;
}

describe('npx hundi', () => {
  it('explains itself', async () => {
    const cli = Cli.start(['--help'], {}, SHIM);
    expect([await cli.ended, cli.out]).toEqual([0, expect.stringContaining('hundi listen [--forward-to <url>]')]);
    expect((await run(['trigger', '--help'])).out).toContain('payment.captured');
  });

  // Every row has its environment: for a missing argument jest would hand in `done` and wait for it.
  it.each<[string, string[], [number, string], Record<string, string>]>([
    ['a command that is none', ['lisen'], [2, 'There is no command "lisen"'], {}],
    ['an option that is none', ['listen', '--to', 'x'], [2, "Unknown option '--to'"], {}],
    ['an address that is none', ['listen', '--forward-to', 'localhost:3000'], [2, '--forward-to has to be an http or https address'], {}],
    ['a filter that is none', ['listen', '--events', 'Payments'], [2, 'This is none: "Payments"'], {}],
    [
      'a filter that nothing matches',
      ['listen', '--events', 'payment.*,payments.*'],
      [2, 'There is no event that "payments.*" matches'],
      {},
    ],
    ['a type that cannot be made', ['trigger', 'payment.invented'], [2, 'hundi cannot make "payment.invented" happen'], {}],
    ['an event that is none', ['resend', 'pay_1'], [2, 'hundi resend evt_'], {}],
    ['a live key', ['listen'], [1, 'hundi works in test mode'], { HUNDI_API_KEY: 'sk_live_1' }],
    ['no key', ['listen'], [1, 'There is no API key'], { HUNDI_API_KEY: '', HUNDI_DATA_DIR: '/nowhere' }],
    [
      'nobody there',
      ['listen'],
      [1, 'Nobody answers at http://127.0.0.1:59999 (ECONNREFUSED)'],
      { HUNDI_BASE_URL: 'http://127.0.0.1:59999' },
    ],
    ['a key that is none', ['trigger', 'payment.captured', '--api-key', 'sk_test_wrong'], [1, '401 api_key_invalid'], {}],
    ['an event of nobody', ['resend', 'evt_0TgWzRaB0000000000000000'], [1, '404 resource_missing'], {}],
  ])('says plainly what is wrong with %s', async (_what, parameters, [code, sentence], environment) => {
    const answer = await run(parameters, environment);
    expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(sentence)]);
    expect(answer.err).not.toMatch(/^\s+at /m);
  });

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
    const cli = Cli.start(['listen', '--forward-to', hook, '--events', 'payment.authorized,payment.captured']);
    await eventually(() => expect(cli.err).toContain('Listening to the events of'), { withinMs: 60_000 });
    const { code, out } = await run(['trigger', 'payment.captured']);
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
    expect((await run(['trigger', 'customer.deleted'])).code).toBe(0);
    await eventually(() => expect(received.length).toBeGreaterThanOrEqual(1));
    const [eventId = ''] = received;
    await eventually(async () => {
      const { data } = (await api('GET', `/v1/events/${eventId}/deliveries`)) as { data: { status: string }[] };
      expect(data.map(({ status }) => status)).toContain('succeeded');
    });
    const { code, out } = await run(['resend', eventId, '--endpoint', String(endpointId)]);
    // It may have arrived before it is asked for.
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^${eventId} to ${String(endpointId)} again \\(was succeeded\\): whd_\\w{24} (pending|succeeded)`)),
    ]);
    await eventually(() => expect(received.filter((id) => id === eventId)).toHaveLength(2));
    expect((await run(['resend', eventId, '--endpoint', 'we_other'])).code).toBe(1);
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
