import { PAYMENT_ATTEMPTS_MAX } from '#contracts';
import { hundiUnderTest } from '#testing';
import type { Answer } from '../../test/api-client';
import { Merchant } from '../../test/merchant';

const hundi = hundiUnderTest();
const INR = { amount: 50000, currency: 'INR' };
const upi = (vpa: string) => ({ ...INR, payment_method: 'upi', upi: { vpa } });
const CARD = { number: '4999000000000005', expiry_month: 12, expiry_year: 2035, cvv: '123' };

/** What is asked of a payment in each status, with the least body that the route takes. */
const ACTIONS: Readonly<Record<string, object>> = {
  capture: {},
  cancel: {},
  submit_otp: { otp: '111000' },
  confirm: { payment_method: 'upi' },
  sync: {},
};
const REFUNDS: readonly object[] = [{}, { amount: 100 }, { amount: 60000 }];

describe('hints of refusals in each status of a payment', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  const create = async (body: object, act?: { path: string; body: object }): Promise<string> => {
    const { json } = await merchant.post('/v1/payments', body);
    if (act !== undefined) await merchant.post(act.path.replace('{id}', json.id as string), { ...act.body });
    return json.id as string;
  };
  const refund = async (body: object): Promise<string> => {
    const id = await create({ ...INR, payment_method: 'upi' });
    await merchant.post('/v1/refunds', { payment_id: id, ...body });
    return id;
  };

  const payments: Readonly<Record<string, () => Promise<string>>> = {
    created: () => create({ ...INR, payment_methods: ['upi', 'card'] }),
    'requires_action (UPI)': () => create(upi('expired@sandbox')),
    'requires_action (one-time password)': () =>
      create({ ...INR, payment_method: 'card', card: CARD, return_url: 'http://localhost:3000/back' }),
    processing: () => create(upi('pending@sandbox')),
    authorized: () => create({ ...INR, payment_method: 'card', capture_method: 'manual' }),
    captured: () => create({ ...INR, payment_method: 'upi' }),
    'captured, refunded in part': () => refund({ amount: 100 }),
    'captured, refund pending': () => refund({ metadata: { sandbox_outcome: 'pending' } }),
    refunded: () => refund({}),
    failed: () => create(upi('insufficient@sandbox')),
    cancelled: () => create({ ...INR, payment_methods: ['upi'] }, { path: '/v1/payments/{id}/cancel', body: {} }),
    expired: () =>
      create({ ...INR, payment_methods: ['upi'] }, { path: '/v1/test_helpers/payments/{id}/simulate', body: { outcome: 'expired' } }),
  };

  /** The routes that the hint tells to call, each tried without effect. */
  const followHint = async (hint: string, id: string): Promise<string[]> => {
    const failed: string[] = [];
    for (const [, method = '', path = ''] of hint.matchAll(/\b(GET|POST) (\/v1\/[a-z_/{}]+)/g)) {
      const route = path.replace('{id}', id);
      const action = route.split('/').at(-1) ?? '';
      const body = { ...(ACTIONS[action] ?? (action === 'refunds' ? { payment_id: id } : INR)) };
      const answer = method === 'GET' ? await merchant.get(route) : await merchant.post(`${route}?dry_run=true`, body);
      if (answer.status >= 400) failed.push(`${method} ${path}: ${answer.text}`);
    }
    return failed;
  };

  it.each(Object.keys(payments))('name only routes that the payment allows: %s', async (status) => {
    const id = (await payments[status]?.()) ?? '';
    const { json } = await merchant.get(`/v1/payments/${id}`);
    expect(json.status).toBe(/^[a-z_]+/.exec(status)?.[0]);
    const answers = [
      ...(await Promise.all(
        Object.entries(ACTIONS).map(([action, body]) => merchant.post(`/v1/payments/${id}/${action}?dry_run=true`, { ...body })),
      )),
      ...(await Promise.all(REFUNDS.map((body) => merchant.post('/v1/refunds?dry_run=true', { payment_id: id, ...body })))),
    ];
    const refusals = answers.filter((answer) => answer.status >= 400);
    expect(refusals.length).toBeGreaterThan(0);
    for (const { error, json } of refusals) {
      expect(await followHint(error.hint ?? '', id)).toEqual([]);
      if ((json.error as { amount_available: number | null }).amount_available === 0)
        expect(error.hint).not.toContain('at most amount_available');
    }
  });

  describe('of the decline after which no attempt is left', () => {
    const DECLINED = { payment_method: 'upi', upi: { vpa: 'insufficient@sandbox' } };

    /** The answers to the last attempt and to one more. */
    const useUp = async (id: string): Promise<Answer[]> => {
      const { json } = await merchant.get(`/v1/payments/${id}`);
      const answers: Answer[] = [];
      for (let number = Number(json.attempt_count); number <= PAYMENT_ATTEMPTS_MAX; number++)
        answers.push(await merchant.post(`/v1/payments/${id}/confirm`, DECLINED));
      expect(answers.slice(-3).map(({ status }) => status)).toEqual([402, 402, 400]);
      expect(answers.at(-3)?.error.hint).toContain('/confirm');
      return answers.slice(-2);
    };

    it('name another payment in place of another confirmation', async () => {
      const id = await create({ ...INR, payment_methods: ['upi'] });
      for (const { error } of await useUp(id)) expect(error.hint).toBe('Create another payment: POST /v1/payments.');
    });

    it('name the invoice that the payment was to pay', async () => {
      const customer = (await merchant.customer({ name: 'Asha Rao' })).split('/').at(-1);
      const body = { customer_id: customer, currency: 'INR', lines: [{ description: 'Tea', amount: 50000 }] };
      const invoice = await merchant.post('/v1/invoices', body);
      const path = `/v1/invoices/${String(invoice.json.id)}/pay`;
      const { json } = await merchant.post(path, DECLINED);
      for (const { error } of await useUp((json.error as { payment_id: string }).payment_id))
        expect(error.hint).toBe('Pay the invoice again: POST /v1/invoices/{id}/pay.');
      expect((await merchant.post(path, { payment_method: 'upi' })).json).toMatchObject({ status: 'paid' });
    });
  });
});
