import { eventually, hundiUnderTest } from '#testing';
import type { Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const CARD = { number: '4111 1111 1111 1111', expiry_month: 12, expiry_year: 2035, cvv: '123' };
const FINGERPRINT = /^[\w-]{22}$/;

type Saved = { id: string; fingerprint: string | null };

describe('an instrument that a customer saves again', () => {
  let merchant: Merchant;
  let customer: string;
  let customer_id: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  beforeEach(async () => {
    customer = await merchant.customer({ name: 'Asha' });
    customer_id = customer.split('/').at(-1) ?? '';
  });
  const save = (body: object, of = customer, by = merchant): Promise<Answer> => by.post(`${of}/payment_methods`, body);
  const listed = async (): Promise<Saved[]> =>
    ((await merchant.get(`${customer}/payment_methods?limit=100`)).json as unknown as { data: Saved[] }).data;
  const pay = (body: object): Promise<Answer> =>
    merchant.post('/v1/payments', { amount: 50_000, currency: 'INR', customer_id, save_payment_method: true, ...body });
  const eventsOf = async (id: string): Promise<Answer> => merchant.get(`/v1/events?object_id=${id}&order=asc`);

  it('is the saved one, whatever the way it is written', async () => {
    const [first, again] = [await save({ upi: { vpa: 'asha@ybl' } }), await save({ upi: { vpa: 'ASHA@ybl' } })];
    expect([first.status, again.status, again.json]).toEqual([201, 200, first.json]);
    const cards = [await save({ card: CARD }), await save({ card: { ...CARD, number: '4111-1111-1111-1111', cvv: '000', name: 'A' } })];
    expect([cards[1]?.status, cards[1]?.json]).toEqual([200, cards[0]?.json]);
    expect(await listed()).toHaveLength(2);
  });

  it('is saved once by requests that come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => save({ card: CARD })));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await listed()).toHaveLength(1);
  });

  it('is saved once by payments, each of which names the saved one', async () => {
    const { id } = (await save({ card: CARD })).json;
    const created = await pay({ payment_method: 'card', card: CARD });
    const open = String((await pay({})).headers.location);
    const confirmed = await merchant.post(`${open}/confirm`, { payment_method: 'card', card: CARD });
    const upi = await Promise.all([1, 2, 3].map(() => pay({ payment_method: 'upi', upi: { vpa: 'asha@ybl' } })));
    expect([created.json.payment_method_id, confirmed.json.payment_method_id]).toEqual([id, id]);
    expect(new Set(upi.map(({ json }) => json.payment_method_id)).size).toBe(1);
    expect((await listed()).map((method) => method.id).sort()).toEqual([id, upi[0]?.json.payment_method_id].sort());
    expect((await merchant.get(String(created.headers.location))).json.payment_method_id).toBe(id);
  });

  it('is new once it was removed', async () => {
    const { id } = (await save({ card: CARD })).json;
    await merchant.delete(`${customer}/payment_methods/${String(id)}`);
    const again = await save({ card: CARD });
    expect([again.status, again.json.id === id]).toEqual([201, false]);
  });

  it('gets the new expiry date of its card, and says so in an event', async () => {
    const { id } = (await save({ card: CARD })).json;
    const renewed = await save({ card: { ...CARD, expiry_month: 6, expiry_year: 2041 } });
    expect([renewed.status, renewed.json]).toMatchObject([200, { id, card: { expiry: '06/2041' }, sequence: 2 }]);
    expect(await listed()).toEqual([expect.objectContaining({ id, card: expect.objectContaining({ expiry: '06/2041' }) as object })]);
    await eventually(async () => {
      expect((await eventsOf(String(id))).json.data).toMatchObject([
        { type: 'payment_method.attached' },
        { type: 'payment_method.updated', data: { previous_attributes: { card: { expiry: '12/2035' } } } },
      ]);
    });
    await pay({ payment_method: 'card', card: { ...CARD, expiry_year: 2042 } });
    expect((await listed())[0]).toMatchObject({ id, card: { expiry: '12/2042' } });
  });

  it('is refused as a card that has expired', async () => {
    const { status, error } = await save({ card: { ...CARD, expiry_month: 1, expiry_year: 2026 } });
    expect([status, error.code, error.param, error.message]).toEqual([
      400,
      'parameter_invalid',
      'card.expiry_year',
      'The card has expired and cannot be saved.',
    ]);
    expect(await listed()).toEqual([]);
  });

  describe('its fingerprint', () => {
    const fingerprintOf = async (body: object, of = customer, by = merchant): Promise<string> =>
      String((await save(body, of, by)).json.fingerprint);

    it('is the same for every customer of the account, and another one for every other instrument and account', async () => {
      const other = await merchant.customer({ name: 'Ravi' });
      const elsewhere = merchant.with(hundi.otherTestKey);
      const stranger = await elsewhere.customer({ name: 'Asha' });
      const [own, others, foreign] = [
        await fingerprintOf({ card: CARD }),
        await fingerprintOf({ card: { ...CARD, expiry_year: 2040 } }, other),
        await fingerprintOf({ card: CARD }, stranger, elsewhere),
      ];
      expect([own, others === own, foreign === own]).toEqual([expect.stringMatching(FINGERPRINT), true, false]);
      expect(await fingerprintOf({ card: { ...CARD, number: '4242424242424242' } })).not.toBe(own);
      expect(await fingerprintOf({ upi: { vpa: 'asha@ybl' } })).toMatch(FINGERPRINT);
    });

    it('is that of the instrument that a payment saved', async () => {
      const { json } = await pay({ payment_method: 'card', card: CARD });
      const other = await merchant.customer({ name: 'Ravi' });
      expect((await listed()).map(({ fingerprint }) => fingerprint)).toEqual([await fingerprintOf({ card: CARD }, other)]);
      expect((await listed())[0]?.id).toBe(json.payment_method_id);
    });

    it('cannot be read once its customer is deleted, neither in the object nor in its events', async () => {
      const { id, fingerprint } = (await save({ card: CARD })).json;
      await eventually(async () => expect((await eventsOf(String(id))).text).toContain(String(fingerprint)));
      await merchant.delete(customer);
      await eventually(async () => {
        const { json, text } = await eventsOf(String(id));
        expect(text).not.toContain(String(fingerprint));
        expect(json.data).toMatchObject([{ data: { object: { fingerprint: null } } }, { type: 'payment_method.detached' }]);
      });
    });
  });
});

describe('a payment that saves its instrument', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = await merchant.customer({ name: 'Asha' });
  });
  const pay = (body: object): Promise<Answer> =>
    merchant.post('/v1/payments', { amount: 10_000, currency: 'INR', save_payment_method: true, ...body });

  it('keeps the id of the saved method when it is cancelled', async () => {
    const customer_id = customer.split('/').at(-1);
    const { json, headers } = await pay({ payment_method: 'card', card: CARD, capture_method: 'manual', customer_id });
    expect([json.status, json.payment_method_id]).toEqual(['authorized', expect.stringMatching(/^pm_/)]);
    const cancelled = await merchant.post(`${String(headers.location)}/cancel`, {});
    expect(cancelled.json).toMatchObject({ status: 'cancelled', payment_method_id: json.payment_method_id });
    expect((await merchant.get(`${customer}/payment_methods/${String(json.payment_method_id)}`)).json.status).toBe('attached');
  });

  it('names no saved method when its customer was deleted before the money came', async () => {
    const gone = await merchant.customer({ name: 'Gone' });
    const customer_id = gone.split('/').at(-1);
    const { json } = await pay({ payment_method: 'upi', upi: { vpa: 'pending@sandbox' }, customer_id });
    expect(json.status).toBe('processing');
    await merchant.delete(gone);
    const paid = await merchant.post(`/v1/test_helpers/payments/${String(json.id)}/simulate`, { outcome: 'captured' });
    expect(paid.json).toMatchObject({ status: 'captured', payment_method_id: null });
  });
});
