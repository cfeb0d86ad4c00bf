import { ERRORS } from '#contracts';
import { changedLast, hundiUnderTest } from '#testing';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const CARD = { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' };

describe('GET /v1/customers/{id}/payment_methods/{pm_id}', () => {
  let merchant: Merchant;
  let customer: string;
  let customerId: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = await merchant.customer({ name: 'Asha' });
    customerId = customer.split('/').at(-1) ?? '';
  });
  const save = async (body: object): Promise<string> => String((await merchant.post(`${customer}/payment_methods`, body)).json.id);

  it('shows where its creation says it is what was answered then', async () => {
    const { json, headers } = await merchant.post(`${customer}/payment_methods`, { card: CARD });
    const answer = await merchant.get(headers.location ?? '');
    expect([answer.status, answer.json]).toEqual([200, json]);
  });

  it('shows that it was removed', async () => {
    const id = await save({ card: CARD });
    await merchant.delete(`${customer}/payment_methods/${id}`);
    expect((await merchant.get(`${customer}/payment_methods/${id}`)).json).toMatchObject({ id, status: 'detached', deleted: true });
  });

  it.each<[string, (path: string, id: string) => Promise<string>, string]>([
    ['of another customer', async (_path, id) => `${await merchant.customer({ name: 'Ravi' })}/payment_methods/${id}`, 'payment method'],
    ['that is unknown', (path) => Promise.resolve(changedLast(path)), 'payment method'],
    ['that is a customer', () => Promise.resolve(`${customer}/payment_methods/${customerId}`), 'payment method'],
    ['of no customer', (_path, id) => Promise.resolve(`/v1/customers/cust_1/payment_methods/${id}`), 'customer'],
  ])('finds none %s', async (_what, pathOf, noun) => {
    const id = await save({ card: CARD });
    const path = await pathOf(`${customer}/payment_methods/${id}`, id);
    const { status, error } = await merchant.get(path);
    const named = noun === 'customer' ? path.split('/')[3] : path.split('/').at(-1);
    expect([status, error.code, error.message]).toEqual([404, 'resource_missing', `No such ${noun}: '${named}'.`]);
  });

  it('shows it to its account in its mode only, with a hint in the other mode', async () => {
    const path = `${customer}/payment_methods/${await save({ card: CARD })}`;
    const hint = 'The object exists in test mode. Use a test key.';
    expect((await merchant.with(hundi.liveKey).get(path)).error).toMatchObject({ code: 'resource_missing', hint });
    const foreign = await merchant.with(hundi.otherTestKey).get(path);
    expect([foreign.status, foreign.error.hint]).toEqual([404, ERRORS.resource_missing.hint]);
  });
});
