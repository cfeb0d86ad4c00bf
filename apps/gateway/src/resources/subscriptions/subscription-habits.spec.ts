import type { CreateSubscriptionPayload } from '#contracts';
import {
  CUSTOMER,
  DAY,
  MONTHLY,
  NOW,
  NOW_MS,
  OF_PLAN,
  PLAN,
  SAVED,
  SMALLEST,
  payloadOf,
  readBody,
} from '../../../test/subscription-bodies';
import { findUnitOfPlan } from './subscription-payloads';

describe('(2) the body of a subscription as Stripe has it', () => {
  const MONTHLY_PRICE = { unit_amount: 49_900, currency: 'inr', recurring: { interval: 'month' }, product_data: { name: 'Gold' } };
  const of = (body: object) => ({ customer: CUSTOMER, items: [{ price: PLAN }], ...body });

  it('names a customer, and a plan or a price in its one item', () => {
    expect(payloadOf(of({ proration_behavior: 'none' }))).toEqual(OF_PLAN);
    expect(payloadOf(of({ items: [{ price_data: MONTHLY_PRICE, quantity: 2 }] }))).toEqual({
      ...MONTHLY,
      price: { ...MONTHLY.price, name: 'Gold' },
      quantity: 2,
    });
  });

  it.each<[string, object, Partial<CreateSubscriptionPayload>]>([
    ['trial_period_days', { trial_period_days: 14 }, { trialDays: 14 }],
    ['trial_end', { trial_end: NOW + DAY }, { trialEndsAtMs: NOW_MS + DAY * 1_000 }],
    // 31 December 2026, half past midnight in India.
    ['billing_cycle_anchor', { billing_cycle_anchor: 1_798_657_200 }, { anchorDay: 31 }],
    ['cancel_at_period_end', { cancel_at_period_end: true }, { cancelAt: 'period_end' }],
    ['cancel_at_period_end, false', { cancel_at_period_end: false }, {}],
    ['collection_method', { collection_method: 'send_invoice' }, { collection: 'send_invoice' }],
    ['collection_method, automatic', { collection_method: 'charge_automatically' }, {}],
    ['default_payment_method', { default_payment_method: SAVED }, { paymentMethodId: SAVED }],
  ])('says %s', (_what, body, expected) => {
    expect(payloadOf(of(body))).toEqual({ ...OF_PLAN, ...expected });
  });

  it('counts the day of an anchor in the unit of the price', () => {
    const anchored = { billing_cycle_anchor: 1_798_657_200 };
    expect(payloadOf({ ...SMALLEST, ...anchored, interval: 'week' }).anchorDay).toBe(4);
    expect(payloadOf(of(anchored), 'week').anchorDay).toBe(4);
  });

  it('asks for the plan only where the day depends on it', async () => {
    const paths: string[] = [];
    const call = { get: async (_service: string, path: string) => (paths.push(path), '{"interval":"week"}') };
    const unitOf = (body: object) => findUnitOfPlan(readBody(body).value, call);
    expect([await unitOf(SMALLEST), await unitOf(of({})), await unitOf(of({ billing_anchor_day: 2 }))]).toEqual([null, null, null]);
    expect([await unitOf(of({ billing_cycle_anchor: NOW })), paths]).toEqual(['week', [`/internal/plans/${PLAN}`]]);
  });
});

describe('(2) the body of a subscription as Razorpay has it', () => {
  const of = (body: object) => ({ customer_id: CUSTOMER, plan_id: PLAN, total_count: 12, quantity: 1, ...body });

  it.each<[string, object, Partial<CreateSubscriptionPayload>]>([
    ['customer_notify', { customer_notify: 1 }, {}],
    ['customer_notify, 0', { customer_notify: 0 }, { notifyCustomer: false }],
    ['start_at', { start_at: NOW + DAY }, { startsAtMs: NOW_MS + DAY * 1_000 }],
    ['expire_by', { expire_by: NOW + DAY }, { authorizeByMs: NOW_MS + DAY * 1_000 }],
    [
      'addons',
      { addons: [{ item: { name: 'Delivery', amount: 30_000, currency: 'INR' } }] },
      { upfrontItems: [{ description: 'Delivery', amount: 30_000, quantity: 1 }] },
    ],
    ['notes', { notes: { tier: 'gold' } }, { metadata: { tier: 'gold' } }],
  ])('says %s', (_what, body, expected) => {
    expect(payloadOf(of(body))).toEqual({ ...OF_PLAN, totalCount: 12, ...expected });
  });
});
