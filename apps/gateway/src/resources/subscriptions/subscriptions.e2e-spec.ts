import { eventually, hundiUnderTest } from '#testing';
import type { Answer } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

const hundi = hundiUnderTest();
const MONTHLY = { amount: 49900, interval: 'month' };
const GOOD = { payment_method: 'upi', upi: { vpa: 'success@sandbox' } };
/** The sandbox declines it: too little money. */
const DECLINED_AMOUNT = 201;

interface Listed {
  data: { id: string; type: string; correlation_id: string }[];
}

const listOf = ({ json }: Answer): Listed['data'] => (json as unknown as Listed).data;

describe('POST /v1/subscriptions', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  beforeEach(async () => {
    customer = String((await merchant.post('/v1/customers', { name: 'Asha Verma' })).json.id);
  });
  const create = (body: object = {}, headers?: Record<string, string>): Promise<Answer> =>
    merchant.post('/v1/subscriptions', { customer_id: customer, ...MONTHLY, ...body }, headers);
  const ids = async (path: string): Promise<string[]> => listOf(await merchant.get(`${path}?customer_id=${customer}`)).map(({ id }) => id);

  describe('201', () => {
    it('(1) of the smallest body is active, with its first payment captured', async () => {
      const answer = await create();
      expect([answer.status, answer.json]).toMatchObject([
        201,
        {
          object: 'subscription',
          livemode: false,
          status: 'active',
          customer_id: customer,
          plan_id: null,
          plan: { name: null, amount: 49900, currency: 'INR', interval: 'month', interval_count: 1 },
          quantity: 1,
          regular_amount: 49900,
          total_count: null,
          paid_count: 1,
          remaining_count: null,
          collection: 'automatic',
          payment_method: 'upi',
          retry_schedule: [24, 48, 72],
          upfront_items: [],
          current_period_number: 1,
          outstanding_amount: 0,
          retry: null,
          next_action: null,
          cancel_at: null,
        },
      ]);
      const { id, latest_invoice_id: invoiceId, mandate_id: mandateId } = answer.json;
      expect(answer.headers.location).toBe(`/v1/subscriptions/${String(id)}`);
      expect((await merchant.get(String(answer.headers.location))).json).toEqual(answer.json);
      const invoice = (await merchant.get(`/v1/invoices/${String(invoiceId)}`)).json;
      expect(invoice).toMatchObject({
        status: 'paid',
        subscription_id: id,
        billing_reason: 'subscription_create',
        amount_paid: 49900,
        number: expect.any(String),
      });
      const payment = (await merchant.get(`/v1/payments/${String(invoice.payment_id)}`)).json;
      expect(payment).toMatchObject({
        status: 'captured',
        amount: 49900,
        subscription_id: id,
        invoice_id: invoiceId,
        mandate_id: mandateId,
      });
      expect((await merchant.get(`/v1/mandates/${String(mandateId)}`)).json).toMatchObject({ status: 'active', max_amount: 49900 });
    });

    it('(1) happens in one commit, in the order in which one follows from the other', async () => {
      // In an account of its own there are no other events than those of its key and its customer; the key's come from another log, at any time.
      const before = ['api_key.created', 'customer.created'];
      const other = merchant.with(await newAccountKey(hundi));
      const { id: customerId } = (await other.post('/v1/customers', { name: 'Asha Verma' })).json;
      await other.post('/v1/subscriptions', { customer_id: customerId, ...MONTHLY });
      await eventually(async () => {
        const events = listOf(await other.get('/v1/events?order=asc&limit=50')).filter(({ type }) => !before.includes(String(type)));
        expect(events.map(({ type }) => type)).toEqual([
          'subscription.created',
          'mandate.created',
          'mandate.activated',
          'invoice.created',
          'payment.created',
          'payment.authorized',
          'payment.captured',
          'invoice.finalized',
          'invoice.paid',
          'subscription.activated',
          'subscription.charged',
        ]);
        expect(new Set(events.map(({ correlation_id: id }) => id)).size).toBe(1);
      });
    });

    it('makes its customer in the same commit', async () => {
      const made = { name: 'Ravi Kumar', email: 'ravi@example.com', metadata: { tier: 'gold' } };
      const answer = await create({ customer_id: undefined, customer: made });
      expect([answer.status, answer.json.status]).toEqual([201, 'active']);
      expect((await merchant.get(`/v1/customers/${String(answer.json.customer_id)}`)).json).toMatchObject({ ...made, sequence: 1 });
    });

    it('makes one customer for the same key', async () => {
      const key = { 'idempotency-key': newKey() };
      const body = { customer_id: undefined, customer: { name: 'Ravi Kumar' } };
      const [first, again] = [await create(body, key), await create(body, key)];
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect((await merchant.get(`/v1/customers/${String(first.json.customer_id)}`)).json.name).toBe('Ravi Kumar');
    });

    it('waits for a trial, and for the customer where there is a return_url', async () => {
      expect((await create({ trial_days: 14 })).json).toMatchObject({
        status: 'authenticated',
        trial_end_at: expect.any(Number),
        next_charge_at: expect.any(Number),
        paid_count: 0,
      });
      expect((await create({ return_url: 'https://shop.example/return' })).json).toMatchObject({
        status: 'created',
        next_action: { type: 'upi_intent' },
        short_url: expect.stringContaining('/authorize/sub_'),
        authorize_by_at: expect.any(Number),
      });
    });

    it('is paid by invoices, which the customer pays', async () => {
      const { json } = await create({ collection: 'send_invoice', days_until_due: 15 });
      expect(json).toMatchObject({ status: 'active', mandate_id: null, days_until_due: 15, outstanding_amount: 49900 });
      const invoice = (await merchant.get(`/v1/invoices/${String(json.latest_invoice_id)}`)).json;
      expect(invoice).toMatchObject({ status: 'open', hosted_url: expect.any(String), due_at: expect.any(Number) });
    });

    it.each([
      ['a card', { payment_method: 'card' }, 'card'],
      ['netbanking, which is eNACH', { payment_method: 'netbanking' }, 'enach'],
    ])('is paid by %s', async (_what, body, method) => {
      expect((await create(body)).json).toMatchObject({ payment_method: method, mandate_id: expect.any(String) });
    });
  });

  it('(4) 50 times at once with one key makes one subscription, one mandate and one payment', async () => {
    const key = { 'idempotency-key': newKey() };
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({}, key)));
    const good = answers.filter(({ status }) => status === 201);
    expect(good.length).toBeGreaterThan(0);
    expect(new Set(good.map(({ text }) => text)).size).toBe(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(others.filter(({ error }) => error.code !== 'idempotency_key_in_use')).toEqual([]);
    for (const path of ['/v1/subscriptions', '/v1/mandates', '/v1/payments', '/v1/invoices']) {
      expect([path, (await ids(path)).length]).toEqual([path, 1]);
    }
  });

  it('(5) of an amount that is declined is created, and active after a retry with another instrument', async () => {
    const { status, json } = await create({ amount: DECLINED_AMOUNT });
    expect([status, json]).toMatchObject([201, { status: 'created', paid_count: 0, current_period_number: 0 }]);
    const invoice = async (): Promise<Answer['json']> => (await merchant.get(`/v1/invoices/${String(json.latest_invoice_id)}`)).json;
    expect(await invoice()).toMatchObject({ status: 'draft', number: null, last_error: { reason: 'insufficient_funds' } });
    const retried = await merchant.post(`/v1/subscriptions/${String(json.id)}/retry`, GOOD);
    expect([retried.status, retried.json]).toMatchObject([200, { status: 'active', paid_count: 1 }]);
    expect(await invoice()).toMatchObject({ status: 'paid', number: expect.any(String) });
  });

  it('(6) 503: in live mode without a processor, and nothing is kept', async () => {
    const live = merchant.with(hundi.liveKey);
    const customerId = String((await live.post('/v1/customers', { name: 'Asha Verma' })).json.id);
    const answer = await live.post('/v1/subscriptions', { customer_id: customerId, ...MONTHLY });
    expect([answer.status, answer.error.code]).toEqual([503, 'processor_not_configured']);
    expect(listOf(await live.get(`/v1/subscriptions?customer_id=${customerId}`))).toEqual([]);
  });

  it('200: a dry run says what would be, and makes no customer', async () => {
    const answer = await merchant.post('/v1/subscriptions?dry_run=true', { customer: { name: 'Ravi Kumar' }, ...MONTHLY });
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { object: 'dry_run', status: 201, resource: { object: 'subscription', status: 'active' } },
    ]);
    const { customer_id: customerId } = answer.json.resource as { customer_id: string };
    expect((await merchant.get(`/v1/customers/${customerId}`)).status).toBe(404);
  });
});
