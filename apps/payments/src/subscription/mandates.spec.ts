import type { MandateInstrument, MandateResource, SubscriptionChange } from '#contracts';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' } as const;
const change = (one: SubscriptionLife, id: string, asked: Partial<SubscriptionChange>) =>
  one.send('subscriptions.update', id, { ...CHANGE, ...asked });

describe('another mandate', () => {
  it('takes the place of the one before, and a subscription that stood still goes on', () => {
    const one = new SubscriptionLife();
    const id = one.subscribe();
    one.send('mandates.simulate', one.subscriptionOf(id).mandate_id!, { outcome: 'revoked' });
    one.until('2026-12-26T06:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', outstanding_amount: 49_900 });
    change(one, id, { mandateId: one.mandateId });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', mandate_id: one.mandateId });
    one.days(2);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0, paid_count: 2 });
  });

  it('on another instrument comes with a new price; both wait where the customer has to agree first', () => {
    const one = new SubscriptionLife();
    const [now, later] = [one.subscribe(), one.subscribe({ returnUrl: 'https://shop.example' })];
    one.send('mandates.simulate', one.subscriptionOf(later).mandate_id!, { outcome: 'approved' });
    const asked = { amount: 99_900, proration: 'none', instrument: { method: 'upi', vpa: null } } as const;
    change(one, now, asked);
    expect(one.subscriptionOf(now)).toMatchObject({ plan: { amount: 99_900 }, pending_update: null });
    change(one, later, asked);
    const { pending_update: pending } = one.subscriptionOf(later);
    expect(pending).toMatchObject({ reason: 'instrument', changes: { amount: 99_900 } });
    one.send('mandates.simulate', pending!.mandate_id!, { outcome: 'approved' });
    expect(one.subscriptionOf(later)).toMatchObject({ plan: { amount: 99_900 }, mandate_id: pending!.mandate_id, pending_update: null });
    expect(one.streams.resource(pending!.mandate_id!)).toMatchObject({ max_amount: 99_900 });
  });

  it.each<[string, (one: SubscriptionLife, id: string) => unknown]>([
    ['asked for again', (one, id) => change(one, id, { amount: 89_900, instrument: { method: 'upi', vpa: null } })],
    ['followed by a price that needs none', (one, id) => change(one, id, { amount: 39_900, proration: 'none' })],
    [
      'followed by the end of the subscription',
      (one, id) => one.send('subscriptions.cancel', id, { at: 'now', refund: 'none', openInvoices: 'keep' }),
    ],
  ])('that the customer has not agreed to ends when it is %s', (_what, replace) => {
    const one = new SubscriptionLife();
    const id = one.subscribe({ returnUrl: 'https://shop.example' });
    one.send('mandates.simulate', one.subscriptionOf(id).mandate_id!, { outcome: 'approved' });
    change(one, id, { amount: 99_900, proration: 'none', instrument: { method: 'upi', vpa: null } });
    const waited = one.subscriptionOf(id).pending_update!.mandate_id!;
    expect(one.streams.resource(waited)).toMatchObject({ status: 'requires_action' });
    replace(one, id);
    expect(one.subscriptionOf(id).pending_update?.mandate_id).not.toBe(waited);
    expect(one.streams.resource(waited)).toMatchObject({ status: 'expired', subscription_ids: [] });
  });
});

describe('a mandate that ends', () => {
  const DAY = 86_400_000;
  /** On a mandate that ends on 25 November 2027. */
  const subscribed = (payload = {}) => {
    const one = new SubscriptionLife('asha');
    return { one, id: one.subscribe({ mandateId: one.mandateId, ...payload }) };
  };
  const mandateOf = (one: SubscriptionLife, id: string) => one.streams.resource<MandateResource>(id);

  it('is followed by another one 30 days before', () => {
    const { one, id } = subscribed();
    one.until('2027-10-25T00:30:00Z');
    expect(one.subscriptionOf(id).mandate_id).toBe(one.mandateId);
    one.until('2027-10-26T00:30:01Z');
    const { mandate_id: next, pending_update } = one.subscriptionOf(id);
    expect(next).not.toBe(one.mandateId);
    expect(pending_update).toBeNull();
    expect(mandateOf(one, next!)).toMatchObject({ status: 'active', max_amount: mandateOf(one, one.mandateId).max_amount });
    expect(mandateOf(one, one.mandateId)).toMatchObject({ status: 'active', subscription_ids: [] });
    one.until('2028-02-26T00:30:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', paid_count: 16 });
  });

  it('is debited until the customer has agreed to the next', () => {
    const { one, id } = subscribed({ returnUrl: 'https://shop.example' });
    one.until('2027-10-26T00:30:01Z');
    const { pending_update: pending, next_action, mandate_id } = one.subscriptionOf(id);
    expect(pending).toMatchObject({ reason: 'mandate_expiring', changes: null, expires_at: mandateOf(one, one.mandateId).ends_at });
    expect([next_action, mandate_id]).toEqual([expect.anything(), one.mandateId]);
    one.send('mandates.simulate', pending!.mandate_id!, { outcome: 'approved' });
    expect(one.subscriptionOf(id)).toMatchObject({ mandate_id: pending!.mandate_id, pending_update: null, status: 'active' });
  });

  it('is asked for three times, and halts the subscription when the customer did not agree', () => {
    const { one, id } = subscribed({ returnUrl: 'https://shop.example' });
    const asked = [30, 7, 1].map((days) => {
      one.until(new Date(mandateOf(one, one.mandateId).ends_at * 1_000 - days * DAY + 1_000).toISOString());
      return one.subscriptionOf(id).pending_update?.mandate_id;
    });
    expect(new Set(asked).size).toBe(3);
    expect(asked).not.toContain(undefined);
    one.days(2);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'mandate_expired', pending_update: null });
  });

  it('is the reason, where it ended in the last paid period of one that goes on after all', () => {
    const one = new SubscriptionLife('asha').days(5);
    const id = one.subscribe({ mandateId: one.mandateId, returnUrl: 'https://shop.example' });
    one.until('2027-11-10T00:00:00Z').cancel(id, { at: 'period_end' });
    one.until('2027-11-28T00:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', mandate_id: null });
    one.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', cancelAt: null });
    one.days(3);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'mandate_expired' });
  });

  it('is not followed by another one where the subscription ends before', () => {
    const { one, id } = subscribed({ totalCount: 12 });
    one.until('2027-11-24T00:30:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ mandate_id: one.mandateId, pending_update: null });
  });

  it('is followed by one that outlives the last period, also where a pause put that off', () => {
    const one = new SubscriptionLife();
    const id = one.subscribe({ totalCount: 3, trialDays: 10 });
    one.until('2026-12-20T00:30:00Z').send('subscriptions.pause', id, { from: 'now' });
    one.until('2027-03-10T00:30:00Z').send('subscriptions.resume', id);
    const ended = mandateOf(one, one.subscriptionOf(id).mandate_id!).ends_at;
    one.days(1);
    const next = mandateOf(one, one.subscriptionOf(id).mandate_id!);
    expect([next.status, next.ends_at > ended]).toEqual(['active', true]);
    one.until('2027-07-01T00:30:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'completed', paid_count: 3, mandate_id: next.id });
  });

  it('ends after what is left where the periods became shorter', () => {
    const one = new SubscriptionLife();
    const id = one.subscribe({ totalCount: 6, trialDays: 10, price: { ...GOLD, interval: { unit: 'year', count: 1 } } });
    one.until('2029-05-02T00:30:00Z');
    expect(one.subscriptionOf(id).current_period_number).toBe(3);
    change(one, id, { amount: 10_000, interval: { unit: 'month', count: 1 }, proration: 'none' });
    expect(change(one, id, { instrument: { method: 'upi', vpa: null } })).toMatchObject({ status: 200 });
    // Two more months after the one that began, and 30 days.
    expect(one.subscriptionOf(id)).toMatchObject({ current_period_number: 4 });
    expect(mandateOf(one, one.subscriptionOf(id).mandate_id!).ends_at).toBe(Date.parse('2029-08-31T18:30:00Z') / 1_000);
  });
});

describe('a method that the customer chooses', () => {
  const UPI: MandateInstrument = { method: 'upi', vpa: null };
  const ENACH: MandateInstrument = { method: 'enach', account: null };
  const offered = (payload = {}) => {
    const one = new SubscriptionLife();
    return { one, id: one.subscribe({ methods: ['upi', 'enach'], ...payload }) };
  };
  const choose = (one: SubscriptionLife, id: string, instrument: MandateInstrument) =>
    one.send('subscriptions.choose_method', id, { instrument });

  it('changes nothing when it was chosen beside a mandate that the customer had not seen', () => {
    const { one, id } = offered({ returnUrl: 'https://shop.example' });
    const chooseSeeing = (mandateSeen: string | null) => one.send('subscriptions.choose_method', id, { instrument: UPI, mandateSeen });
    expect(chooseSeeing(null)).toMatchObject({ status: 200 });
    const { mandate_id: first } = one.subscriptionOf(id);
    expect(chooseSeeing(null)).toMatchObject({ refusal: { code: 'state_conflict' } });
    expect(one.subscriptionOf(id).mandate_id).toBe(first);
    expect(chooseSeeing(first)).toMatchObject({ status: 200 });
  });

  it('waits for them, for as long as a bank may take, and expires', () => {
    const { one, id } = offered();
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'created', mandate_id: null, latest_invoice_id: null });
    one.days(10.9);
    expect(one.subscriptionOf(id).status).toBe('created');
    one.days(0.2);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'expired', short_url: null, next_action: null });
  });

  it('is debited for what the first invoice comes to, at the retries of its rail', () => {
    const { one, id } = offered({ upfrontItems: [{ amount: 9_900, quantity: 1 }] });
    choose(one, id, UPI);
    const { mandate_id: mandateId, ...subscription } = one.subscriptionOf(id);
    expect(subscription).toMatchObject({ status: 'active', paid_count: 1, retry_schedule: [24, 48, 72], payment_method: 'upi' });
    expect(one.streams.resource(mandateId!)).toMatchObject({ max_amount: 59_800, method: 'upi' });
  });

  it('keeps the retries that were asked for', () => {
    const { one, id } = offered({ retrySchedule: [5] });
    choose(one, id, ENACH);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'authenticated', retry_schedule: [5], payment_method: 'enach' });
  });

  it('takes the place of the one before: its mandate ends', () => {
    const { one, id } = offered({ returnUrl: 'https://shop.example' });
    choose(one, id, UPI);
    const { mandate_id: first, ...waiting } = one.subscriptionOf(id);
    expect(waiting).toMatchObject({ status: 'created', next_action: { type: 'upi_intent' } });
    choose(one, id, ENACH);
    expect(one.streams.resource<MandateResource>(first!).status).toBe('expired');
    const { mandate_id: second } = one.subscriptionOf(id);
    one.send('mandates.simulate', second!, { outcome: 'approved' });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'authenticated', payment_method: 'enach', mandate_id: second });
  });

  it('is one of those that were named, ten times an hour at most', () => {
    const { one, id } = offered({ returnUrl: 'https://shop.example' });
    expect(choose(one, id, { method: 'card', card: null })).toMatchObject({ refusal: { code: 'parameter_invalid' } });
    for (let time = 0; time < 10; time++) expect(choose(one, id, UPI)).not.toHaveProperty('refusal');
    expect(choose(one, id, UPI)).toMatchObject({ refusal: { code: 'limit_exceeded' } });
  });
});
