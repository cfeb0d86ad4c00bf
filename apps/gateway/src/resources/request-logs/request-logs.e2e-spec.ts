import type { RequestLogResource } from '#contracts';
import { askDatabase, eventually, hundiUnderTest } from '#testing';
import type { Answer } from '../../../test/api-client';
import { withTexts } from '../../../test/every-row';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

const hundi = hundiUnderTest();
const ROWS = `SELECT r::text AS row FROM gateway.request_logs r
  WHERE id = ANY ($1) OR id IN (SELECT details_in FROM gateway.request_logs WHERE id = ANY ($1))`;

describe('the request log of a merchant', () => {
  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
  });
  const idOf = (answer: Answer): string => String(answer.headers['request-id']);
  const logOf = async (answer: Answer): Promise<RequestLogResource> => {
    const path = `/v1/request_logs/${idOf(answer)}`;
    await eventually(async () => expect((await merchant.get(path)).status).toBe(200));
    return (await merchant.get(path)).json as unknown as RequestLogResource;
  };
  /** Their rows, and those that have their details. */
  const stored = async (ids: readonly string[]): Promise<string> => {
    const rows = await askDatabase<{ row: string }>(hundi.databaseUrl, ROWS, [[...ids]]);
    expect(rows.length).toBeGreaterThanOrEqual(ids.length);
    return rows.map(({ row }) => withTexts(row)).join('\n');
  };

  it('shows a request and its answer with the values of the customer, which are tokens where they are kept', async () => {
    const answer = await merchant.post('/v1/customers', { name: 'Asha Verma', email: 'asha@example.com', phone: '98765 43210' });
    expect(await logOf(answer)).toMatchObject({
      operation: 'createCustomer',
      status: 201,
      resource: { type: 'customer', id: answer.json.id },
      request: { body: { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' } },
      response: { body: { id: answer.json.id, name: 'Asha Verma', email: 'asha@example.com' } },
    });
    expect(await stored([idOf(answer)])).not.toMatch(/Asha|asha@|98765/);
  });

  it('shows the payer of a payment, who is one token where he is kept', async () => {
    const customer = { name: 'Ravi Quirke', email: 'Ravi@Example.com' };
    const answer = await merchant.post('/v1/payments', { amount: 50_000, currency: 'INR', customer });
    const { request, response } = await logOf(answer);
    expect([request.body, response.body]).toMatchObject([{ customer: answer.json.customer }, { customer: answer.json.customer }]);
    expect(answer.json.customer).toMatchObject({ name: 'Ravi Quirke' });
    expect(await stored([idOf(answer)])).not.toMatch(/Quirke|ravi@/i);
  });

  it('(58) shows nothing of a customer who was erased', async () => {
    const person = {
      name: 'Ramesh Quirke',
      email: 'ramesh.quirke@example.com',
      phone: '+919812345670',
      address: { city: 'Zirakpur', country: 'IN' },
    };
    const made = await merchant.post('/v1/customers', person);
    const path = `/v1/customers/${String(made.json.id)}`;
    const answers = [
      made,
      await merchant.get(path),
      await merchant.get(`/v1/customers?email=${encodeURIComponent(person.email)}`),
      await merchant.patch(path, { name: 'Ramesh Quirke Rao', description: 'Zirakpur branch' }),
      await merchant.patch(path, { name: 'Ramesh Quirke', address: { country: 'IN', state: 'Nowhere Quirke' } }),
      await merchant.post('/v1/payments', {
        amount: 50_000,
        currency: 'INR',
        customer_id: made.json.id,
        customer: { name: 'Ramesh Quirke' },
      }),
    ];
    const words = /Quirke|quirke|Zirakpur|98123/;
    expect(JSON.stringify(await logOf(made))).toMatch(words);
    expect((await merchant.delete(path)).status).toBe(200);
    // The key is gone once the erasure has been carried out.
    await eventually(async () => expect(JSON.stringify(await logOf(made))).not.toMatch(words));
    const logs = [];
    for (const answer of answers) logs.push(await logOf(answer));
    expect(JSON.stringify(logs)).not.toMatch(words);
    expect(logs[0]?.request.body).toMatchObject({ name: null, email: null, phone: null });
    expect(await stored(answers.map(idOf))).not.toMatch(words);
    // Its retry seals under no key of his any more.
    const retry = await merchant.patch(path, { name: 'Ramesh Quirke' });
    expect(JSON.stringify(await logOf(retry))).not.toMatch(words);
  });

  it('(57) has no number of a card or document, no OTP and no secret', async () => {
    const card = { number: '4999000000000005', expiry_month: 12, expiry_year: 2031, cvv: '917' };
    const customer = await merchant.post('/v1/customers', { name: 'Asha' });
    const consent = { document_type: 'aadhaar', document_number: '1234-5678-9012' };
    const answers = [
      await merchant.post('/v1/payments', { amount: 50_000, currency: 'INR', payment_method: 'card', card }),
      await merchant.post('/v1/payments', { amount: 50_000, currency: 'INR', description: 'card 4111111111111111' }),
      await merchant.post('/v1/kyc/verifications', { customer_id: customer.json.id, ...consent }),
      await merchant.post(
        '/v1/kyc/verifications',
        { customer_id: customer.json.id, ...consent, document_number: '2341 2341 2346' },
        { 'idempotency-key': '234123412346' },
      ),
      await merchant.post('/v1/webhook_endpoints', {
        url: 'https://example.com/hooks',
        events: ['payment.*'],
        headers: { 'X-Token': 'opensesame-17' },
      }),
      await merchant.post('/v1/api_keys', { kind: 'restricted', scopes: ['payments:read'] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 201, 400, 201, 201]);
    const logs = [];
    for (const answer of answers) logs.push(await logOf(answer));
    const secrets = [...answers.map(({ json }) => json.secret), ...answers.map(({ json }) => json.client_secret)]
      .filter(Boolean)
      .map(String);
    expect(secrets.length).toBeGreaterThanOrEqual(3);
    const shown = JSON.stringify(logs) + (await stored(answers.map(idOf)));
    // What stands beside them is found.
    expect([logs, await stored(answers.map(idOf))].map((found) => JSON.stringify(found).includes('card_number_not_allowed'))).toEqual([
      true,
      true,
    ]);
    for (const secret of [...secrets, '4999000000000005', '4111111111111111', 'opensesame-17', merchant.key]) {
      expect(shown).not.toContain(secret);
    }
    // Times and ids may hold these digits.
    expect(shown).not.toMatch(/(?<![0-9A-Za-z])917(?![0-9A-Za-z])/);
    expect(shown).not.toMatch(/1234-?5678-?9012|2341 ?2341 ?2346/);
    expect(logs[0]?.request.body).toMatchObject({ card: { number: '[hidden]', cvv: '[hidden]' } });
  });

  it('is of the account alone', async () => {
    const answer = await merchant.post('/v1/payments', { amount: 50_000, currency: 'INR' });
    await logOf(answer);
    const other = merchant.with(await newAccountKey(hundi));
    expect((await other.get(`/v1/request_logs/${idOf(answer)}`)).status).toBe(404);
    expect((await other.get('/v1/request_logs?operation=createPayment')).json.data).toEqual([]);
    expect((await other.get(`/v1/request_logs?starting_after=${idOf(answer)}`)).error).toMatchObject({ code: 'cursor_invalid' });
  });

  it('needs the scope logs:read', async () => {
    const { json } = await merchant.post('/v1/api_keys', { kind: 'restricted', scopes: ['payments:read'] });
    expect((await merchant.with(String(json.secret)).get('/v1/request_logs')).error).toMatchObject({ code: 'scope_insufficient' });
  });

  it('names the request of a dry run, of a retry and of a refusal', async () => {
    const body = { amount: 50_000, currency: 'INR' };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await merchant.post('/v1/payments', body, headers);
    const logs = {
      retry: await logOf(await merchant.post('/v1/payments', body, headers)),
      dryRun: await logOf(await merchant.post('/v1/payments?dry_run=true', body)),
      refused: await logOf(await merchant.post('/v1/payments', { ...body, amount: 'much' })),
    };
    expect(logs).toMatchObject({
      retry: {
        idempotency_key: headers['idempotency-key'],
        resource: { id: first.json.id },
        response: { headers: { 'idempotent-replayed': 'true' } },
      },
      dryRun: { request: { query: { dry_run: 'true' } }, response: { body: { object: 'dry_run', resource: { object: 'payment' } } } },
      refused: {
        status: 400,
        error_code: 'parameter_invalid',
        request: { body: { amount: 'much' } },
        response: { body: { error: { param: 'amount' } } },
      },
    });
  });
});
