import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { ClocksOf } from '../../../test/clocks-of';
import { Merchant, newKey } from '../../../test/merchant';

const hundi = hundiUnderTest();

interface Page {
  data: { id: string; amount: number; ending_balance: number }[];
  has_more: boolean;
}

describe('/v1/customers/{id}/balance_transactions', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  beforeEach(async () => {
    customer = await merchant.customer({ name: 'Asha' });
  });
  const adjust = (body: object, headers?: Record<string, string>) => merchant.post(`${customer}/balance_transactions`, body, headers);
  const balances = async (): Promise<unknown> => (await merchant.get(customer)).json.balances;
  const page = async (query = ''): Promise<Page> =>
    (await merchant.get(`${customer}/balance_transactions${query}`)).json as unknown as Page;

  it('gives and takes credit, in each currency apart', async () => {
    const given = await adjust({ amount: -5000, currency: 'inr', description: 'For the outage', metadata: { ticket: 7 } });
    expect(given.status).toBe(201);
    expect(given.json).toMatchObject({
      object: 'customer_balance_transaction',
      customer_id: customer.split('/').at(-1),
      amount: -5000,
      currency: 'INR',
      type: 'adjustment',
      invoice_id: null,
      subscription_id: null,
      ending_balance: -5000,
      description: 'For the outage',
      metadata: { ticket: 7 },
    });
    expect((await merchant.get(String(given.headers.location))).json).toEqual(given.json);
    await adjust({ amount: -300, currency: 'USD' });
    expect((await adjust({ amount: 2000, currency: 'INR' })).json).toMatchObject({ ending_balance: -3000 });
    expect(await balances()).toEqual([
      { currency: 'INR', amount: -3000 },
      { currency: 'USD', amount: -300 },
    ]);
    await adjust({ amount: 300, currency: 'USD' });
    expect(await balances()).toEqual([{ currency: 'INR', amount: -3000 }]);
  });

  it('pays open invoices with credit, the oldest first', async () => {
    const id = customer.split('/').at(-1);
    const made = async (): Promise<string> =>
      String((await merchant.post('/v1/invoices', { customer_id: id, lines: [{ description: 'Setup', amount: 10_000 }] })).json.id);
    const [first, second] = [await made(), await made()];
    await adjust({ amount: -12_000, currency: 'INR' });
    expect((await merchant.get(`/v1/invoices/${first}`)).json).toMatchObject({ status: 'paid', balance_applied: -10_000 });
    expect((await merchant.get(`/v1/invoices/${second}`)).json).toMatchObject({ status: 'open', amount_remaining: 8_000 });
    expect(await balances()).toEqual([]);
    const { data } = await page();
    expect(data).toMatchObject([
      { type: 'applied', amount: 2_000, invoice_id: second },
      { type: 'applied', amount: 10_000, invoice_id: first },
      { type: 'adjustment', amount: -12_000 },
    ]);
  });

  it('lists the history, the newest first, page by page', async () => {
    const ids = [];
    for (const amount of [-100, -200, -300]) ids.unshift((await adjust({ amount, currency: 'INR' })).json.id);
    const first = await page('?limit=2');
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
    expect((await page(`?limit=2&starting_after=${String(ids[1])}`)).data).toMatchObject([{ id: ids[2], ending_balance: -100 }]);
    expect((await page('?currency=USD')).data).toEqual([]);
  });

  it('lists credit by its amount, which is below zero, and what was taken', async () => {
    for (const amount of [-5000, -100, 200]) await adjust({ amount, currency: 'INR' });
    const amounts = async (query: string): Promise<number[]> => (await page(query)).data.map(({ amount }) => amount);
    expect(await amounts('?amount=-5000')).toEqual([-5000]);
    expect(await amounts('?amount[gte]=-100')).toEqual([200, -100]);
    expect(await amounts('?amount[gt]=-5000&amount[lt]=0')).toEqual([-100]);
    expect(await amounts('?amount[lte]=-101')).toEqual([-5000]);
    expect(problemsOf(await merchant.get(`${customer}/balance_transactions?amount[gte]=--1`))).toEqual(['amount[gte] parameter_invalid']);
    expect(problemsOf(await merchant.get('/v1/payments?amount[gte]=-1'))).toEqual(['amount[gte] parameter_invalid']);
  });

  it('is read with invoices:read, and changed with invoices:write', async () => {
    const statuses = async (scope: string): Promise<number[]> => {
      const { json } = await merchant.post('/v1/api_keys', { kind: 'restricted', scopes: [scope] });
      const reader = merchant.with(String(json.secret));
      const given = await reader.post(`${customer}/balance_transactions`, { amount: -1, currency: 'INR' });
      return [(await reader.get(`${customer}/balance_transactions`)).status, given.status];
    };
    expect(await statuses('customers:read')).toEqual([403, 403]);
    expect(await statuses('invoices:read')).toEqual([200, 403]);
    expect(await statuses('invoices:write')).toEqual([200, 201]);
  });

  it('changes nothing when the request is repeated', async () => {
    const headers = { 'idempotency-key': newKey() };
    const [first, again] = [
      await adjust({ amount: -700, currency: 'INR' }, headers),
      await adjust({ amount: -700, currency: 'INR' }, headers),
    ];
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await balances()).toEqual([{ currency: 'INR', amount: -700 }]);
  });

  it('says each change as customer.updated with the balances before', async () => {
    await adjust({ amount: -100, currency: 'INR' });
    await adjust({ amount: -50, currency: 'INR' });
    const id = customer.split('/').at(-1);
    const event = await eventually(async () => {
      const { json } = await merchant.get(`/v1/events?type=customer.updated&limit=1&resource_id=${String(id)}`);
      const [newest] = json.data as { data: { object: object; previous_attributes: unknown } }[];
      expect(newest?.data.object).toMatchObject({ id, balances: [{ currency: 'INR', amount: -150 }] });
      return newest;
    });
    expect(event?.data.previous_attributes).toEqual({ balances: [{ currency: 'INR', amount: -100 }] });
  });

  it('goes by the test clock of its customer', async () => {
    const clocks = new ClocksOf(merchant);
    const clock = await clocks.clockAt();
    const id = await clocks.customerOn(clock);
    const { json } = await merchant.post(`/v1/customers/${id}/balance_transactions`, { amount: -1, currency: 'INR' });
    expect(json.created_at).toBe((await clocks.get(clock)).json.now_at);
  });

  it('keeps balance and history of an erased customer, whose credit cannot be adjusted any more', async () => {
    await adjust({ amount: -100, currency: 'INR' });
    await merchant.delete(customer);
    expect(await balances()).toEqual([{ currency: 'INR', amount: -100 }]);
    expect((await page()).data).toMatchObject([{ amount: -100 }]);
    const answer = await adjust({ amount: 100, currency: 'INR' });
    expect([answer.status, answer.error.code]).toEqual([404, 'resource_missing']);
  });

  it('is not found under another customer', async () => {
    const { id } = (await adjust({ amount: -100, currency: 'INR' })).json;
    const other = await merchant.customer({ name: 'Ravi' });
    expect((await merchant.get(`${other}/balance_transactions/${String(id)}`)).status).toBe(404);
    expect((await merchant.get('/v1/customers/cust_0TgWzRaB07xK2mNq5Yd8Vf3L/balance_transactions')).status).toBe(404);
  });

  it.each<[object, string[]]>([
    [{ currency: 'INR' }, ['amount parameter_missing']],
    [{ amount: 0, currency: 'INR' }, ['amount parameter_invalid']],
    [{ amount: 1.5, currency: 'INR' }, ['amount parameter_invalid']],
    [{ amount: '-5', currency: 'INR' }, ['amount parameter_invalid']],
    [{ amount: -10_000_000_000, currency: 'INR' }, ['amount amount_too_large']],
    [{ amount: -5 }, ['currency parameter_missing']],
    [{ amount: -5, currency: 'XTS' }, ['currency currency_not_supported']],
    [{ amount: -5, currency: 'INR', description: 'a'.repeat(201) }, ['description parameter_invalid']],
  ])('refuses %j', async (body, problems) => {
    const answer = await adjust(body);
    expect([answer.status, ...problemsOf(answer)]).toEqual([400, ...problems]);
  });
});
