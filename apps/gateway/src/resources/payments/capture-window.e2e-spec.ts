import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import type { Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const MANUAL = { amount: 50000, currency: 'INR', payment_method: 'upi', capture_method: 'manual' };
const DAYS_3 = 259_200;

/** How long the payment may still be captured from its authorization on, seconds. */
const windowOf = ({ json }: Answer): number => Number(json.capture_before_at) - Number(json.authorized_at);

describe('capture_window_seconds of POST /v1/payments', () => {
  let merchant: Merchant;
  const create = (body: object): Promise<Answer> => merchant.post('/v1/payments', body);
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  describe('201', () => {
    it.each([720, 86_400, 604_800])('of %s seconds is shown, and counts from the authorization', async (capture_window_seconds) => {
      const created = await create({ ...MANUAL, capture_window_seconds });
      expect([created.status, created.json.status]).toEqual([201, 'authorized']);
      expect([created.json.capture_window_seconds, windowOf(created)]).toEqual([capture_window_seconds, capture_window_seconds]);
      expect((await merchant.get(String(created.headers.location))).text).toBe(created.text);
    });

    it('is known before the customer pays, stays through the confirmation, and is in every event', async () => {
      const { payment_method, ...open } = MANUAL;
      const created = await create({ ...open, payment_methods: [payment_method], capture_window_seconds: 3_600 });
      expect(created.json).toMatchObject({ status: 'created', capture_window_seconds: 3_600, capture_before_at: null });
      const path = String(created.headers.location);
      const confirmed = await merchant.post(`${path}/confirm`, { payment_method });
      expect([confirmed.json.status, confirmed.json.capture_window_seconds, windowOf(confirmed)]).toEqual(['authorized', 3_600, 3_600]);
      const { data } = (await merchant.get(`${path}/events`)).json as { data: { data: { object: Record<string, unknown> } }[] };
      expect(data.length).toBeGreaterThan(1);
      expect(new Set(data.map((event) => event.data.object.capture_window_seconds))).toEqual(new Set([3_600]));
    });

    it.each([
      ['without it', {}],
      ['with null', { capture_window_seconds: null }],
    ])('%s is that of the installation', async (_what, more) => {
      const created = await create({ ...MANUAL, ...more });
      expect([created.json.capture_window_seconds, windowOf(created)]).toEqual([DAYS_3, DAYS_3]);
    });

    it('is null with automatic capture', async () => {
      const created = await create({ ...MANUAL, capture_method: 'automatic', capture_window_seconds: null });
      expect(created.json).toMatchObject({ status: 'captured', capture_window_seconds: null, capture_before_at: null });
    });

    it('stays on a payment that is captured, when there is nothing left to capture', async () => {
      const payment = await merchant.authorized({ capture_window_seconds: 720 });
      const captured = await merchant.post(`${payment}/capture`);
      expect(captured.json).toMatchObject({ status: 'captured', capture_window_seconds: 720, capture_before_at: null });
    });
  });

  describe('400', () => {
    it.each<[string, unknown]>([
      ['a second less than 12 minutes', 719],
      ['a second more than 7 days', 604_801],
      ['words', '3 days'],
      ['a numeral in text', '3600'],
      ['a fraction', 720.5],
      ['a negative number', -3_600],
      ['true', true],
    ])('refuses %s, with the bounds as a person reads them', async (_what, capture_window_seconds) => {
      const answer = await create({ ...MANUAL, capture_window_seconds });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'capture_window_seconds parameter_invalid']);
      expect(answer.error.message).toBe(
        'capture_window_seconds must be a whole number of seconds from 720 (12 minutes) to 604800 (7 days).',
      );
    });

    it('refuses it with automatic capture', async () => {
      const answer = await create({ ...MANUAL, capture_method: 'automatic', capture_window_seconds: 3_600 });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'capture_window_seconds parameters_exclusive']);
      expect(answer.error.message).toBe('capture_window_seconds does not go with capture_method automatic, only with manual.');
    });

    it('names capture_method to who leaves it out', async () => {
      const { capture_method: _out, ...automatic } = MANUAL;
      const answer = await create({ ...automatic, capture_window_seconds: 3_600 });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'capture_method parameter_missing']);
      expect(answer.error.message).toBe('capture_method must be manual when capture_window_seconds is given.');
    });
  });

  it('is fixed with the payment: PATCH refuses it', async () => {
    const payment = await merchant.authorized({ capture_window_seconds: 720 });
    const patched = await merchant.patch(payment, { capture_window_seconds: 604_800, description: 'Order 1001' });
    expect([patched.status, ...problemsOf(patched)]).toEqual([400, 'capture_window_seconds parameter_unknown']);
    const shown = await merchant.get(payment);
    expect([shown.json.capture_window_seconds, windowOf(shown)]).toEqual([720, 720]);
  });
});
