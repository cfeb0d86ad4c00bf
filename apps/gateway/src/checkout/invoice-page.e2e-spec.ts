import { eventually, hundiUnderTest } from '#testing';
import { Browser } from '../../test/browser';
import { Merchant } from '../../test/merchant';
import { newAccountKey } from '../../test/new-account';

const hundi = hundiUnderTest();

describe('the page of an invoice', () => {
  let merchant: Merchant;
  let customer: string;
  const local = (url: unknown): string => `${hundi.baseUrl}${new URL(String(url)).pathname}${new URL(String(url)).search}`;
  const create = async (body: object = {}): Promise<Record<string, unknown>> => {
    const lines = [{ description: 'Seats <3>', amount: 10000, quantity: 3 }];
    return (await merchant.post('/v1/invoices', { customer_id: customer, lines, ...body })).json;
  };

  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = String((await merchant.post('/v1/customers', { name: 'Asha' })).json.id);
  });

  it('shows what is charged, and leads to a checkout that pays it', async () => {
    const invoice = await create();
    const browser = await new Browser().open(local(invoice.hosted_url));
    expect([browser.status, browser.page]).toEqual([200, expect.stringContaining(`Invoice ${String(invoice.number)}`)]);
    expect(browser.page).toContain('Seats &#60;3&#62; × 3');
    expect(browser.page).toContain('<button>Pay ₹300.00</button>');
    expect(browser.policy).toContain("default-src 'none'");
    await browser.submit(`/invoice/${String(invoice.id)}`, {});
    expect(browser.page).toContain('How would you like to pay?');
    const { payment_id: paymentId } = (await merchant.get(`/v1/invoices/${String(invoice.id)}`)).json;
    await browser.submit(`/checkout/${String(paymentId)}`, { payment_method: 'upi', vpa: 'success@sandbox' });
    expect(browser.page).toContain('the payment has arrived');
    expect((await merchant.get(`/v1/invoices/${String(invoice.id)}`)).json).toMatchObject({ status: 'paid', hosted_url: null });
    expect((await new Browser().open(local(invoice.hosted_url))).page).toContain('the invoice is paid');
  });

  it('takes what the account offers at that moment', async () => {
    const other = merchant.with(await newAccountKey(hundi));
    const { id: customerId } = (await other.post('/v1/customers', { name: 'Ravi' })).json;
    const lines = [{ description: 'Seats', amount: 10000, quantity: 1 }];
    const { id, hosted_url: url } = (await other.post('/v1/invoices', { customer_id: customerId, lines })).json;
    expect((await other.patch('/v1/account', { settings: { payment_methods: ['netbanking', 'upi'] } })).status).toBe(200);
    const browser = await new Browser().open(local(url));
    await browser.submit(`/invoice/${String(id)}`, {});
    const { payment_id: paymentId } = (await other.get(`/v1/invoices/${String(id)}`)).json;
    expect((await other.get(`/v1/payments/${String(paymentId)}`)).json.payment_methods).toEqual(['netbanking', 'upi']);
  });

  it('leads back to the checkout that the customer left, and to no second payment', async () => {
    const invoice = await create();
    for (const _time of [1, 2]) {
      const browser = await new Browser().open(local(invoice.hosted_url));
      await browser.submit(`/invoice/${String(invoice.id)}`, {});
      expect(browser.page).toContain('How would you like to pay?');
    }
    const listed = (await merchant.get(`/v1/payments?reference_id=${String(invoice.id)}`)).json as unknown as { data: object[] };
    expect(listed.data).toHaveLength(1);
  });

  describe('of an invoice that is debited', () => {
    const debited = async (vpa: string): Promise<{ id: unknown; url: string; debit: string; path: string }> => {
      const agreed = { customer_id: customer, method: 'upi', max_amount: 100_000, ends_at: 1_900_000_000, upi: { vpa } };
      const { id: mandateId } = (await merchant.post('/v1/mandates', agreed)).json;
      const { id, hosted_url: url, debit_id: debit } = await create({ collection: 'automatic', mandate_id: mandateId });
      return { id, url: local(url), debit: `/v1/debits/${String(debit)}`, path: `/v1/invoices/${String(id)}` };
    };
    const payAt = async ({ id, url, path }: Awaited<ReturnType<typeof debited>>): Promise<Record<string, unknown>> => {
      const browser = await new Browser().open(url);
      await browser.submit(`/invoice/${String(id)}`, {});
      const invoice = (await merchant.get(path)).json;
      expect([browser.status, browser.url]).toEqual([200, expect.stringContaining(`/checkout/${String(invoice.payment_id)}?`)]);
      await browser.submit(`/checkout/${String(invoice.payment_id)}`, { payment_method: 'upi', vpa: 'success@sandbox' });
      expect(browser.page).toContain('the payment has arrived');
      return (await merchant.get(path)).json;
    };

    it('lets the customer pay while the debit waits, which is called off', async () => {
      const invoice = await debited('mandate.ok@sandbox');
      expect(await payAt(invoice)).toMatchObject({ status: 'paid' });
      await eventually(async () => expect((await merchant.get(invoice.debit)).json.status).toBe('cancelled'));
    });

    it('lets the customer pay after the debit has failed, and begins no other', async () => {
      const invoice = await debited('mandate.lowfunds@sandbox');
      const debit = invoice.debit.slice('/v1/debits/'.length);
      await merchant.post(`/v1/test_helpers/debits/${debit}/simulate`, { outcome: 'failed' });
      await merchant.post(`${invoice.debit}/cancel`, {});
      expect((await merchant.get(invoice.path)).json).toMatchObject({ status: 'open', debit_id: null });
      expect(await payAt(invoice)).toMatchObject({ status: 'paid', debit_id: null });
    });
  });

  it('opens for the secret of this invoice alone', async () => {
    const [one, other] = [await create(), await create()];
    const secret = new URL(String(other.hosted_url)).search;
    const closed = await new Browser().open(`${hundi.baseUrl}/invoice/${String(one.id)}${secret}`);
    expect([closed.status, closed.page]).toEqual([404, expect.stringContaining('does not open an invoice')]);
    const { json: payment } = await merchant.post('/v1/payments', { amount: 50000, currency: 'INR' });
    const foreign = await new Browser().open(local(String(payment.checkout_url).replace('/checkout/', '/invoice/')));
    expect(foreign.status).toBe(404);
  });

  it('is in no event', async () => {
    const invoice = await create();
    expect(invoice.hosted_url).toContain('client_secret=');
    const events = await eventually(async () => {
      const { text } = await merchant.get(`/v1/events?resource_id=${String(invoice.id)}`);
      expect(text).toContain('"invoice.');
      return text;
    });
    expect(events).not.toContain('client_secret=');
  });
});
