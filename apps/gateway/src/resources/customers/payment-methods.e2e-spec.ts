import { ERRORS } from '#contracts';
import { changedLast, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const CARD = { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' };

describe('/v1/customers/{id}/payment_methods', () => {
  let merchant: Merchant;
  let customer: string;
  let customerId: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  beforeEach(async () => {
    customer = await merchant.customer({ name: 'Asha' });
    customerId = customer.split('/').at(-1) ?? '';
  });
  const save = async (body: object): Promise<string> => String((await merchant.post(`${customer}/payment_methods`, body)).json.id);
  const listed = async (query = ''): Promise<string[]> => {
    const { data } = (await merchant.get(`${customer}/payment_methods${query}`)).json as unknown as { data: { id: string }[] };
    return data.map(({ id }) => id);
  };

  describe('POST 201', () => {
    it('keeps what the rules allow of a card, and nothing more', async () => {
      const answer = await merchant.post(`${customer}/payment_methods`, { card: { ...CARD, name: 'Asha' } });
      expect(answer.status).toBe(201);
      expect(answer.json).toMatchObject({
        object: 'payment_method',
        customer_id: customerId,
        type: 'card',
        status: 'attached',
        card: { network: 'visa', last4: '0005', expiry: '12/2030', international: false, network_token: false },
        upi: null,
        deleted: false,
        sequence: 1,
      });
      expect(answer.text).not.toContain('4999000000000005');
      expect(answer.headers.location).toBe(`${customer}/payment_methods/${String(answer.json.id)}`);
    });

    it('keeps a UPI address in test mode', async () => {
      const answer = await merchant.post(`${customer}/payment_methods`, { upi: { vpa: 'Success@Sandbox' } });
      expect(answer.json).toMatchObject({ type: 'upi', upi: { vpa: 'success@sandbox' }, card: null });
    });
  });

  describe('POST 400', () => {
    it.each<[string, object, string]>([
      ['nothing', {}, 'card parameter_missing'],
      ['both', { card: CARD, upi: { vpa: 'success@sandbox' } }, 'card parameters_exclusive'],
      ['a card without a number', { card: { expiry_month: 1, expiry_year: 2030 } }, 'card.number parameter_missing'],
      ['a real-looking card', { card: { ...CARD, number: '4539578763621486' } }, 'card.number parameter_invalid'],
      ['a UPI flow without an address', { upi: { flow: 'qr' } }, 'upi.vpa parameter_missing'],
    ])('refuses %s', async (_what, body, problem) => {
      const answer = await merchant.post(`${customer}/payment_methods`, body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });

    it('refuses more than ten', async () => {
      for (let count = 0; count < 10; count++) await save({ upi: { vpa: `asha${count}@ybl` } });
      const answer = await merchant.post(`${customer}/payment_methods`, { card: CARD });
      expect([answer.status, answer.error.code]).toEqual([400, 'limit_exceeded']);
      expect(await listed('?limit=100')).toHaveLength(10);
    });
  });

  describe('POST 404', () => {
    it('needs a customer of the same account and mode', async () => {
      for (const key of [hundi.otherTestKey, hundi.liveKey]) {
        const body = key === hundi.liveKey ? { card: {} } : { card: CARD };
        const answer = await merchant.with(key).post(`${customer}/payment_methods`, body);
        expect([400, 404]).toContain(answer.status);
      }
      expect(await listed()).toEqual([]);
    });
  });

  describe('DELETE 200', () => {
    it('removes it from the customer, from their default too, and again changes nothing', async () => {
      const id = await save({ card: CARD });
      await merchant.patch(customer, { default_payment_method_id: id });
      expect((await merchant.get(customer)).json.default_payment_method_id).toBe(id);
      const removed = await merchant.delete(`${customer}/payment_methods/${id}`);
      expect([removed.status, removed.json]).toEqual([200, { id, object: 'payment_method', deleted: true }]);
      expect((await merchant.delete(`${customer}/payment_methods/${id}`)).text).toBe(removed.text);
      expect(await listed()).toEqual([]);
      expect((await merchant.get(customer)).json).toMatchObject({ default_payment_method_id: null, sequence: 3 });
    });
  });

  describe('DELETE 404', () => {
    it('answers one of another customer like one that does not exist', async () => {
      const other = await merchant.customer({ name: 'Ravi' });
      const id = await save({ card: CARD });
      const answer = await merchant.delete(`${other}/payment_methods/${id}`);
      expect([answer.status, answer.error.code, answer.error.param]).toEqual([404, 'resource_missing', 'pm_id']);
      expect(await listed()).toEqual([id]);
    });
  });

  describe('a payment of the customer', () => {
    const pay = (body: object) => merchant.post('/v1/payments', { amount: 50000, currency: 'INR', ...body });

    it('shows them as they are now, without a parameter', async () => {
      await merchant.patch(customer, { email: 'asha@example.com', phone: '+919876543210' });
      const answer = await pay({ payment_method: 'upi', customer_id: customerId });
      expect(answer.json).toMatchObject({
        status: 'captured',
        customer_id: customerId,
        customer: { name: 'Asha', email: 'asha@example.com', phone: '+919876543210' },
      });
      const given = await pay({ payment_method: 'upi', customer_id: customerId, customer: { name: 'Her brother' } });
      expect(given.json.customer).toEqual({ name: 'Her brother', email: null, phone: null });
    });

    it('is paid with a saved instrument, which says whose it is', async () => {
      const id = await save({ card: CARD });
      const answer = await pay({ payment_method_id: id });
      expect(answer.json).toMatchObject({
        status: 'captured',
        payment_method: 'card',
        payment_method_id: id,
        customer_id: customerId,
        payment_method_details: { card: { last4: '0005', network: 'visa' } },
      });
    });

    it('is paid with a saved card by either name of it, and with nothing beside it', async () => {
      const id = await save({ card: CARD });
      const saved = { payment_method: 'card', card: { payment_method_id: id } };
      expect((await pay(saved)).json).toMatchObject({ status: 'captured', payment_method_id: id, customer_id: customerId });
      const open = String((await pay({ customer_id: customerId })).headers.location);
      expect((await merchant.post(`${open}/confirm`, saved)).json).toMatchObject({ status: 'captured', payment_method_id: id });
      const numbered = await pay({ ...saved, card: { ...saved.card, ...CARD } });
      expect([numbered.status, numbered.error.code, numbered.error.param]).toEqual([400, 'parameters_exclusive', 'card.number']);
      const twice = await pay({ payment_method: 'card', payment_method_id: id, card: CARD });
      expect([twice.status, twice.error.code, twice.error.param]).toEqual([400, 'parameters_exclusive', 'card']);
      const upi = await save({ upi: { vpa: 'success@sandbox' } });
      const another = await pay({ payment_method: 'card', card: { payment_method_id: upi } });
      expect([another.status, another.error.code, another.error.param]).toEqual([400, 'parameters_exclusive', 'payment_method_id']);
    });

    it('is confirmed with a saved instrument, of its own customer and of the method it says', async () => {
      const id = await save({ card: CARD });
      const open = async (customer_id: string | null): Promise<string> => {
        const made = await pay({ payment_methods: ['upi', 'card'], customer_id });
        return String(made.headers.location);
      };
      const payment = await open(customerId);
      const wrong = await merchant.post(`${payment}/confirm`, { payment_method_id: id, payment_method: 'upi' });
      expect([wrong.status, wrong.error.code, wrong.error.param]).toEqual([400, 'parameters_exclusive', 'payment_method_id']);
      const answer = await merchant.post(`${payment}/confirm`, { payment_method_id: id });
      expect(answer.json).toMatchObject({ status: 'captured', payment_method: 'card', payment_method_id: id });
      const foreign = await merchant.post(`${await open(null)}/confirm`, { payment_method_id: id });
      expect([foreign.status, foreign.error.code, foreign.error.param]).toEqual([404, 'resource_missing', 'payment_method_id']);
      const both = await merchant.post(`${await open(customerId)}/confirm`, { payment_method_id: id, card: CARD });
      expect([both.status, both.error.code, both.error.param]).toEqual([400, 'parameters_exclusive', 'card']);
    });

    it('saves what it was paid with when it is asked to, in the commit that takes the money', async () => {
      const body = { payment_method: 'card', card: CARD, customer_id: customerId, save_payment_method: true };
      const answer = await pay(body);
      expect(answer.json).toMatchObject({ status: 'captured', payment_method_id: expect.stringMatching(/^pm_/) as string });
      const { data } = (await merchant.get(`${customer}/payment_methods`)).json as unknown as { data: object[] };
      expect(data).toEqual([
        expect.objectContaining({ id: answer.json.payment_method_id, type: 'card', payment_id: answer.json.id, status: 'attached' }),
      ]);
      expect((await pay({ payment_method_id: answer.json.payment_method_id })).json).toMatchObject({ status: 'captured' });
    });

    it('saves nothing when it is declined, and needs a customer to save for', async () => {
      const upi = { payment_method: 'upi', upi: { vpa: 'insufficient@sandbox' }, save_payment_method: true };
      expect((await pay({ ...upi, customer_id: customerId })).json).toMatchObject({ status: 'failed', payment_method_id: null });
      expect(await listed()).toEqual([]);
      const answer = await pay(upi);
      expect([answer.status, answer.error.param]).toEqual([400, 'customer_id']);
    });

    it('is declined as the saved instrument is', async () => {
      const id = await save({ upi: { vpa: 'insufficient@sandbox' } });
      const { json } = await pay({ payment_method_id: id, customer_id: customerId });
      expect(json).toMatchObject({ status: 'failed', payment_method: 'upi' });
    });

    it('says that the customer is in the other mode, to their own account only', async () => {
      const { id: customer_id } = (await merchant.with(hundi.liveKey).post('/v1/customers', { name: 'Asha' })).json;
      const asked = { amount: 50000, currency: 'INR', payment_method: 'upi', customer_id };
      const missing = { code: 'resource_missing', param: 'customer_id' };
      expect((await pay(asked)).error).toMatchObject({ ...missing, hint: 'The object exists in live mode. Use a live key.' });
      const { error } = await merchant.with(hundi.otherTestKey).post('/v1/payments', asked);
      expect(error).toMatchObject({ ...missing, hint: ERRORS.resource_missing.hint });
    });

    it('says that the saved instrument is in the other mode, to its own account only', async () => {
      const asked = { amount: 50000, currency: 'INR', payment_method_id: await save({ upi: { vpa: 'success@sandbox' } }) };
      const hintOf = async (key: string) => {
        const { id: customer_id } = (await merchant.with(key).post('/v1/customers', { name: 'Ravi' })).json;
        return (await merchant.with(key).post('/v1/payments', { ...asked, customer_id })).error.hint;
      };
      expect(await hintOf(hundi.liveKey)).toBe('The object exists in test mode. Use a test key.');
      expect(await hintOf(hundi.otherTestKey)).toBe(ERRORS.resource_missing.hint);
    });

    it.each<[string, () => Promise<object>, number, string]>([
      ['an unknown customer', async () => ({ payment_method: 'upi', customer_id: changedLast(customerId) }), 404, 'customer_id'],
      ['an unknown instrument', async () => ({ payment_method_id: `pm_${customerId.slice(5)}` }), 404, 'payment_method_id'],
      [
        'an instrument of another customer',
        async () => {
          const other = (await merchant.customer({ name: 'Ravi' })).split('/').at(-1);
          return { payment_method_id: await save({ card: CARD }), customer_id: other };
        },
        404,
        'payment_method_id',
      ],
      [
        'an instrument that was removed',
        async () => {
          const id = await save({ card: CARD });
          await merchant.delete(`${customer}/payment_methods/${id}`);
          return { payment_method_id: id };
        },
        404,
        'payment_method_id',
      ],
      [
        'an instrument of another method',
        async () => ({ payment_method: 'upi', payment_method_id: await save({ card: CARD }) }),
        400,
        'payment_method_id',
      ],
    ])('is refused for %s', async (_what, bodyOf, status, param) => {
      const answer = await pay(await bodyOf());
      expect([answer.status, answer.error.param]).toEqual([status, param]);
    });
  });
});
