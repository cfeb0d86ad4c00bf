import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, hundiUnderTest, programEnvironment, standaloneProgram } from '#testing';
import { PASSWORD, Person, type PageAnswer } from '../../test/person';

jest.setTimeout(180_000);

const hundi = hundiUnderTest();
const EMAIL = `ravi-${crypto.randomUUID().slice(0, 8)}@example.com`;
const PHONE = '+919876543210';
const SECRET = /_secret_[0-9A-Za-z]|client_secret=/;
/** A mandate that the payer agrees to on a page. */
const PAPERLESS = { method: 'enach', enach: { bank: 'SBXP' }, max_amount: 49_900 };
const IN_A_YEAR = Math.floor(Date.now() / 1000) + 31_536_000;

type Json = Record<string, unknown>;

/** The link of an account that the command line makes. */
async function invitedOwner(): Promise<{ person: Person; accountId: string }> {
  const email = `owner-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const parameters = [standaloneProgram('cli/main.js'), 'accounts', 'create', '--email', email, '--json'];
  const tool = spawn(process.execPath, parameters, { env: programEnvironment({ HUNDI_DATA_DIR: hundi.dataDir }) });
  let printed = '';
  tool.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  await new Promise((resolve) => tool.once('close', resolve));
  const [, token] = /#([\w-]{43})"/.exec(printed) ?? [];
  return joined(token, email);
}

async function joined(token: string | undefined, email: string): Promise<{ person: Person; accountId: string }> {
  const person = new Person(hundi.baseUrl);
  const { json } = await person.post('/invitations/accept', { token, email, name: 'Asha Rao', password: PASSWORD });
  return { person, accountId: (json.accounts as { id: string }[])[0]!.id };
}

describe('what members see of an account', () => {
  let owner: Person;
  let account: Record<string, string>;
  const members = new Map<string, Person>();
  let customerId: string;
  let paymentId: string;

  const member = async (role: string): Promise<Person> => {
    const email = `${role}-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const { json } = await owner.post('/invitations', { email, role }, account);
    return (await joined(String(json.link).split('#')[1], email)).person;
  };

  beforeAll(async () => {
    const invited = await invitedOwner();
    owner = invited.person;
    account = { 'hundi-account': invited.accountId, 'hundi-mode': 'test' };
    for (const role of ['viewer', 'support', 'developer']) members.set(role, await member(role));
    customerId = String((await owner.post('/v1/customers', { name: 'Ravi Iyer', email: EMAIL, phone: PHONE }, account)).json.id);
    const payment = { amount: 50_000, currency: 'INR', payment_method: 'upi', customer_id: customerId };
    paymentId = String((await owner.post('/v1/payments', payment, account)).json.id);
  });

  const read = (role: string, path: string): Promise<PageAnswer> => members.get(role)!.get(path, account);

  it.each([
    ['one customer', () => `/v1/customers/${customerId}`],
    ['the list of customers', () => '/v1/customers'],
    ['customers by their address', () => `/v1/customers?email=${encodeURIComponent(EMAIL)}`],
    ['a payment with its customer', () => `/v1/payments/${paymentId}?expand[]=customer`],
    ['events', () => '/v1/events?type=customer.created'],
    ['a customer as it was', () => `/v1/customers/${customerId}?as_of=${Math.floor(Date.now() / 1_000) + 60}`],
  ])('hides contact data of %s from viewers, and shows it to support', async (_what, path) => {
    await eventually(async () => {
      const { text } = await read('support', path());
      expect([text.includes(EMAIL), text.includes(PHONE), text.includes('Ravi Iyer')]).toEqual([true, true, true]);
    });
    const { text, status } = await read('viewer', path());
    expect([status, text.includes('r***@example.com'), text.includes('+********3210'), text.includes('Ravi Iyer')]).toEqual([
      200,
      true,
      true,
      true,
    ]);
    expect([text.includes(EMAIL), text.includes(PHONE)]).toEqual([false, false]);
  });

  it('finds payments for viewers without showing whom they are of', async () => {
    await eventually(async () => {
      const { json, text } = await read('viewer', `/v1/payments/search?query=id:${paymentId}&expand[]=data.customer`);
      expect((json.data as Json[]).map(({ id }) => id)).toContain(paymentId);
      expect([text.includes('r***@example.com'), text.includes(EMAIL)]).toEqual([true, false]);
    });
  });

  it('hides contact data from viewers in events as they pass', async () => {
    const after = ((await read('viewer', '/v1/events?limit=1&order=asc')).json.data as { id: string }[])[0]!.id;
    const streamOf = async (role: string): Promise<string> => {
      const cookie = [...members.get(role)!.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...account, cookie, origin: hundi.baseUrl, 'sec-fetch-site': 'same-origin' };
      const { body } = await fetch(`${hundi.baseUrl}/v1/events/stream?after=${after}&type=customer.*`, {
        headers,
        signal: AbortSignal.timeout(20_000),
      });
      let text = '';
      for await (const chunk of body!.pipeThrough(new TextDecoderStream())) if ((text += chunk).includes('customer.created')) return text;
      return text;
    };
    await owner.post('/v1/customers', { name: 'Meera Nair', email: EMAIL }, account);
    expect(await streamOf('support')).toContain(EMAIL);
    const masked = await streamOf('viewer');
    expect([masked.includes('r***@example.com'), masked.includes(EMAIL)]).toEqual([true, false]);
  });

  it('hides contact data from viewers in bodies of webhooks that were sent', async () => {
    const receiver = createServer((request, response) => void request.resume().on('end', () => response.end(`welcome, ${EMAIL}`)));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const endpoint = await owner.post('/v1/webhook_endpoints', { url, enabled_events: ['customer.created'] }, account);
    await owner.post('/v1/customers', { name: 'Asha Rao', email: EMAIL, phone: PHONE }, account);
    const delivery = await eventually(async () => {
      const { json } = await read('viewer', `/v1/webhook_endpoints/${String(endpoint.json.id)}/deliveries?status=succeeded`);
      const [found] = json.data as Json[];
      expect(found).toBeDefined();
      return String(found?.id);
    });
    const bodies = await Promise.all(['support', 'viewer'].map((role) => read(role, `/v1/webhook_deliveries/${delivery}/attempts`)));
    expect(bodies.map(({ text }) => [text.includes(EMAIL), text.includes(PHONE), text.includes('r***@example.com')])).toEqual([
      [true, true, false],
      [false, false, true],
    ]);
    expect(bodies.map(({ text }) => text.includes('"body":"[hidden]"'))).toEqual([false, true]);
    receiver.closeAllConnections();
    receiver.close();
  });

  it('shows viewers no secret that a page of a payer opens with', async () => {
    const open = [
      await owner.post('/v1/payments', { amount: 50_000, currency: 'INR', payment_methods: ['upi'], customer_id: customerId }, account),
      await owner.post('/v1/invoices', { customer_id: customerId, lines: [{ description: 'Books', amount: 49_900 }] }, account),
      await owner.post('/v1/mandates', { customer_id: customerId, ...PAPERLESS, ends_at: IN_A_YEAR }, account),
    ];
    for (const { text, json } of open) {
      expect(text).toMatch(SECRET);
      const list = `/v1/${String(json.object)}s`;
      for (const path of [list, `${list}/${String(json.id)}`, `/v1/events?resource_id=${String(json.id)}`]) {
        const shown = await read('viewer', path);
        expect([path, shown.status, SECRET.exec(shown.text)?.[0]]).toEqual([path, 200, undefined]);
      }
    }
  });

  it('shows developers their own entries of the audit log alone', async () => {
    const developer = members.get('developer')!;
    const { json } = await developer.get('/session');
    const { id: userId } = json.user as { id: string };
    await developer.post('/v1/customers', { name: 'Of the developer' }, account);
    await eventually(async () => {
      const own = (await read('developer', '/v1/audit_log')).json.data as { actor: { id: string }; action: string }[];
      expect(own).toEqual([
        expect.objectContaining({ action: 'customers.create', actor: expect.objectContaining({ id: userId }) as object }),
      ]);
    });
    const all = (await owner.get('/v1/audit_log', account)).json.data as { actor: { id: string } }[];
    const others = all.map(({ actor }) => actor.id).filter((id) => id !== userId);
    expect(others.length).toBeGreaterThan(0);
    expect((await read('developer', `/v1/audit_log?actor=${others[0]}`)).json).toMatchObject({
      data: [],
      has_more: false,
      next_cursor: null,
    });
    expect((await read('developer', `/v1/audit_log?actor=${userId}`)).json.data).toHaveLength(1);
    expect((await read('viewer', '/v1/audit_log')).code).toBe('role_insufficient');
  });
});
