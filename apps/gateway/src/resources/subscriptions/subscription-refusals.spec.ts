import { CARD, CUSTOMER, DAY, MANDATE, NOW, PLAN, SAVED, SMALLEST, problemsOfBody } from '../../../test/subscription-bodies';

describe('(3) a wrong body of a subscription', () => {
  const plan = { customer_id: CUSTOMER, plan_id: PLAN };
  const items = (...list: object[]) => ({ customer_id: CUSTOMER, items: list });

  it.each<[string, object, string[]]>([
    ['an amount without an interval', { ...SMALLEST, interval: null }, ['interval parameter_missing']],
    ['an interval without an amount', { ...SMALLEST, amount: null }, ['amount parameter_missing']],
    [
      'an amount that is none, beside no interval',
      { customer_id: CUSTOMER, amount: '1' },
      ['amount parameter_invalid', 'interval parameter_missing'],
    ],
    ['an interval that is none', { ...SMALLEST, interval: 'fortnight' }, ['interval parameter_invalid']],
    ['both a plan and an amount', { ...SMALLEST, ...plan }, ['amount parameters_exclusive']],
    ['both a plan and items', { ...plan, items: [{ price: PLAN }] }, ['items parameters_exclusive']],
    ['both an amount and items', { ...SMALLEST, items: [{ price: PLAN }] }, ['items parameters_exclusive']],
    ['two items', items({ price: PLAN }, { price: PLAN }), ['items limit_exceeded']],
    ['no item', items(), ['items parameter_invalid']],
    ['an item without a price', items({ quantity: 2 }), ['items.0.price parameter_missing']],
    ['an item with a wrong price', items({ price: 'price_1' }), ['items.0.price parameter_invalid']],
    [
      'an item with two prices',
      items({ price: PLAN, price_data: { unit_amount: 100, recurring: { interval: 'month' } } }),
      ['items.0.price_data parameters_exclusive'],
    ],
    [
      'a price without amount and interval',
      items({ price_data: {} }),
      ['items.0.price_data.unit_amount parameter_missing', 'items.0.price_data.recurring parameter_missing'],
    ],
    [
      'a currency beside a plan',
      { ...plan, currency: 'INR', name: 'Gold' },
      ['currency parameters_exclusive', 'name parameters_exclusive'],
    ],
    ['a plan without a customer', { plan_id: PLAN, total_count: 12 }, ['customer_id parameter_missing']],
    ['too little', { ...SMALLEST, amount: 99 }, ['amount amount_too_small']],
    ['too much in all', { ...SMALLEST, amount: 9_999_999_999, quantity: 2 }, ['amount amount_too_large']],
    ['too long an interval', { ...SMALLEST, interval_count: 37 }, ['interval_count parameter_invalid']],
    ['a currency that is not open', { ...SMALLEST, currency: 'JPY' }, ['currency currency_not_supported']],
    ['another currency under a mandate', { ...SMALLEST, currency: 'USD' }, ['currency currency_not_supported']],
    ['quantity 0', { ...SMALLEST, quantity: 0 }, ['quantity parameter_invalid']],
    ['1,201 periods', { ...SMALLEST, total_count: 1_201 }, ['total_count parameter_invalid']],
    ['a trial that is too long', { ...SMALLEST, trial_days: 731 }, ['trial_days parameter_invalid']],
    ['two trials', { ...SMALLEST, trial_days: 1, trial_end_at: NOW + DAY }, ['trial_end_at parameters_exclusive']],
    [
      'a trial that ends before the start',
      { ...SMALLEST, start_at: NOW + 2 * DAY, trial_end_at: NOW + DAY },
      ['trial_end_at parameter_invalid'],
    ],
    ['an end before the start', { ...SMALLEST, start_at: NOW + 2 * DAY, cancel_at: NOW + DAY }, ['cancel_at parameter_invalid']],
    ['an end that is no time', { ...SMALLEST, cancel_at: 'tomorrow' }, ['cancel_at parameter_invalid']],
    ['an anchor with days', { ...SMALLEST, interval: 'day', billing_anchor_day: 1 }, ['billing_anchor_day parameters_exclusive']],
    ['an eighth day of the week', { ...SMALLEST, interval: 'weekly', billing_anchor_day: 8 }, ['billing_anchor_day parameter_invalid']],
    ['a 32nd day', { ...SMALLEST, billing_anchor_day: 32 }, ['billing_anchor_day parameter_invalid']],
    ['a method that has no mandates', { ...SMALLEST, payment_method: 'wallet' }, ['payment_method parameter_invalid']],
    ['no method to choose from', { ...SMALLEST, payment_methods: [] }, ['payment_methods parameter_invalid']],
    ['a choice that has no mandates', { ...SMALLEST, payment_methods: ['upi', 'wallet'] }, ['payment_methods parameter_invalid']],
    ['a choice and an instrument', { ...SMALLEST, payment_methods: ['upi'], card: CARD }, ['payment_methods parameters_exclusive']],
    ['a choice and an empty instrument', { ...SMALLEST, payment_methods: ['upi'], upi: {} }, ['payment_methods parameters_exclusive']],
    ['a choice and a mandate', { ...SMALLEST, payment_methods: ['upi'], mandate_id: MANDATE }, ['payment_methods parameters_exclusive']],
    [
      'a choice where invoices are sent',
      { ...SMALLEST, payment_methods: ['upi'], collection: 'send_invoice' },
      ['payment_methods parameters_exclusive'],
    ],
    ['two methods', { ...SMALLEST, payment_method: 'upi', payment_methods: ['card'] }, ['payment_methods parameters_exclusive']],
    ['an instrument of another method', { ...SMALLEST, payment_method: 'upi', card: CARD }, ['card parameters_exclusive']],
    ['two instruments', { ...SMALLEST, upi: {}, enach: { bank: 'SBXS' } }, ['enach parameters_exclusive']],
    [
      'a mandate and a saved instrument',
      { ...SMALLEST, mandate_id: MANDATE, payment_method_id: SAVED },
      ['payment_method_id parameters_exclusive'],
    ],
    ['a mandate and a UPI address', { ...SMALLEST, mandate_id: MANDATE, upi: { vpa: 'success@sandbox' } }, ['upi parameters_exclusive']],
    [
      'a mandate where invoices are sent',
      { ...SMALLEST, collection: 'send_invoice', mandate_id: MANDATE },
      ['mandate_id parameters_exclusive'],
    ],
    [
      'a saved instrument and a limit where invoices are sent',
      { ...SMALLEST, collection_method: 'send_invoice', default_payment_method: SAVED, mandate_max_amount: 49_900 },
      ['default_payment_method parameters_exclusive', 'mandate_max_amount parameters_exclusive'],
    ],
    ['days until due under a mandate', { ...SMALLEST, days_until_due: 7 }, ['days_until_due parameters_exclusive']],
    ['a limit below the smallest payment', { ...SMALLEST, mandate_max_amount: 99 }, ['mandate_max_amount amount_too_small']],
    ['four retries', { ...SMALLEST, retry_schedule: [1, 2, 3, 4] }, ['retry_schedule parameter_invalid']],
    ['retries that do not rise', { ...SMALLEST, retry_schedule: [24, 24] }, ['retry_schedule parameter_invalid']],
    ['eleven things at the start', { ...SMALLEST, upfront_items: Array(11).fill({ amount: 100 }) }, ['upfront_items parameter_invalid']],
    [
      'one thing that is too large',
      { ...SMALLEST, upfront_items: [{ amount: 9_999_999_999, quantity: 2 }] },
      ['upfront_items.0.amount amount_too_large'],
    ],
    ['an add-on without an item', { ...SMALLEST, addons: [{}] }, ['addons.0.item parameter_missing']],
    [
      'an add-on in another currency',
      { ...SMALLEST, addons: [{ item: { amount: 100, currency: 'USD' } }] },
      ['addons.0.item.currency currency_not_supported'],
    ],
    ['metadata and notes', { ...SMALLEST, metadata: { a: 1 }, notes: { b: 2 } }, ['notes parameters_exclusive']],
    ['a quantity twice', { ...items({ price: PLAN, quantity: 2 }), quantity: 2 }, ['items.0.quantity parameters_exclusive']],
    ['an anchor twice', { ...SMALLEST, billing_anchor_day: 1, billing_cycle_anchor: NOW }, ['billing_cycle_anchor parameters_exclusive']],
    ['a card number as description', { ...SMALLEST, description: '4242424242424242' }, ['description parameter_invalid']],
  ])('has %s', (_what, body, problems) => {
    expect(problemsOfBody(body)).toEqual(problems);
  });

  it('of live mode has a raw card number, or leads to an address without encryption', () => {
    const live = (body: object) => problemsOfBody({ ...SMALLEST, ...body }, true);
    expect([live({ card: CARD }), live({ return_url: 'http://shop.example' }), live({})]).toEqual([
      ['card.number parameter_invalid'],
      ['return_url url_invalid'],
      [],
    ]);
  });

  it('takes a start of a minute ago for now', () => {
    expect(problemsOfBody({ ...SMALLEST, start_at: NOW - 60 })).toEqual([]);
  });
});
