import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const MONTHLY = { amount: 49900, interval: 'month' };
const STARTED_AT = Math.floor(Date.now() / 1000);
/** The same however late it is asked for. */
const inDays = (days: number): number => STARTED_AT + days * 86_400;

describe('(2) the habits of other APIs give the same subscription', () => {
  let merchant: Merchant;
  let customer: string;
  let plan: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = String((await merchant.post('/v1/customers', { name: 'Asha Verma' })).json.id);
    plan = String((await merchant.post('/v1/plans', { name: 'Gold', ...MONTHLY })).json.id);
  });
  /** What differs from one subscription to the next. */
  const OWN =
    /"(sub|mandate|inv)_[0-9A-Za-z]{24}"|"upi:[^"]*"|"[^"]*\/authorize\/[^"]*"|"(created|updated|start|trial_start|trial_end|expires)_at":\d+/g;
  const made = async (body: object): Promise<object> => {
    const { status, text } = await merchant.post('/v1/subscriptions', body);
    expect([status, text]).toEqual([201, expect.any(String)]);
    return JSON.parse(text.replace(OWN, (own) => (own.endsWith('"') ? '"own"' : own.replace(/\d+$/, '0')))) as object;
  };
  const ours = (body: object = {}): Promise<object> => made({ customer_id: customer, plan_id: plan, ...body });

  it.each<[string, () => object, () => object]>([
    ['customer as an id', () => ({ customer_id: undefined, customer }), () => ({})],
    ['items with a plan', () => ({ plan_id: undefined, items: [{ price: plan, quantity: 2 }] }), () => ({ quantity: 2 })],
    [
      'items with a price',
      () => ({
        plan_id: undefined,
        items: [
          {
            price_data: {
              unit_amount: 129900,
              currency: 'inr',
              recurring: { interval: 'month', interval_count: 3 },
              product_data: { name: 'Gold' },
            },
          },
        ],
      }),
      () => ({ plan_id: undefined, amount: 129900, interval: 'quarterly', name: 'Gold' }),
    ],
    ['trial_period_days', () => ({ trial_period_days: 14 }), () => ({ trial_days: 14 })],
    ['trial_end', () => ({ trial_end: inDays(14) }), () => ({ trial_end_at: inDays(14) })],
    ['cancel_at_period_end', () => ({ cancel_at_period_end: true }), () => ({ cancel_at: 'period_end' })],
    ['collection_method', () => ({ collection_method: 'send_invoice' }), () => ({ collection: 'send_invoice' })],
    ['proration_behavior', () => ({ proration_behavior: 'none' }), () => ({})],
    ['customer_notify', () => ({ total_count: 12, customer_notify: 0 }), () => ({ total_count: 12, notify_customer: false })],
    ['notes', () => ({ notes: { tier: 'gold' } }), () => ({ metadata: { tier: 'gold' } })],
    [
      'addons',
      () => ({ addons: [{ item: { name: 'Delivery', amount: 30000, currency: 'INR' } }] }),
      () => ({ upfront_items: [{ description: 'Delivery', amount: 30000 }] }),
    ],
    [
      'expire_by',
      () => ({ return_url: 'https://shop.example', expire_by: inDays(2) }),
      () => ({ return_url: 'https://shop.example', authorize_by_at: inDays(2) }),
    ],
  ])('%s', async (_habit, theirs, own) => {
    expect(await ours(theirs())).toEqual(await ours(own()));
  });

  it('billing_cycle_anchor: the day in India counts', async () => {
    const { json } = await merchant.post('/v1/subscriptions', {
      customer_id: customer,
      plan_id: plan,
      billing_cycle_anchor: 1_798_657_200,
    });
    expect(json.billing_anchor_day).toBe(31);
  });

  it('default_payment_method', async () => {
    const { id } = (await merchant.post(`/v1/customers/${customer}/payment_methods`, { upi: { vpa: 'success@sandbox' } })).json;
    const of = (name: string) => merchant.post('/v1/subscriptions', { customer_id: customer, plan_id: plan, [name]: id });
    expect([(await of('default_payment_method')).json, (await of('payment_method_id')).json]).toMatchObject([
      { default_payment_method_id: id },
      { default_payment_method_id: id },
    ]);
  });

  it('offer_id, which would reduce the price, is refused', async () => {
    const answer = await merchant.post('/v1/subscriptions', { customer_id: customer, plan_id: plan, offer_id: 'offer_1' });
    expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'offer_id parameter_unknown']);
  });
});
