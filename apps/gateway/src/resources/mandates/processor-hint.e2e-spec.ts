import { hundiUnderTest } from '#testing';
import type { Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const PAYMENT = { amount: 49900, currency: 'INR', payment_method: 'upi' };
const SUBSCRIPTION = { amount: 49900, interval: 'month' };

describe('the processor that a caller asks for, in test mode', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = String((await merchant.post('/v1/customers', { name: 'Asha' })).json.id);
  });
  const mandate = (body: object): Promise<Answer> => {
    const ends_at = Math.floor(Date.now() / 1000) + 31_536_000;
    return merchant.post('/v1/mandates', { customer_id: customer, method: 'upi', max_amount: 49900, ends_at, ...body });
  };
  const subscription = (body: object): Promise<Answer> =>
    merchant.post('/v1/subscriptions', { customer_id: customer, ...SUBSCRIPTION, ...body });

  it('is the sandbox, for mandates and subscriptions as for payments', async () => {
    expect((await mandate({ processor: 'sandbox' })).json).toMatchObject({ status: 'active', processor: 'sandbox' });
    expect((await subscription({ processor: 'sandbox' })).json.status).toBe('active');
  });

  it('is refused as that of a payment where there is none of the name', async () => {
    const { error } = await merchant.post('/v1/payments', { ...PAYMENT, processor: 'paytm' });
    expect(error).toMatchObject({ code: 'parameter_invalid', param: 'processor', reason: 'processor_unknown' });
    const { code, param, message } = error;
    const refused = [await mandate({ processor: 'paytm' }), await subscription({ processor: 'paytm' })];
    refused.push(await subscription({ processor: 'paytm', payment_methods: ['upi', 'card'] }));
    for (const answer of refused)
      expect([answer.status, answer.error]).toMatchObject([400, { code, param, reason: 'processor_unknown', message }]);
  });
});
