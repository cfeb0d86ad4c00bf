import { GOLD, SubscriptionLife } from '../../test/subscription-life';
import { enach, shown } from '../../test/debit-life';

const life = (): SubscriptionLife => new SubscriptionLife();
const seconds = (instant: string): number => Date.parse(instant) / 1_000;

describe('(1) a subscription that is made', () => {
  it('is active at once: mandate, invoice and payment are one commit, in this order', () => {
    const one = life();
    const from = one.streams.published.length;
    const id = one.subscribe();
    expect(one.publishedFrom(from)).toEqual([
      'subscription.created',
      'mandate.created',
      'mandate.activated',
      'invoice.created',
      'payment.created',
      'payment.authorized',
      'payment.captured',
      'invoice.finalized',
      'invoice.paid',
      'subscription.activated',
      'subscription.charged',
    ]);
    const sub = one.subscriptionOf(id);
    expect(sub).toMatchObject({ status: 'active', current_period_number: 1, paid_count: 1, sequence: 3, last_error: null });
    const [invoice] = one.invoicesOf(id);
    expect(invoice).toMatchObject({ status: 'paid', number: 'INV/2627/000001', billing_reason: 'subscription_create', total: 49_900 });
    expect(one.payment(invoice!.payment_id!)).toMatchObject({ subscription_id: id, invoice_id: invoice!.id, mandate_id: sub.mandate_id });
    expect(one.streams.resource(sub.mandate_id!)).toMatchObject({ subscription_ids: [id], max_amount: 49_900, frequency: 'as_presented' });
  });

  it('does what its metadata asks the sandbox for: words of debits leave the first payment alone', () => {
    const one = life();
    const revoked = one.subscribe({ metadata: { sandbox_outcome: 'revoked' } });
    expect(one.subscriptionOf(revoked)).toMatchObject({ status: 'active' });
    one.days(31);
    expect(one.subscriptionOf(revoked)).toMatchObject({ status: 'halted', last_error: { reason: 'mandate_revoked' } });
    const declined = one.subscribe({ metadata: { sandbox_outcome: 'incorrect_pin' } });
    expect(one.subscriptionOf(declined)).toMatchObject({ status: 'created', last_error: { reason: 'incorrect_pin' } });
    expect(one.trySubscribe({ metadata: { sandbox_outcome: 'weather' } })).toMatchObject({ refusal: { code: 'parameter_invalid' } });
  });

  it('takes the price of a plan, and keeps it', () => {
    const one = life();
    const planId = one.plan({ trialDays: 0 });
    const id = one.subscribe({ planId, quantity: 3 });
    expect(one.subscriptionOf(id)).toMatchObject({ plan_id: planId, plan: { name: 'Gold', amount: 49_900 }, regular_amount: 149_700 });
  });

  it('keeps the characters of its name whole where they are as many as an invoice and a mandate take', () => {
    const one = life();
    const name = `${'G'.repeat(99)}🥇`;
    const id = one.subscribe({ price: { ...GOLD, name } });
    const shown = [one.invoicesOf(id)[0], one.streams.resource(one.subscriptionOf(id).mandate_id!)];
    expect(shown).toMatchObject([{ description: name }, { description: name }]);
  });

  it('makes the customer with it', () => {
    const one = life();
    const customerId = one.streams.newId('customer', one.nowMs);
    const id = one.subscribe({ customerId, customer: { name: '~s1.new' } });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', customer_id: customerId });
    expect(one.publishedFrom()).toContain('customer.created');
  });

  it('charges once, with the first invoice, what is charged once', () => {
    const one = life();
    const id = one.subscribe({ upfrontItems: [{ description: 'Set-up', amount: 10_000, quantity: 2 }] });
    expect(one.invoicesOf(id)[0]).toMatchObject({
      total: 69_900,
      lines: [
        { type: 'upfront', amount: 20_000 },
        { type: 'recurring', amount: 49_900 },
      ],
    });
    expect(one.streams.resource(one.subscriptionOf(id).mandate_id!)).toMatchObject({ max_amount: 69_900 });
  });

  it('(5) stays created when its first payment is declined, and begins with another instrument', () => {
    const one = life();
    const id = one.subscribe({ price: { ...GOLD, amount: 201 } });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'created', last_error: { reason: 'insufficient_funds' }, paid_count: 0 });
    expect(one.invoicesOf(id)).toMatchObject([{ status: 'draft', number: null, last_error: { reason: 'insufficient_funds' } }]);
    const before = one.subscriptionOf(id).mandate_id!;
    const payment = { instrument: { method: 'upi', flow: 'collect', vpa: 'mandate.ok@sandbox' }, methods: [] };
    expect(one.send('subscriptions.retry', id, { payment })).toMatchObject({ status: 200 });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'created' });
    const good = { instrument: { method: 'upi', flow: 'collect', vpa: 'success@sandbox' }, methods: [] };
    expect(one.send('subscriptions.retry', id, { payment: good })).toMatchObject({ status: 200 });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', last_error: null, paid_count: 1 });
    expect(one.invoicesOf(id)).toMatchObject([{ status: 'paid', number: 'INV/2627/000001', attempt_count: 3 }]);
    expect(one.streams.resource(before)).toMatchObject({ status: 'revoked', subscription_ids: [] });
  });

  it('retried on a later day begins on that day, with an invoice of its own', () => {
    const one = life();
    const id = one.subscribe({ price: { ...GOLD, amount: 201 } });
    one.days(2);
    one.send('subscriptions.retry', id, {
      payment: { instrument: { method: 'upi', flow: 'collect', vpa: 'success@sandbox' }, methods: [] },
    });
    expect(one.invoicesOf(id).map(({ status }) => status)).toEqual(['void', 'paid']);
    expect(one.subscriptionOf(id).anchor_date).toBe('2026-11-27');
  });

  it('waits for a customer who agrees elsewhere, until it is too late', () => {
    const one = life();
    const [slow, never] = [one.subscribe({ returnUrl: 'https://shop.example' }), one.subscribe({ returnUrl: 'https://shop.example' })];
    expect(one.subscriptionOf(slow)).toMatchObject({ status: 'created', next_action: { type: 'upi_intent' }, latest_invoice_id: null });
    one.send('mandates.simulate', one.subscriptionOf(slow).mandate_id!, { outcome: 'approved' });
    expect(one.subscriptionOf(slow)).toMatchObject({ status: 'active', paid_count: 1, next_action: null });
    one.days(8);
    expect(one.subscriptionOf(never)).toMatchObject({ status: 'expired' });
    expect(one.publicOf(never)).toEqual(['subscription.created', 'subscription.expired']);
  });

  it('on a bank account is debited at once, and active when that succeeds', () => {
    const one = life();
    const id = one.on(enach('5678'));
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'authenticated', current_period_number: 1 });
    one.days(1);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', paid_count: 1 });
    expect(one.publicOf(id)).toEqual([
      'subscription.created',
      'subscription.authenticated',
      'subscription.updated',
      'subscription.activated',
      'subscription.charged',
    ]);
  });

  it('under a mandate that is there is debited after the notice', () => {
    const one = life();
    const id = one.subscribe({ mandateId: one.mandateId });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'authenticated', mandate_id: one.mandateId });
    expect(shown(one.subscriptionOf(id).next_charge_at!)).toBe('T+1 06:10');
    one.days(2);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', anchor_date: '2026-11-25' });
    expect(one.mandate().subscription_ids).toEqual([id]);
  });
});

describe('invoices that are sent', () => {
  it('are paid by the customer each; one that is not in time makes it past due', () => {
    const one = life();
    const id = one.subscribe({ collection: 'send_invoice', price: { ...GOLD, currency: 'USD' } });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', mandate_id: null, outstanding_amount: 49_900, payment_method: null });
    one.days(8);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due' });
    one.send('invoices.pay', one.invoicesOf(id)[0]!.id, { instrument: { method: 'card', card: null }, methods: ['card'] });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0, paid_count: 1 });
    one.days(30);
    expect(one.invoicesOf(id)).toMatchObject([
      { status: 'paid' },
      { status: 'open', billing_reason: 'subscription_cycle', debit_id: null },
    ]);
  });
});

describe('dates', () => {
  it.each([
    ['2026-01-31T18:29:59Z', '2026-01-31'],
    ['2026-01-31T18:30:00Z', '2026-02-01'],
  ])('(8) made at %s it is counted from %s', (instant, date) => {
    const one = life().at(instant);
    expect(one.subscriptionOf(one.subscribe()).anchor_date).toBe(date);
  });

  it('(10) a trial of 14 days from 20 January is first charged on 3 February, and announced on 31 January', () => {
    const one = life().at('2026-01-20T06:00:00Z');
    const id = one.subscribe({ trialDays: 14 });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'authenticated', trial_end_at: seconds('2026-02-02T18:30:00Z'), paid_count: 0 });
    one.until('2026-01-30T18:29:00Z');
    expect(one.publicOf(id)).toEqual(['subscription.created', 'subscription.authenticated']);
    one.until('2026-01-30T18:31:00Z');
    expect(one.publicOf(id).at(-1)).toBe('subscription.trial_ending');
    one.until('2026-02-03T00:31:00Z');
    expect(one.invoicesOf(id)).toMatchObject([{ status: 'paid', invoice_date: '2026-02-03' }]);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', anchor_date: '2026-02-03', current_period_number: 1 });
    expect(one.publicOf(id).slice(3)).toEqual(['subscription.updated', 'subscription.activated', 'subscription.charged']);
  });

  it('(13) three periods from 31 January begin on 31 January, 28 February and 31 March, and end on 30 April', () => {
    const one = life().at('2026-01-31T06:00:00Z');
    const id = one.subscribe({ totalCount: 3 });
    one.until('2026-04-29T18:29:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', remaining_count: 0 });
    one.until('2026-04-29T18:31:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'completed', paid_count: 3 });
    expect(one.invoicesOf(id).map(({ invoice_date }) => invoice_date)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(one.streams.resource(one.subscriptionOf(id).mandate_id!)).toMatchObject({ status: 'revoked' });
    expect(one.days(90).invoicesOf(id)).toHaveLength(3);
  });

  it.each([
    ['prorate', 19_316],
    ['full', 49_900],
  ] as const)('an incomplete first period from 20 January to 1 February costs, %s, %i', (firstPeriod, total) => {
    const one = life().at('2026-01-20T06:00:00Z');
    const id = one.subscribe({ anchorDay: 1, firstPeriod });
    expect(one.invoicesOf(id)).toMatchObject([{ total }]);
    expect(one.subscriptionOf(id)).toMatchObject({
      current_period_number: 0,
      current_period_end_at: seconds('2026-01-31T18:30:00Z'),
      paid_count: 0,
    });
    one.until('2026-02-01T00:31:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ current_period_number: 1, paid_count: 1, anchor_date: '2026-02-01' });
  });

  it('is free where the caller says so', () => {
    const one = life().at('2026-01-20T06:00:00Z');
    const id = one.subscribe({ anchorDay: 1, firstPeriod: 'free' });
    expect([one.subscriptionOf(id).status, one.invoicesOf(id)]).toEqual(['active', []]);
    one.until('2026-02-01T00:31:00Z');
    expect(one.invoicesOf(id)).toMatchObject([{ status: 'paid', total: 49_900 }]);
  });

  it.each([
    [100, 3, 'carried'],
    [3_069, 99, 'carried'],
    [3_100, 100, 'paid'],
  ] as const)('(19) of a price of %i, %i paise for a day, is %s', (amount, due, what) => {
    const one = life().at('2026-01-31T06:00:00Z');
    const id = one.subscribe({ anchorDay: 1, price: { ...GOLD, amount } });
    const [invoice] = one.invoicesOf(id);
    const carried = what === 'carried' ? due : 0;
    expect(invoice).toMatchObject({ status: 'paid', total: due, balance_applied: carried === 0 ? 0 : -carried, amount_due: due - carried });
    expect([invoice!.payment_id === null, one.keptOf(invoice!.id)]).toEqual([carried > 0, due - carried]);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active' });
    expect(one.balance).toBe(carried);
  });

  it('(19) carries an amount that is too small to be paid', () => {
    const one = life().at('2026-01-31T06:00:00Z');
    const id = one.subscribe({ anchorDay: 1, price: { ...GOLD, amount: 3_000 } });
    expect(one.invoicesOf(id)).toMatchObject([{ status: 'paid', total: 97, amount_due: 0, balance_applied: -97, payment_id: null }]);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active' });
    expect(one.balance).toBe(97);
    one.until('2026-02-01T07:31:00Z');
    expect(one.invoicesOf(id)[1]).toMatchObject({
      status: 'paid',
      total: 3_000,
      balance_applied: 97,
      amount_due: 3_097,
      amount_paid: 3_097,
    });
    expect(one.balance).toBe(0);
  });
});
