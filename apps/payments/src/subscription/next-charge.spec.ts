import type { CreateSubscriptionPayload } from '#contracts';
import { upi } from '../../test/debit-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const SECOND_PERIOD = Date.parse('2026-12-25T00:30:00Z') / 1_000;
const THIRD_PERIOD = Date.parse('2027-01-25T00:30:00Z') / 1_000;

/** Paid on 25 November; the debit of 25 December is announced. */
function announced(payload: Partial<CreateSubscriptionPayload> = {}): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife();
  const id = one.subscribe(payload);
  one.until('2026-12-24T12:00:00Z');
  return { one, id };
}

const nextOf = (one: SubscriptionLife, id: string): number | null => one.subscriptionOf(id).next_charge_at;
const draftOf = (one: SubscriptionLife, id: string) => one.invoicesOf(id).at(-1)!;

describe('next_charge_at', () => {
  it('is the time of the debit that is announced', () => {
    const { one, id } = announced();
    expect([nextOf(one, id), draftOf(one, id).next_attempt_at]).toEqual([SECOND_PERIOD, SECOND_PERIOD]);
  });

  it.each(['notice_failed', 'opted_out'])('is that of the period after, once the debit of a draft ended with %s', (word) => {
    const { one, id } = announced(word === 'opted_out' ? {} : { metadata: { sandbox_outcome: word } });
    if (word === 'opted_out') one.send('debits.simulate', draftOf(one, id).debit_id!, { outcome: word });
    expect(draftOf(one, id)).toMatchObject({ status: 'draft', next_attempt_at: null });
    expect(nextOf(one, id)).toBe(THIRD_PERIOD);
    one.until('2026-12-27T12:00:00Z');
    expect(nextOf(one, id)).toBe(THIRD_PERIOD);
  });

  it('moves with the debit of an open invoice whose notice is asked for again', () => {
    const { one, id } = announced({ metadata: { sandbox_outcome: 'notice_pending' } });
    one.until('2026-12-25T00:30:00Z').send('subscriptions.retry', id, {});
    expect(nextOf(one, id)).toBe(Date.parse('2026-12-26T00:40:00Z') / 1_000);
    one.days(7 / 24);
    const moved = Date.parse('2026-12-26T07:30:00Z') / 1_000;
    expect(one.subscriptionOf(id)).toMatchObject({ next_charge_at: moved, retry: { next_at: moved } });
    expect(draftOf(one, id).next_attempt_at).toBe(moved);
  });

  it('is null once the debit of the last draft will not be made', () => {
    const { one, id } = announced({ totalCount: 2 });
    one.send('debits.simulate', draftOf(one, id).debit_id!, { outcome: 'opted_out' });
    expect(nextOf(one, id)).toBeNull();
  });

  it('is that of the period after, once the draft is void', () => {
    const { one, id } = announced();
    one.send('invoices.void', draftOf(one, id).id);
    expect(nextOf(one, id)).toBe(THIRD_PERIOD);
  });

  it('is that of the period after, while the payer has to approve the debit of a draft', () => {
    const one = new SubscriptionLife();
    const id = one.on(upi('mandate.afa'), { price: { ...GOLD, amount: 1_500_001 } });
    one.until('2026-12-24T12:00:00Z');
    expect(one.of(draftOf(one, id).debit_id!).status).toBe('requires_action');
    expect(nextOf(one, id)).toBe(THIRD_PERIOD);
  });

  it('is null where the mandate has ended and the subscription will stand still', () => {
    const one = new SubscriptionLife();
    const id = one.subscribe();
    one.cancel(id, { at: 'period_end' });
    one.send('mandates.simulate', one.subscriptionOf(id).mandate_id!, { outcome: 'revoked' });
    one.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', cancelAt: null });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', mandate_id: null, cancel_at: null });
    expect(nextOf(one, id)).toBeNull();
    one.until('2026-12-25T12:00:00Z');
    expect(one.subscriptionOf(id).status).toBe('halted');
  });

  it('leaves out the part of a period that is free', () => {
    const one = new SubscriptionLife();
    const id = one.subscribe({ anchorDay: 1, firstPeriod: 'free' });
    const later = one.subscribe({ anchorDay: 1, firstPeriod: 'free', startsAtMs: Date.parse('2026-12-10T06:00:00Z') });
    const dates = [id, later].map((subscription) => new Date(nextOf(one, subscription)! * 1_000).toISOString());
    expect(dates).toEqual(['2026-12-01T00:30:00.000Z', '2027-01-01T00:30:00.000Z']);
  });

  it('is that of the last invoice, where a change waits for the end', () => {
    const one = new SubscriptionLife();
    const id = one.subscribe({ instrument: upi('mandate.ok'), mandateMaxAmount: 500_000 });
    one.until('2026-12-10T00:40:00Z');
    one.cancel(id, { at: 'period_end' });
    one.send('subscriptions.update', id, { amount: 99_900, proration: 'prorate', overLimit: 'refuse' });
    expect(one.subscriptionOf(id).pending_lines).not.toEqual([]);
    expect(nextOf(one, id)).toBe(SECOND_PERIOD);
    one.until('2026-12-24T23:00:00Z');
    expect(one.subscriptionOf(id).status).toBe('cancelled');
    expect([nextOf(one, id), draftOf(one, id).next_attempt_at]).toEqual([SECOND_PERIOD, SECOND_PERIOD]);
    expect(nextOf(one.days(1), id)).toBeNull();
    expect(draftOf(one, id).status).toBe('paid');
  });
});
