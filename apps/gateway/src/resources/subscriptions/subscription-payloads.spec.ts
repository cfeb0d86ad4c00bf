import type { CreateSubscriptionPayload } from '#contracts';
import { sealNothing } from '../../personal-data/encrypt-for';
import {
  CARD,
  CUSTOMER,
  DAY,
  MANDATE,
  MONTHLY,
  NOW,
  NOW_MS,
  OF_PLAN,
  PLAN,
  SAVED,
  SMALLEST,
  newIds,
  payloadOf,
  problemsOfBody,
  readBody,
} from '../../../test/subscription-bodies';
import { openSealer } from './subscription-payloads';

describe('the body of a new subscription', () => {
  it('needs a customer and a price', () => {
    expect(payloadOf(SMALLEST)).toEqual(MONTHLY);
    expect(payloadOf({ customer_id: CUSTOMER, plan_id: PLAN })).toEqual(OF_PLAN);
    expect(problemsOfBody({})).toEqual(['customer_id parameter_missing', 'plan_id parameter_missing']);
  });

  it('takes null and empty texts for what was not given', () => {
    const nothing = { plan_id: null, items: null, trial_days: null, upi: null, retry_schedule: null, metadata: null, quantity: null };
    expect(payloadOf({ ...SMALLEST, ...nothing, description: '', reference_id: '' })).toEqual(MONTHLY);
  });

  it('has every field of its own', () => {
    const body = {
      ...SMALLEST,
      currency: 'usd',
      interval: 'quarterly',
      interval_count: 2,
      name: 'Gold',
      tax: { sac: '998431', rate_bps: 1_800 },
      quantity: 3,
      total_count: 12,
      start_at: NOW + DAY,
      trial_days: 14,
      billing_anchor_day: 31,
      first_period: 'free',
      category: 'insurance',
      collection: 'send_invoice',
      days_until_due: 0,
      upfront_items: [{ amount: 10_000 }, { description: 'Set-up', amount: 500, quantity: 2 }],
      authorize_by_at: NOW + 90 * DAY,
      cancel_at: NOW + 2 * DAY,
      notify_customer: false,
      description: 'Gold membership',
      reference_id: 'gold-1001',
      metadata: { tier: 'gold' },
      return_url: 'https://shop.example/return',
    };
    expect(payloadOf(body)).toEqual({
      ...MONTHLY,
      price: {
        name: 'Gold',
        amount: 49_900,
        currency: 'USD',
        interval: { unit: 'month', count: 6 },
        tax: { sac: '998431', rateBps: 1_800, behavior: 'inclusive' },
      },
      quantity: 3,
      totalCount: 12,
      startsAtMs: NOW_MS + DAY * 1_000,
      trialDays: 14,
      anchorDay: 31,
      firstPeriod: 'free',
      category: 'insurance',
      collection: 'send_invoice',
      daysUntilDue: 0,
      upfrontItems: [
        { amount: 10_000, quantity: 1 },
        { description: 'Set-up', amount: 500, quantity: 2 },
      ],
      authorizeByMs: NOW_MS + 90 * DAY * 1_000,
      cancelAt: NOW_MS + 2 * DAY * 1_000,
      notifyCustomer: false,
      description: 'Gold membership',
      referenceId: 'gold-1001',
      metadata: { tier: 'gold' },
      returnUrl: 'https://shop.example/return',
    });
  });

  it.each<[string, object, Partial<CreateSubscriptionPayload>]>([
    ['a method', { payment_method: 'card' }, { method: 'card' }],
    ['netbanking, which is eNACH', { payment_method: 'netbanking' }, { method: 'enach' }],
    ['a list of one method', { payment_methods: ['netbanking', 'enach'] }, { method: 'enach', methods: ['enach'] }],
    ['methods to choose from', { payment_methods: ['card', 'upi'] }, { method: 'card', methods: ['card', 'upi'] }],
    ['a UPI address', { upi: { vpa: 'Mandate.OK@sandbox' } }, { instrument: { method: 'upi', vpa: 'mandate.ok@sandbox' } }],
    ['an instrument that is empty', { card: {} }, { method: 'card' }],
    ['a saved instrument', { payment_method_id: SAVED }, { paymentMethodId: SAVED }],
    ['a saved card', { card: { payment_method_id: SAVED } }, { method: 'card', paymentMethodId: SAVED }],
    ['a mandate', { mandate_id: MANDATE, mandate_max_amount: 60_000 }, { mandateId: MANDATE, mandateMaxAmount: 60_000 }],
  ])('is paid by %s', (_what, body, expected) => {
    expect(payloadOf({ ...SMALLEST, ...body })).toEqual({ ...MONTHLY, ...expected });
  });

  it('seals the number of a bank account, and drops that of a card', () => {
    const enach = payloadOf({ ...SMALLEST, enach: { bank: 'sbxs', account_number: '50100012345678' } });
    expect(enach.instrument).toMatchObject({ method: 'enach', account: { bank: 'SBXS', number: '*50100012345678*', last4: '5678' } });
    expect(JSON.stringify(payloadOf({ ...SMALLEST, card: CARD }))).not.toContain(CARD.number);
  });
});

describe('a customer who is made with the subscription', () => {
  const WITH_CUSTOMER = { amount: 49_900, interval: 'month', customer: { name: 'Asha Verma', phone: '9876543210' } };

  it('has an id of its own, and is sealed', () => {
    expect(payloadOf(WITH_CUSTOMER)).toEqual({
      ...MONTHLY,
      customerId: 'customer_new',
      customer: { name: '*Asha Verma*', phone: '*+919876543210*' },
    });
  });

  it('gets a key; of a known customer only the bank account is sealed', async () => {
    const keys: string[] = [];
    const sealer = (name: string) => async (id: string | null) => (keys.push(`${name} ${id}`), sealNothing);
    const call = { newIds: newIds(), sealerOf: sealer('existing'), newSealerOf: sealer('new') };
    await openSealer(readBody(WITH_CUSTOMER).value, call);
    await openSealer(readBody(SMALLEST).value, call);
    await openSealer(readBody({ ...SMALLEST, enach: { bank: 'SBXS' } }).value, call);
    expect(keys).toEqual(['new customer_new', `existing ${CUSTOMER}`]);
  });

  it.each<[string, object, string[]]>([
    ['nothing to recognize them by', { customer: {} }, ['customer.name parameter_missing']],
    ['a wrong phone number', { customer: { phone: '123' } }, ['customer.phone phone_invalid']],
    [
      'a state that is none',
      { customer: { name: 'A', address: { state: 'X', country: 'IN' } } },
      ['customer.address.state parameter_invalid'],
    ],
    ['another one too', { customer_id: CUSTOMER }, ['customer parameters_exclusive']],
    ['no object', { customer: 5 }, ['customer parameter_invalid']],
    ['the id of something else', { customer: PLAN }, ['customer parameter_invalid']],
  ])('is refused with %s', (_what, body, problems) => {
    expect(problemsOfBody({ ...WITH_CUSTOMER, ...body })).toEqual(problems);
  });
});
