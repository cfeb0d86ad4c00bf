import { eventually, hundiUnderTest } from '#testing';
import type { Answer } from '../../test/api-client';
import { Merchant } from '../../test/merchant';
import { newAccountKey } from '../../test/new-account';
import { Receiver } from '../../test/receiver';
import { SCOPES, type Scope } from './scopes';

jest.setTimeout(120_000);

const hundi = hundiUnderTest();
const PERSON = { name: 'Asha Quirke', email: 'asha.quirke@example.com', phone: '+919812345670' };
const WORDS = /quirke|9812345670/i;

type Json = Record<string, unknown>;

describe('copies of objects behind another scope', () => {
  let merchant: Merchant;
  let receiver: Receiver;
  let customer: Answer;
  let path: string;
  let endpointId: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
    receiver = await Receiver.open();
    receiver.text = `thank you, ${PERSON.name}`;
    const endpoint = { url: receiver.url(), enabled_events: ['*', 'webhook_endpoint.*'] };
    endpointId = String((await merchant.post('/v1/webhook_endpoints', endpoint)).json.id);
    customer = await merchant.post('/v1/customers', PERSON);
    path = String(customer.headers.location);
  });
  afterAll(() => receiver.close());

  /** The merchant with a key of these scopes. */
  const withScopes = async (...scopes: Scope[]): Promise<Merchant> => {
    const { json } = await merchant.post('/v1/api_keys', { kind: 'restricted', scopes });
    return merchant.with(String(json.secret));
  };
  /** The merchant with a key that reads everything but this. */
  const without = (group: string): Promise<Merchant> =>
    withScopes(...SCOPES.filter((scope) => scope.endsWith(':read') && scope !== `${group}:read`));
  const logOf = async (answer: Answer, reader: Merchant): Promise<Answer> => {
    const log = `/v1/request_logs/${String(answer.headers['request-id'])}`;
    await eventually(async () => expect((await merchant.get(log)).status).toBe(200));
    return reader.get(log);
  };
  const bodiesOf = ({ json }: Answer): unknown[] => [(json.request as Json).body, (json.response as Json).body];

  it('hides the bodies of a logged request from who may not read what it is about', async () => {
    const answers = [
      customer,
      await merchant.patch(path, { name: `${PERSON.name} Rao` }),
      await merchant.post('/v1/customers', { ...PERSON, phone: 'none' }),
      await merchant.get('/v1/customers'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 400, 200]);
    const readers = {
      alone: await withScopes('logs:read'),
      others: await without('customers'),
      own: await withScopes('logs:read', 'customers:read'),
    };
    for (const answer of answers) {
      for (const reader of [readers.alone, readers.others]) {
        const log = await logOf(answer, reader);
        expect(bodiesOf(log)).toEqual(bodiesOf(await logOf(answer, merchant)).map(withHiddenMembers));
        expect(log.text).not.toMatch(WORDS);
        expect(log.json).toMatchObject({ status: answer.status, operation: expect.any(String) });
      }
      expect((await logOf(answer, readers.own)).text).toBe((await logOf(answer, merchant)).text);
    }
    expect((await logOf(customer, readers.own)).text).toMatch(WORDS);
  });

  it('hides what changed of an object in the audit log, and in logged answers that show it', async () => {
    const changes = '/v1/audit_log?action=customers.update';
    expect((await merchant.patch(path, { phone: '+919812345671', metadata: { tier: 'quirke' } })).status).toBe(200);
    await eventually(async () => expect((await merchant.get(changes)).text).toContain('tier'));
    const whole = await merchant.get(changes);
    expect(whole.text).toMatch(WORDS);
    for (const reader of [await withScopes('logs:read'), await without('customers')]) {
      const shown = await reader.get(changes);
      expect([shown.json.data, WORDS.test(shown.text)]).toEqual([(whole.json.data as Json[]).map(withHiddenChanges), false]);
      expect((await logOf(whole, reader)).text).not.toMatch(WORDS);
    }
    const own = (await (await withScopes('logs:read', 'customers:read')).get(changes)).json.data;
    expect(own).toEqual(whole.json.data);
  });

  it('hides identity verifications', async () => {
    const body = {
      customer_id: customer.json.id,
      document_type: 'pan',
      document_number: 'ABCPE1234F',
      document_details: { date_of_birth: '1990-04-17' },
    };
    const made = await merchant.post('/v1/kyc/verifications', body);
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    for (const reader of [await withScopes('logs:read', 'customers:read'), await without('kyc')]) {
      const log = await logOf(made, reader);
      expect(bodiesOf(log)).toEqual(bodiesOf(await logOf(made, merchant)).map(withHiddenMembers));
      expect(log.text).not.toMatch(/quirke|1990|1234F/i);
    }
    expect(bodiesOf(await logOf(made, await withScopes('logs:read', 'kyc:read')))).toMatchObject([
      { document_type: 'pan' },
      { object: 'kyc.verification' },
    ]);
  });

  it('hides objects inside others, and copies of copies', async () => {
    const payment = await merchant.captured({ customer_id: customer.json.id });
    const expanded = await merchant.get(`${payment}?expand[]=customer`);
    const list = await merchant.get('/v1/payments?expand[]=data.customer');
    const events = await merchant.get('/v1/events?type=customer.*');
    const log = await logOf(customer, merchant);
    const reader = await without('customers');
    for (const answer of [expanded, list, events, log]) {
      expect(answer.text).toMatch(WORDS);
      const copy = await logOf(answer, reader);
      expect([copy.status, WORDS.test(JSON.stringify(bodiesOf(copy).map(withoutPayer)))]).toEqual([200, false]);
    }
    expect(bodiesOf(await logOf(expanded, reader))[1]).toMatchObject({ object: 'payment' });
  });

  /** The attempts of the first delivery about an object. */
  const attemptsAbout = async (id: string): Promise<string> => {
    const deliveries = `/v1/webhook_endpoints/${endpointId}/deliveries?resource=${id}&status=succeeded`;
    const [delivery] = await eventually(async () => {
      const found = (await merchant.get(deliveries)).json.data as { id: string }[];
      expect(found).not.toEqual([]);
      return found;
    });
    return `/v1/webhook_deliveries/${delivery?.id}/attempts`;
  };
  const exchanges = ({ json }: Answer): unknown[] =>
    (json.data as { request: Json; response: Json }[]).map(({ request, response }) => [request.body, response.body]);

  it('hides what was sent to an endpoint, and what it answered', async () => {
    const attempts = await attemptsAbout(String(customer.json.id));
    const whole = await merchant.get(attempts);
    expect(exchanges(whole)).toEqual([[expect.stringMatching(WORDS), receiver.text]]);
    for (const reader of [await withScopes('webhooks:read'), await without('customers')]) {
      const shown = await reader.get(attempts);
      expect([exchanges(shown), WORDS.test(shown.text)]).toEqual([[['[hidden]', '[hidden]']], false]);
    }
    expect((await (await withScopes('webhooks:read', 'customers:read')).get(attempts)).text).toBe(whole.text);
    const copy = await logOf(whole, await without('customers'));
    expect([copy.status, WORDS.test(copy.text)]).toEqual([200, false]);
    const payment = String((await merchant.captured()).split('/').at(-1));
    const ofPayment = await attemptsAbout(payment);
    expect((await (await without('customers')).get(ofPayment)).text).toBe((await merchant.get(ofPayment)).text);
  });

  it('shows the feed to who reads events, and histories to who reads the object', async () => {
    const [all, own] = [await withScopes('events:read'), await withScopes('customers:read')];
    expect((await all.get('/v1/events?type=customer.created')).text).toMatch(WORDS);
    const history = `${await merchant.captured()}/events`;
    expect((await all.get(history)).error).toMatchObject({ code: 'scope_insufficient' });
    expect((await own.get(history)).error).toMatchObject({ code: 'scope_insufficient' });
    expect((await (await withScopes('payments:read')).get(history)).status).toBe(200);
  });
});

function withHiddenMembers(body: unknown): unknown {
  return body === null ? null : Object.fromEntries(Object.keys(body as Json).map((name) => [name, '[hidden]']));
}

function withHiddenChanges(entry: Json): Json {
  const names = Object.keys(entry.changes ?? {});
  return { ...entry, changes: Object.fromEntries(names.map((name) => [name, ['[hidden]', '[hidden]']])) };
}

/** Who pays is part of a payment. */
function withoutPayer(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (name, value: unknown) =>
      name === 'customer' && (value as Json | null)?.object !== 'customer' ? undefined : value,
    ) ?? 'null',
  );
}
