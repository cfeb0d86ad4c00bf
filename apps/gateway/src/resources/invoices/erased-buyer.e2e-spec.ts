import { eventually, hundiUnderTest } from '#testing';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const ASHA = {
  name: 'Asha Verma',
  email: 'asha@example.com',
  phone: '+919876543210',
  address: { line1: '12 MG Road', city: 'Bengaluru', state: 'KA', postal_code: '560001', country: 'IN' },
};
const BUYER = {
  name: 'Asha Verma',
  gstin: null,
  address: { line1: '12 MG Road', line2: null, city: 'Bengaluru', state: '29', postal_code: '560001', country: 'IN' },
  state_code: '29',
};
const GOOD = { payment_method: 'upi', upi: { vpa: 'success@sandbox' } };

describe('an invoice of an erased customer', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  const invoiceOf = async (customer: string, body: object = {}): Promise<string> => {
    const lines = [{ description: 'Onboarding', amount: 49900 }];
    const { json } = await merchant.post('/v1/invoices', { customer_id: customer.split('/').at(-1), lines, ...body });
    return `/v1/invoices/${String(json.id)}`;
  };
  /** Erased, with its key: what was sealed for the customer cannot be read any more. */
  const erase = async (customer: string): Promise<void> => {
    expect((await merchant.delete(customer)).status).toBe(200);
    await eventually(async () => expect((await merchant.get(`${customer}?as_of=1`)).json).toMatchObject({ name: null, email: null }));
  };

  it('shows its buyer: alone, in lists, as it was, and whatever became of it', async () => {
    const customer = await merchant.customer(ASHA);
    const [open, voided, paid] = [await invoiceOf(customer), await invoiceOf(customer), await invoiceOf(customer)];
    await merchant.post(`${voided}/void`);
    await merchant.post(`${paid}/pay`, GOOD);
    const before = await Promise.all([open, voided, paid].map((path) => merchant.get(path)));
    expect(before.map(({ json }) => [json.status, json.buyer])).toEqual(['open', 'void', 'paid'].map((status) => [status, BUYER]));
    await erase(customer);
    const after = await Promise.all([open, voided, paid].map((path) => merchant.get(path)));
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    expect((await merchant.get(`${paid}?as_of=2`)).json).toMatchObject({ status: 'open', buyer: BUYER });
    const listed = (await merchant.get(`/v1/invoices?customer_id=${customer.split('/').at(-1)}`)).json.data as { buyer: unknown }[];
    expect(listed.map(({ buyer }) => buyer)).toEqual([BUYER, BUYER, BUYER]);
  });

  it('has a credit note with its buyer still, when its money goes back later', async () => {
    const customer = await merchant.customer(ASHA);
    const paid = await invoiceOf(customer);
    const { payment_id } = (await merchant.post(`${paid}/pay`, GOOD)).json;
    await erase(customer);
    expect((await merchant.post('/v1/refunds', { payment_id, amount: 10000 })).status).toBe(201);
    await eventually(async () => {
      const { json } = await merchant.get(paid);
      expect(json).toMatchObject({ amount_refunded: 10000, credit_notes: [{ amount: 10000 }], buyer: BUYER });
    });
  });

  it('that was a draft has none, and what is shown of the customer elsewhere is gone', async () => {
    const customer = await merchant.customer(ASHA);
    const draft = await invoiceOf(customer, { auto_finalize: false });
    const paid = await invoiceOf(customer);
    const { payment_id } = (await merchant.post(`${paid}/pay`, GOOD)).json;
    await erase(customer);
    expect((await merchant.get(draft)).json).toMatchObject({ status: 'draft', buyer: null });
    const elsewhere = [customer, `/v1/payments/${String(payment_id)}`, `/v1/events?resource_id=${paid.split('/').at(-1)}`];
    for (const path of elsewhere) {
      const { status, text } = await merchant.get(path);
      expect([path, status]).toEqual([path, 200]);
      for (const value of [ASHA.name, ASHA.email, ASHA.phone, ASHA.address.line1]) expect(text).not.toContain(value);
    }
  });
});
