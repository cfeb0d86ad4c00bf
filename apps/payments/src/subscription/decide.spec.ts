import { SUBSCRIPTION_STATUSES, type SubscriptionCommandPayloads, type SubscriptionStatus } from '#contracts';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const START = '2026-11-25T00:30:00Z';
const LATE = { price: { ...GOLD, amount: 201 }, trialDays: 30 };

/** How a subscription comes to each status. */
const GIVEN: Readonly<Record<SubscriptionStatus, (one: SubscriptionLife) => string>> = {
  created: (one) => one.subscribe({ returnUrl: 'https://shop.example' }),
  authenticated: (one) => one.subscribe({ trialDays: 14 }),
  active: (one) => one.subscribe(),
  past_due: (one) => passed(one, one.subscribe(LATE), 30.1),
  halted: (one) => passed(one, one.subscribe(LATE), 40),
  paused(one) {
    const id = one.subscribe();
    one.send('subscriptions.pause', id, { from: 'now' });
    return id;
  },
  cancelled(one) {
    const id = one.subscribe();
    one.cancel(id);
    return id;
  },
  completed: (one) => passed(one, one.subscribe({ totalCount: 1 }), 40),
  expired: (one) => passed(one, one.subscribe({ returnUrl: 'https://shop.example' }), 8),
};

function passed(one: SubscriptionLife, id: string, days: number): string {
  one.days(days);
  return id;
}

type Asked = {
  [TType in keyof SubscriptionCommandPayloads]: [TType, SubscriptionCommandPayloads[TType]];
}[keyof SubscriptionCommandPayloads];
const GOOD = { instrument: { method: 'upi', flow: 'collect', vpa: 'success@sandbox' }, methods: ['upi'] } as const;
const CONFLICT = 'state_conflict';

/** The statuses that a command leads to from each, in the order of GIVEN, or the codes of what it is refused for. */
const TABLE: readonly [string, Asked, string[]][] = [
  [
    'update',
    ['subscriptions.update', { proration: 'prorate', overLimit: 'reauthorize', description: 'All of it' }],
    [CONFLICT, 'authenticated', 'active', 'past_due', 'halted', 'paused', CONFLICT, CONFLICT, CONFLICT],
  ],
  [
    'cancel',
    ['subscriptions.cancel', { at: 'now', refund: 'none', openInvoices: 'keep' }],
    [...Array<string>(6).fill('cancelled'), CONFLICT, CONFLICT, CONFLICT],
  ],
  [
    'cancel at the end of the period',
    ['subscriptions.cancel', { at: 'period_end', refund: 'none', openInvoices: 'keep' }],
    ['created', 'authenticated', 'active', 'past_due', 'halted', 'paused', CONFLICT, CONFLICT, CONFLICT],
  ],
  [
    'pause',
    ['subscriptions.pause', { from: 'now' }],
    [CONFLICT, CONFLICT, 'paused', 'paused', CONFLICT, CONFLICT, CONFLICT, CONFLICT, CONFLICT],
  ],
  ['resume', ['subscriptions.resume', {}], [...Array<string>(5).fill(CONFLICT), 'active', CONFLICT, CONFLICT, CONFLICT]],
  [
    'retry',
    ['subscriptions.retry', {}],
    ['parameter_missing', CONFLICT, CONFLICT, 'past_due', 'halted', CONFLICT, CONFLICT, CONFLICT, CONFLICT],
  ],
  [
    'retry with an instrument',
    ['subscriptions.retry', { payment: { ...GOOD, methods: ['upi'] } }],
    ['created', CONFLICT, CONFLICT, 'active', 'active', CONFLICT, CONFLICT, CONFLICT, CONFLICT],
  ],
  [
    'a method that its customer was not offered',
    ['subscriptions.choose_method', { instrument: { method: 'upi', vpa: null } }],
    Array<string>(9).fill(CONFLICT),
  ],
  [
    'renewed in the sandbox',
    ['subscriptions.simulate', { outcome: 'renew' }],
    [CONFLICT, 'authenticated', 'active', 'past_due', 'halted', CONFLICT, CONFLICT, CONFLICT, CONFLICT],
  ],
  [
    'its trial ends in the sandbox',
    ['subscriptions.simulate', { outcome: 'trial_end' }],
    [CONFLICT, 'authenticated', ...Array<string>(7).fill(CONFLICT)],
  ],
  ['woken too early', ['subscriptions.wake', {}], [...Object.keys(GIVEN)]],
];

describe('(59) the table of subscriptions: every command in every status', () => {
  it('begins with every status', () => {
    expect(Object.keys(GIVEN)).toEqual([...SUBSCRIPTION_STATUSES]);
    for (const [status, given] of Object.entries(GIVEN)) {
      const one = new SubscriptionLife().at(START);
      expect(one.subscriptionOf(given(one)).status).toBe(status);
    }
  });

  it.each(TABLE)('%s', (_what, [type, payload], expected) => {
    const outcomes = Object.values(GIVEN).map((given) => {
      const one = new SubscriptionLife().at(START);
      const id = given(one);
      const answer = one.send(type, id, payload);
      return 'refusal' in answer ? answer.refusal.code : one.subscriptionOf(id).status;
    });
    expect(outcomes).toEqual(expected);
  });

  it.each(TABLE)('%s of one that is not there', (_what, [type, payload]) => {
    const one = new SubscriptionLife();
    expect(one.send(type, one.streams.newId('subscription', one.nowMs), payload)).toMatchObject({ refusal: { code: 'resource_missing' } });
  });
});

describe('(3) what a subscription is refused for', () => {
  const refusedFor = (payload: Parameters<SubscriptionLife['trySubscribe']>[0], prepare?: (one: SubscriptionLife) => object): unknown => {
    const one = new SubscriptionLife();
    const answer = one.trySubscribe({ ...payload, ...prepare?.(one) });
    if (!('refusal' in answer)) return 'accepted';
    const { code, details } = answer.refusal;
    return [code, details?.param, details?.reason].filter(Boolean).join(' ');
  };
  const other = (one: SubscriptionLife): string => {
    const id = one.streams.newId('customer', one.nowMs);
    one.send('customers.create', id, { name: '~s1.other' });
    return id;
  };

  it.each<[string, Parameters<SubscriptionLife['trySubscribe']>[0], string]>([
    ['a plan that is not there', { planId: 'plan_0QvAb12c07ABCDEFGHIJKLMN' }, 'resource_missing plan_id'],
    ['a currency that no mandate is in', { price: { ...GOLD, currency: 'USD' } }, 'currency_not_supported currency'],
    [
      'a day that a week does not have',
      { price: { ...GOLD, interval: { unit: 'week', count: 1 } }, anchorDay: 8 },
      'parameter_invalid billing_anchor_day anchor_day_not_allowed',
    ],
    [
      'a day with an interval of days',
      { price: { ...GOLD, interval: { unit: 'day', count: 7 } }, anchorDay: 1 },
      'parameter_invalid billing_anchor_day anchor_day_not_allowed',
    ],
    ['a start in the past', { startsAtMs: Date.parse('2026-11-24T00:00:00Z') }, 'parameter_invalid start_at start_in_past'],
    ['a trial that is over', { trialEndsAtMs: Date.parse('2026-11-24T00:00:00Z') }, 'parameter_invalid trial_end_at time_in_past'],
    [
      'an end before the start',
      { startsAtMs: Date.parse('2026-12-24T00:00:00Z'), cancelAt: Date.parse('2026-12-23T00:00:00Z') },
      'parameter_invalid cancel_at cancel_before_start',
    ],
    ['a start in six years', { startsAtMs: Date.parse('2032-11-26T00:00:00Z') }, 'parameter_invalid start_at start_too_late'],
    ['a trial of three years', { trialEndsAtMs: Date.parse('2029-11-26T00:00:00Z') }, 'parameter_invalid trial_end_at trial_too_long'],
    ['91 days to agree', { authorizeByMs: Date.parse('2027-02-25T00:00:00Z') }, 'parameter_invalid authorize_by_at authorize_too_late'],
    ['too many tries', { retrySchedule: [1, 2, 3, 4] }, 'parameter_invalid retry_schedule invalid_length'],
    [
      'a rate of tax that is not in force',
      { price: { ...GOLD, tax: { sac: '998431', rateBps: 1_750, behavior: 'inclusive' } } },
      'parameter_invalid tax.rate_bps tax_rate_unknown',
    ],
    ['more than a mandate takes', { price: { ...GOLD, amount: 9_999_901 } }, 'amount_too_large amount'],
    ['a limit below the price', { mandateMaxAmount: 49_899 }, 'parameter_invalid mandate_max_amount mandate_limit'],
    ['a limit above that of the rail', { mandateMaxAmount: 9_999_901 }, 'parameter_invalid mandate_max_amount mandate_limit'],
    ['an instrument that is not there', { paymentMethodId: 'pm_0QvAb12c07ABCDEFGHIJKLMN' }, 'resource_missing payment_method_id'],
    ['a mandate that is not there', { mandateId: 'mandate_0QvAb12c07ABCDEFGHIJKLMN' }, 'resource_missing mandate_id'],
  ])('%s', (_what, payload, expected) => {
    expect(refusedFor(payload)).toBe(expected);
  });

  it('a customer who is not there, or deleted; a mandate of another customer, revoked, or too small; an inactive plan', () => {
    const erased = (one: SubscriptionLife): object => {
      one.send('customers.erase', one.customerId);
      return {};
    };
    const revoked = (one: SubscriptionLife): object => {
      one.send('mandates.revoke', one.mandateId);
      return { mandateId: one.mandateId };
    };
    expect([
      refusedFor({ customerId: 'cust_0QvAb12c07ABCDEFGHIJKLMN' }),
      refusedFor({}, erased),
      refusedFor({}, (one) => ({ customerId: other(one), mandateId: one.mandateId })),
      refusedFor({}, revoked),
      refusedFor({ price: { ...GOLD, amount: 9_000_001 } }, (one) => ({ mandateId: one.mandateId })),
      refusedFor({}, (one) => ({ planId: one.plan({ active: false }) })),
    ]).toEqual([
      'resource_missing customer_id',
      'parameter_invalid customer_id customer_deleted',
      'resource_missing mandate_id',
      'mandate_not_active mandate_id',
      'mandate_amount_exceeded mandate_id',
      'parameter_invalid plan_id plan_inactive',
    ]);
  });
});
