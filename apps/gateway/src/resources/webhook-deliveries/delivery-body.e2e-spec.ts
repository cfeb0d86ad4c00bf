import { eventually, hundiUnderTest } from '#testing';
import { Merchant, newKey } from '../../../test/merchant';
import { Receiver } from '../../../test/receiver';

const hundi = hundiUnderTest();

describe('the body of a webhook', () => {
  let merchant: Merchant;
  let receiver: Receiver;
  let endpoint: string;
  let secret: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    receiver = await Receiver.open();
    const body = { url: receiver.url(newKey()), enabled_events: ['payment.captured'] };
    const { headers, json } = await merchant.post('/v1/webhook_endpoints', body);
    [endpoint, secret] = [String(headers.location), String(json.secret)];
  });
  afterAll(async () => {
    await merchant.delete(endpoint);
    await receiver.close();
  });

  /** The usual mistake of a receiver: it verifies what its framework has parsed (docs/reference/webhooks.md, The event). */
  it('is the same after parsing and writing it again, and is shown so in the log of attempts', async () => {
    const { json } = await merchant.post('/v1/payments', {
      amount: 50_000,
      currency: 'INR',
      payment_method: 'upi',
      description: 'tab\t, "quotes", 😀 and \u2028',
      customer: { name: 'Aśvin "the 1st" 🪷\\', email: 'asvin@example.com' },
      metadata: { z: 1.5e-7, '10': true, '2': 'two', a: -0, 'ключ.1': '1e3' },
    });
    const paymentId = String(json.id);
    const [webhook] = await receiver.about(paymentId, secret, 1);
    const body = webhook?.body.toString() ?? '';
    expect(body).toContain('Aśvin');
    expect(JSON.stringify(JSON.parse(body))).toBe(body);
    const deliveries = `${endpoint}/deliveries?resource_id=${paymentId}&status=succeeded`;
    const id = await eventually(async () => {
      const [delivery] = (await merchant.get(deliveries)).json.data as { id: string }[];
      if (delivery === undefined) throw new Error('it has not succeeded yet');
      return delivery.id;
    });
    const attempts = (await merchant.get(`/v1/webhook_deliveries/${id}/attempts`)).json.data as { request: object }[];
    expect(attempts[0]?.request).toMatchObject({ body });
  });
});
