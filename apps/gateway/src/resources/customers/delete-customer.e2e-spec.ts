import { eventually, hundiUnderTest } from '#testing';
import { Client } from 'pg';
import { everyRow } from '../../../test/every-row';
import { everyTopic } from '../../../test/every-topic';
import { Merchant, newKey } from '../../../test/merchant';

const hundi = hundiUnderTest();

/** Words that stand nowhere else: each personal field of this test has one of its own. */
function probes(): Record<string, string> {
  const mark = (): string => `canary${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
  return {
    name: mark(),
    email: mark(),
    line1: mark(),
    line2: mark(),
    city: mark(),
    state: mark(),
    postal: mark().slice(-12),
    description: mark(),
    payer: mark(),
    payerMail: mark(),
  };
}

/** What a schema of the document says of its fields. */
interface Described {
  properties: Record<string, { description?: string }>;
}

describe('DELETE /v1/customers/{id}', () => {
  let merchant: Merchant;
  let client: Client;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    client = new Client({ connectionString: hundi.databaseUrl });
    await client.connect();
  });
  afterAll(() => client.end());
  const keyOf = async (id: string) =>
    (
      await client.query<{ wrapped_key: Buffer | null; destroyed_at: Date | null }>('select * from vault.data_keys where subject = $1', [
        id,
      ])
    ).rows[0];

  describe('200', () => {
    it('answers that it is erased; the record stays with nothing personal, and deleting again changes nothing', async () => {
      const customer = await merchant.customer({ name: 'Asha', email: 'asha@example.com', reference_id: newKey(), metadata: { a: 1 } });
      const answer = await merchant.delete(customer);
      const id = customer.split('/').at(-1);
      expect([answer.status, answer.json]).toEqual([200, { id, object: 'customer', deleted: true }]);
      const { json: record } = await merchant.get(customer);
      expect(record).toMatchObject({ id, object: 'customer', deleted: true, name: null, email: null });
      expect(record).toMatchObject({ reference_id: null, metadata: {}, sequence: 2 });
      expect((await merchant.delete(customer)).text).toBe(answer.text);
      expect((await merchant.get(customer)).json).toEqual(record);
    });

    it('leaves reference_id and metadata in the history, and the reference says so where they are sent and shown', async () => {
      const reference_id = newKey();
      const customer = await merchant.customer({ name: 'Asha', reference_id, metadata: { tier: 'gold' } });
      await merchant.delete(customer);
      const { json } = await merchant.get(`${customer}?as_of=1`);
      expect(json).toMatchObject({ name: null, reference_id, metadata: { tier: 'gold' } });
      const schemas = merchant.api.document.document.components.schemas as unknown as Record<string, Described>;
      for (const schema of ['CreateCustomerDto', 'UpdateCustomerDto', 'CustomerResource']) {
        for (const field of ['reference_id', 'metadata']) {
          expect(schemas[schema]?.properties[field]?.description).toMatch(/Nothing personal here: .* past events/);
        }
      }
    });

    it('gives the reference back', async () => {
      const reference_id = newKey();
      await merchant.delete(await merchant.customer({ reference_id }));
      expect((await merchant.post('/v1/customers', { reference_id })).status).toBe(201);
    });

    it('removes the saved payment methods, and nothing can be paid with them', async () => {
      const customer = await merchant.customer({ name: 'Asha' });
      const { id } = (await merchant.post(`${customer}/payment_methods`, { upi: { vpa: 'success@sandbox' } })).json;
      await merchant.delete(customer);
      expect((await merchant.get(`${customer}/payment_methods`)).json.data).toEqual([]);
      const answer = await merchant.post('/v1/payments', { amount: 50000, currency: 'INR', payment_method_id: id });
      expect([answer.status, answer.error.param]).toEqual([404, 'payment_method_id']);
    });

    it('leaves the money history whole, and nothing personal readable in it', async () => {
      const customer = await merchant.customer({ name: 'Asha', email: 'asha@example.com' });
      const customer_id = customer.split('/').at(-1) ?? '';
      const snapshot = await merchant.captured({ customer_id });
      const given = await merchant.captured({ customer_id, customer: { name: 'Her brother' } });
      const own = await merchant.captured({ customer: { name: 'Somebody else' } });
      await merchant.delete(customer);
      expect((await merchant.get(given)).json.customer).toBeNull();
      expect((await merchant.get(snapshot)).json).toMatchObject({
        status: 'captured',
        amount: 50000,
        customer_id,
        customer: { name: null, email: null, phone: null },
      });
      expect((await merchant.get(own)).json.customer).toMatchObject({ name: 'Somebody else' });
      await eventually(async () => expect((await keyOf(customer_id))?.wrapped_key).toBeNull());
    });

    it('shows nothing personal in the first answer after it, of whatever shows the customer, and in what is answered again', async () => {
      const customer = await merchant.customer({ name: 'Erase Me', email: 'erase.me@example.com', phone: '+919820098200' });
      const customer_id = customer.split('/').at(-1) ?? '';
      const payment = await merchant.captured({ customer_id });
      const key = { 'idempotency-key': newKey() };
      const change = { description: 'changed' };
      expect((await merchant.patch(payment, change, key)).text).toContain('Erase Me');
      const refund = await merchant.post('/v1/refunds', { payment_id: payment.split('/').at(-1), amount: 100 });
      const event = ((await merchant.get(`${payment}/events`)).json.data as { id: string }[])[0]?.id;
      await eventually(async () => expect((await merchant.get(`/v1/events/${event}`)).text).toContain('Erase Me'));
      const shows = [
        payment,
        ...[`${payment}?as_of=1`, `${payment}/events`, `${payment}?expand[]=customer`, `/v1/payments?customer_id=${customer_id}`],
        ...[`/v1/payments?customer_id=${customer_id}&expand[]=data.refunds`, `/v1/refunds/${String(refund.json.id)}?expand[]=payment`],
        ...[`/v1/events/${event}`, `/v1/events?object_id=${payment.split('/').at(-1)}`, `${customer}?as_of=1`, customer],
      ];
      for (const path of shows) expect((await merchant.get(path)).text).toContain('Erase Me');
      await merchant.delete(customer);
      const answers = await Promise.all(shows.map((path) => merchant.get(path)));
      answers.push(await merchant.patch(payment, change, key));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      for (const { text } of answers) expect(text).not.toMatch(/Erase Me|erase\.me@example|9820098200/);
    });

    it('had left nothing readable before either, in no table and on no topic', async () => {
      const words = probes();
      const customer = await merchant.customer({
        name: words.name,
        email: `${words.email}@example.com`,
        phone: '+919820098200',
        gstin: '27AAPFU0939F1ZV',
        address: { line1: words.line1, line2: words.line2, city: words.city, state: words.state, postal_code: words.postal, country: 'GB' },
        description: words.description,
      });
      const customer_id = customer.split('/').at(-1) ?? '';
      await merchant.patch(customer, { name: `${words.name} changed`, phone: '+919820098200' });
      await merchant.captured({ customer: { name: words.payer, email: `${words.payerMail}@example.com`, phone: '+919820098200' } });
      await merchant.captured({ customer_id, customer: { name: words.payer } });
      const isIn = (text: string): string[] =>
        [...Object.values(words), '9820098200', '27AAPFU0939F1ZV'].filter((word) => text.includes(word));
      const shown = (await merchant.get(customer)).text;
      expect(isIn(shown)).toHaveLength(10);
      expect(isIn(await everyRow(client))).toEqual([]);
      await merchant.delete(customer);
      expect(isIn(await everyRow(client))).toEqual([]);
      const onTopics = hundi.brokers === undefined ? customer_id : await everyTopic(hundi.brokers);
      expect(onTopics).toContain(customer_id);
      expect(isIn(onTopics)).toEqual([]);
      expect(isIn((await merchant.get(customer)).text)).toEqual([]);
    });
  });

  describe('404', () => {
    it.each([
      ['a foreign customer', () => hundi.otherTestKey],
      ['one of the other mode', () => hundi.liveKey],
    ])('answers %s like one that does not exist, and erases nothing', async (_what, key) => {
      const customer = await merchant.customer({ name: 'Asha' });
      expect((await merchant.with(key()).delete(customer)).status).toBe(404);
      expect((await merchant.get(customer)).json).toMatchObject({ name: 'Asha', deleted: false });
      expect((await keyOf(customer.split('/').at(-1) ?? ''))?.destroyed_at).toBeNull();
    });

    it('does not let an erased customer be changed or paid for', async () => {
      const customer = await merchant.customer({ name: 'Asha' });
      await merchant.delete(customer);
      expect((await merchant.patch(customer, { name: 'Back' })).status).toBe(404);
      const answer = await merchant.post('/v1/payments', {
        amount: 50000,
        currency: 'INR',
        payment_method: 'upi',
        customer_id: customer.split('/').at(-1),
      });
      expect([answer.status, answer.error.param]).toEqual([404, 'customer_id']);
    });
  });
});
