import type { InvoiceResource, MandateResource, SubscriptionChange, TaxSettingsChange } from '#contracts';
import { enach } from '../../test/debit-life';
import { REGISTERED } from '../../test/invoice-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' } as const;
const OTHER = { instrument: { method: 'upi', vpa: 'asha@okbank' } } as const;
const EXCLUSIVE: TaxSettingsChange = { ...REGISTERED, behavior: 'exclusive' };
const PAGE = { returnUrl: 'https://shop.example' };

const change = (one: SubscriptionLife, id: string, asked: Partial<SubscriptionChange>) =>
  one.send('subscriptions.update', id, { ...CHANGE, ...asked });
const mandateOf = (one: SubscriptionLife, id: string) => one.streams.resource<MandateResource>(one.subscriptionOf(id).mandate_id!);
const latestOf = (one: SubscriptionLife, id: string): InvoiceResource => one.invoicesOf(id).at(-1)!;
const approve = (one: SubscriptionLife, id: string) =>
  one.send('mandates.simulate', one.subscriptionOf(id).pending_update!.mandate_id!, { outcome: 'approved' });

/** Subscribed on 1 March 2031, at the price of Gold unless given otherwise. */
function subscribed(payload: object = {}, tax?: TaxSettingsChange): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
  if (tax) one.register(tax);
  const id = one.subscribe(payload);
  const { mandate_id: mandateId, status } = one.subscriptionOf(id);
  if (status === 'created') one.send('mandates.simulate', mandateId!, { outcome: 'approved' });
  return { one, id };
}

/** The same, where the customer agrees on a page to every other mandate. */
const onPage = (payload: object = {}, tax?: TaxSettingsChange) => subscribed({ ...PAGE, ...payload }, tax);

describe('a mandate takes the largest invoice that is open or can follow', () => {
  it('on another instrument after an upgrade', () => {
    const { one, id } = subscribed();
    one.until('2031-03-16T03:30:00Z');
    change(one, id, { amount: 99_900 });
    change(one, id, OTHER);
    expect(mandateOf(one, id).max_amount).toBe(125_706);
    one.until('2031-04-02T03:30:00Z');
    expect([one.subscriptionOf(id).status, latestOf(one, id).status]).toEqual(['active', 'paid']);
  });

  it('after an upgrade while it is paused', () => {
    const { one, id } = subscribed();
    one.until('2031-03-05T03:30:00Z').send('subscriptions.pause', id, { from: 'now' });
    one.until('2031-03-06T03:30:00Z');
    change(one, id, { amount: 99_900 });
    expect(mandateOf(one, id).max_amount).toBe(141_835);
    one.until('2031-03-10T03:30:00Z').send('subscriptions.resume', id);
    one.until('2031-04-02T03:30:00Z');
    expect(latestOf(one, id)).toMatchObject({ status: 'paid', total: 141_835 });
  });

  it('after an upgrade with the next period while its draft is out', () => {
    const { one, id } = subscribed();
    one.until('2031-03-31T03:30:00Z');
    change(one, id, { amount: 99_900, effective: 'period_end' });
    expect(mandateOf(one, id).max_amount).toBe(149_900);
    one.until('2031-05-02T03:30:00Z');
    expect([one.subscriptionOf(id).status, latestOf(one, id)]).toEqual([
      'active',
      expect.objectContaining({ status: 'paid', total: 149_900 }),
    ]);
  });

  it('on another instrument of a subscription that is halted with a larger invoice', () => {
    const { one, id } = subscribed();
    one.until('2031-03-05T03:30:00Z');
    change(one, id, { instrument: { method: 'upi', vpa: 'mandate.lowfunds@sandbox' } });
    one.until('2031-03-16T03:30:00Z');
    change(one, id, { amount: 99_900 });
    one.until('2031-04-06T03:30:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', outstanding_amount: 125_706 });
    change(one, id, OTHER);
    one.until('2031-04-09T03:30:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });

  it('after an upgrade, and then a larger quantity', () => {
    const { one, id } = subscribed();
    one.until('2031-03-16T03:30:00Z');
    change(one, id, { amount: 99_900 });
    change(one, id, { quantity: 3 });
    one.until('2031-04-02T03:30:00Z');
    expect(latestOf(one, id)).toMatchObject({ status: 'paid', total: 428_629 });
    expect(mandateOf(one, id).max_amount).toBe(428_629);
  });

  it('of a period that begins today while credit waits for the debit of the one before', () => {
    const one = new SubscriptionLife().at('2031-03-03T03:30:00Z');
    const id = one.on(enach('9999'));
    one.until('2031-04-03T00:40:00Z');
    expect(latestOf(one, id)).toMatchObject({ status: 'open', next_attempt_at: null });
    change(one, id, { amount: 99_900 });
    change(one, id, { amount: 500_000, interval: { unit: 'year', count: 1 }, proration: 'none' });
    expect([latestOf(one, id).total, mandateOf(one, id).max_amount]).toEqual([599_900, 599_900]);
    one.days(5);
    expect(latestOf(one, id)).toMatchObject({ status: 'paid', total: 599_900 });
    expect(one.publishedFrom()).not.toContain('invoice.payment_failed');
  });

  it('with what the customer owes when it begins', () => {
    const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
    one.send('customers.adjust_balance', one.customerId, {
      amount: 7_777,
      currency: 'INR',
      transactionId: 'cbtxn_0Xvrtq9A07WXYZabcdefghij',
    });
    const id = one.subscribe();
    expect(mandateOf(one, id).max_amount).toBe(57_677);
    one.until('2031-05-02T03:30:00Z');
    expect([one.balance, one.subscriptionOf(id).status]).toEqual([0, 'active']);
  });

  it('of what is charged once where the customer may agree after the start', () => {
    const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
    const startsAtMs = one.nowMs + 86_400_000;
    const later = { startsAtMs, authorizeByMs: startsAtMs + 3 * 86_400_000, upfrontItems: [{ amount: 9_900, quantity: 1 }] };
    const id = one.subscribe({ ...PAGE, ...later });
    expect(mandateOf(one, id).max_amount).toBe(59_800);
  });

  it('is at least what was wanted when it was made, also on the next instrument, as far as its rail takes it', () => {
    const { one, id } = subscribed({ mandateMaxAmount: 500_000 });
    change(one, id, OTHER);
    expect(mandateOf(one, id).max_amount).toBe(500_000);
    const { one: other, id: card } = subscribed({ mandateMaxAmount: 50_000_000, method: 'card' });
    change(other, card, OTHER);
    expect(mandateOf(other, card)).toMatchObject({ method: 'upi', max_amount: 9_999_900 });
  });

  it('is at least what was wanted of it later, and is refused below what is needed', () => {
    const { one, id } = subscribed();
    const refusal = { code: 'parameter_invalid', details: { param: 'mandate_max_amount' } };
    expect(change(one, id, { mandateMaxAmount: 49_899 })).toMatchObject({ refusal });
    expect(change(one, id, { mandateMaxAmount: 500_000 })).toMatchObject({ status: 200 });
    change(one, id, OTHER);
    expect(mandateOf(one, id).max_amount).toBe(500_000);
  });

  it('is refused where one that is there is smaller', () => {
    const { one, id } = subscribed();
    const small = one.streams.newId('mandate', one.nowMs);
    const { customerId, nowMs: startsAtMs } = one;
    const terms = { amountRule: 'maximum', frequency: 'as_presented', debitDayRule: 'on', category: 'general' };
    const times = { startsAtMs, endsAtMs: startsAtMs + 86_400_000 * 365 };
    one.send('mandates.create', small, { ...terms, ...times, customerId, ...OTHER, maxAmount: 99_900 });
    one.until('2031-03-16T03:30:00Z');
    change(one, id, { amount: 99_900 });
    const refusal = { code: 'mandate_amount_exceeded', details: { param: 'mandate_id', message: expect.stringContaining('1,257.06') } };
    for (const overLimit of ['refuse', 'reauthorize'] as const) {
      expect(change(one, id, { mandateId: small, overLimit })).toMatchObject({ refusal });
    }
  });
});

describe('a draft that is larger than the mandate', () => {
  it.each<[string, TaxSettingsChange | undefined, TaxSettingsChange, number]>([
    ['the usual rate of tax rises', EXCLUSIVE, { defaultRateBps: 2_800 }, 63_872],
    ['the merchant registers for GST', undefined, EXCLUSIVE, 58_882],
  ])('is debited under a larger one at once where no page is needed: %s', (_what, before, after, total) => {
    const { one, id } = subscribed({}, before);
    one.register(after);
    one.until('2031-04-02T03:30:00Z');
    expect(latestOf(one, id)).toMatchObject({ status: 'paid', total });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', regular_amount: total, pending_update: null });
    expect(mandateOf(one, id)).toMatchObject({ status: 'active', max_amount: total });
  });

  it('waits for the customer, who is asked for a larger one before any debit fails', () => {
    const { one, id } = onPage({}, EXCLUSIVE);
    one.register({ defaultRateBps: 2_800 });
    one.until('2031-03-30T06:31:00Z');
    expect(latestOf(one, id)).toMatchObject({ status: 'draft', total: 63_872, debit_id: null, last_error: null });
    const { pending_update: pending, short_url, next_action } = one.subscriptionOf(id);
    expect(pending).toMatchObject({ reason: 'mandate_amount_exceeded', changes: null });
    expect([short_url, next_action]).toEqual([expect.any(String), expect.anything()]);
    expect(one.streams.resource(pending!.mandate_id!)).toMatchObject({ max_amount: 63_872, status: 'requires_action' });
    expect(one.publishedFrom()).toContain('subscription.updated');
  });

  it('is debited under the larger one once the customer agrees before its period', () => {
    const { one, id } = onPage({}, EXCLUSIVE);
    one.register({ defaultRateBps: 2_800 });
    one.until('2031-03-30T06:31:00Z');
    approve(one, id);
    expect(latestOf(one, id)).toMatchObject({ status: 'draft', debit_id: expect.any(String) });
    one.until('2031-04-02T03:30:00Z');
    expect(latestOf(one, id)).toMatchObject({ status: 'paid', total: 63_872, attempt_count: 1 });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', pending_update: null });
    expect(one.publishedFrom()).not.toContain('invoice.payment_failed');
  });

  it('is past due with its reason where they do not, and is debited when they do', () => {
    const { one, id } = onPage({}, EXCLUSIVE);
    one.register({ defaultRateBps: 2_800 });
    one.until('2031-04-01T03:30:00Z');
    expect(latestOf(one, id)).toMatchObject({ status: 'open', last_error: { reason: 'mandate_amount_exceeded' } });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', last_error: { reason: 'mandate_amount_exceeded' } });
    change(one, id, { ...OTHER });
    approve(one, id);
    one.until('2031-04-03T03:30:00Z');
    expect(latestOf(one, id)).toMatchObject({ status: 'paid' });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });

  it('is asked for anew with each try of a merchant', () => {
    const { one, id } = onPage({}, EXCLUSIVE);
    one.register({ defaultRateBps: 2_800 });
    one.until('2031-04-12T03:30:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', pending_update: null });
    expect(one.send('subscriptions.retry', id)).toMatchObject({ status: 200 });
    expect(one.subscriptionOf(id).pending_update).toMatchObject({ reason: 'mandate_amount_exceeded' });
    approve(one, id);
    one.until('2031-04-14T03:30:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });

  it('keeps a change that waits for the end of the period, whatever the customer says', () => {
    for (const outcome of ['approved', 'declined']) {
      const { one, id } = onPage({}, EXCLUSIVE);
      change(one, id, { amount: 49_000, effective: 'period_end' });
      one.register({ defaultRateBps: 2_800 });
      one.until('2031-03-30T06:31:00Z');
      const { pending_update: pending } = one.subscriptionOf(id);
      expect(pending).toMatchObject({ reason: 'mandate_amount_exceeded', changes: { amount: 49_000 } });
      one.send('mandates.simulate', pending!.mandate_id!, { outcome });
      expect(one.subscriptionOf(id).pending_update).toMatchObject({ reason: 'period_end', changes: { amount: 49_000 }, mandate_id: null });
      one.until('2031-04-02T03:30:00Z');
      expect(one.subscriptionOf(id)).toMatchObject({ plan: { amount: 49_000 }, pending_update: null, regular_amount: 62_720 });
      expect(latestOf(one, id)).toMatchObject({ total: 62_720, status: outcome === 'approved' ? 'paid' : 'open' });
    }
  });

  it('goes on being asked for when the change that waited is made', () => {
    const { one, id } = onPage({}, EXCLUSIVE);
    change(one, id, { amount: 49_000, effective: 'period_end' });
    one.register({ defaultRateBps: 2_800 });
    one.until('2031-04-01T03:30:00Z');
    const { pending_update: pending, plan } = one.subscriptionOf(id);
    expect([plan.amount, pending]).toEqual([49_000, expect.objectContaining({ reason: 'mandate_amount_exceeded', changes: null })]);
    expect(one.streams.resource(pending!.mandate_id!)).toMatchObject({ max_amount: 62_720 });
  });

  it('that no mandate of its rail takes goes the usual way', () => {
    const { one, id } = subscribed({ price: { ...GOLD, amount: 8_000_000 } }, EXCLUSIVE);
    one.register({ defaultRateBps: 2_800 });
    one.until('2031-04-02T03:30:00Z');
    expect(latestOf(one, id)).toMatchObject({ status: 'open', total: 10_240_000, last_error: { reason: 'mandate_amount_exceeded' } });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', pending_update: null });
  });
});

describe('a change of price above the mandate', () => {
  it('is made with another instrument that the customer gives while it waits', () => {
    const { one, id } = onPage();
    one.until('2031-03-16T03:30:00Z');
    change(one, id, { amount: 99_900 });
    change(one, id, OTHER);
    expect(one.subscriptionOf(id).pending_update).toMatchObject({ reason: 'instrument', changes: { amount: 99_900 } });
    approve(one, id);
    expect(one.subscriptionOf(id)).toMatchObject({ plan: { amount: 99_900 }, pending_update: null });
    one.until('2031-04-02T03:30:00Z');
    expect(latestOf(one, id)).toMatchObject({ status: 'paid', total: 125_706 });
  });

  it('makes nothing larger when it is a downgrade: it is made at once, also where an open invoice is too large', () => {
    const { one, id } = onPage({}, EXCLUSIVE);
    one.register({ defaultRateBps: 2_800 });
    one.until('2031-04-01T03:30:00Z');
    expect(change(one, id, { amount: 30_000, overLimit: 'refuse' })).toMatchObject({ status: 200 });
    expect(one.subscriptionOf(id).plan.amount).toBe(30_000);
  });
});

describe('a mandate that is renewed', () => {
  it('is larger than the one before where the invoices are', () => {
    const { one, id } = subscribed({ totalCount: 3, trialDays: 10 }, EXCLUSIVE);
    one.until('2031-03-25T03:30:00Z').send('subscriptions.pause', id, { from: 'now' });
    one.register({ defaultRateBps: 2_800 });
    one.until('2031-06-14T03:30:00Z').send('subscriptions.resume', id);
    one.days(1);
    expect(mandateOf(one, id).max_amount).toBe(63_872);
  });
});
