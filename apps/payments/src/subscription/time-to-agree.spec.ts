import type { MandateResource, SubscriptionChange } from '#contracts';
import { REGISTERED } from '../../test/invoice-life';
import { SubscriptionLife } from '../../test/subscription-life';

const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' } as const;
const PAGE = { returnUrl: 'https://shop.example' };
const EXCLUSIVE = { ...REGISTERED, behavior: 'exclusive' } as const;

const change = (one: SubscriptionLife, id: string, asked: Partial<SubscriptionChange>) =>
  one.send('subscriptions.update', id, { ...CHANGE, ...asked });
const open = (one: SubscriptionLife, id: string) => one.send('subscriptions.register_again', id);
const mandateOf = (one: SubscriptionLife, id: string) => one.streams.resource<MandateResource>(id);
const agree = (one: SubscriptionLife, mandateId: string, outcome = 'approved') => one.send('mandates.simulate', mandateId, { outcome });
const minutes = (one: SubscriptionLife, count: number) => one.days(count / 1_440);

/** Subscribed on 1 March 2031 by a customer who has not agreed. */
function created(payload: object = {}): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z').register(EXCLUSIVE);
  return { one, id: one.subscribe({ ...PAGE, ...payload }) };
}

/** The same, who has agreed. */
function begun(payload: object = {}): { one: SubscriptionLife; id: string } {
  const { one, id } = created(payload);
  agree(one, one.subscriptionOf(id).mandate_id!);
  return { one, id };
}

describe('a customer who has not agreed in time for the registration', () => {
  it('keeps a page to agree on until authorize_by_at, which begins another registration', () => {
    const { one, id } = created();
    const { mandate_id: first, short_url, authorize_by_at: by } = one.subscriptionOf(id);
    minutes(one, 15);
    expect(mandateOf(one, first!).status).toBe('expired');
    expect(one.subscriptionOf(id)).toMatchObject({
      status: 'created',
      short_url,
      next_action: { type: 'redirect_to_url', url: short_url, expires_at: by },
    });
    one.days(3);
    expect(open(one, id)).toMatchObject({ status: 200 });
    const { mandate_id: second, next_action } = one.subscriptionOf(id);
    expect([second === first, next_action]).toEqual([false, expect.objectContaining({ type: 'upi_intent' })]);
    agree(one, second!);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', paid_count: 1, short_url: null, next_action: null });
  });

  it('begins one registration however often the page is opened', () => {
    const { one, id } = created();
    const first = one.subscriptionOf(id).mandate_id;
    open(one, id);
    expect(one.subscriptionOf(id).mandate_id).toBe(first);
    minutes(one, 15);
    open(one, id);
    const { mandate_id: second, sequence } = one.subscriptionOf(id);
    open(one, id);
    expect(one.subscriptionOf(id)).toMatchObject({ mandate_id: second, sequence });
    expect(second).not.toBe(first);
  });

  it('agrees to what is needed by then', () => {
    const { one, id } = created();
    one.days(1).register({ defaultRateBps: 2_800 });
    open(one, id);
    const { mandate_id: mandateId } = one.subscriptionOf(id);
    expect(mandateOf(one, mandateId!).max_amount).toBe(63_872);
    agree(one, mandateId!);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', regular_amount: 63_872 });
  });

  it('has nothing to open once the time is over, or they declined', () => {
    const late = created();
    late.one.days(8);
    expect(open(late.one, late.id)).toMatchObject({ status: 200 });
    expect(late.one.subscriptionOf(late.id)).toMatchObject({ status: 'expired', short_url: null, next_action: null });
    const declined = created();
    const { mandate_id: first } = declined.one.subscriptionOf(declined.id);
    agree(declined.one, first!, 'declined');
    open(declined.one, declined.id);
    expect(declined.one.subscriptionOf(declined.id)).toMatchObject({ status: 'created', mandate_id: first, short_url: null });
  });
});

describe('a customer who is asked for another mandate', () => {
  it('has until expires_at of the change, by as many registrations as it takes', () => {
    const { one, id } = begun();
    one.until('2031-03-10T03:30:00Z');
    change(one, id, { amount: 99_900 });
    const { pending_update: pending, short_url } = one.subscriptionOf(id);
    one.days(1);
    const until = { type: 'redirect_to_url', url: short_url, expires_at: pending!.expires_at };
    expect(one.subscriptionOf(id)).toMatchObject({ pending_update: pending, short_url, next_action: until });
    open(one, id);
    minutes(one, 15);
    open(one, id);
    const { pending_update: third } = one.subscriptionOf(id);
    expect(third).toEqual({ ...pending, mandate_id: third!.mandate_id });
    expect(mandateOf(one, third!.mandate_id!).max_amount).toBe(mandateOf(one, pending!.mandate_id!).max_amount);
    agree(one, third!.mandate_id!);
    expect(one.subscriptionOf(id)).toMatchObject({ plan: { amount: 99_900 }, pending_update: null, mandate_id: third!.mandate_id });
    one.until('2031-04-02T03:30:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', paid_count: 2 });
  });

  it('keeps the old price when they do not agree by then', () => {
    const { one, id } = begun();
    one.until('2031-03-10T03:30:00Z');
    change(one, id, { amount: 99_900 });
    one.days(7.1);
    expect(one.subscriptionOf(id)).toMatchObject({ plan: { amount: 49_900 }, pending_update: null, short_url: null });
  });

  it('has as long for the mandate of an invoice that became larger', () => {
    const { one, id } = begun();
    one.register({ defaultRateBps: 2_800 });
    one.until('2031-04-02T03:30:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', short_url: expect.any(String) });
    open(one, id);
    agree(one, one.subscriptionOf(id).pending_update!.mandate_id!);
    one.days(2);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });
});
