import type { SubscriptionChange } from '#contracts';
import { SubscriptionLife } from '../../test/subscription-life';

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
});
