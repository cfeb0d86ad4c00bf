import type { CreateSubscriptionPayload } from '#contracts';
import { upi } from '../../test/debit-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const SECOND_PERIOD = Date.parse('2026-12-25T00:30:00Z') / 1_000;
const THIRD_PERIOD = Date.parse('2027-01-25T00:30:00Z') / 1_000;

/** Paid on 25 November; the debit of 25 December is announced. */
function announced(payload: Partial<CreateSubscriptionPayload> = {}): { life: SubscriptionLife; id: string } {
  const life = new SubscriptionLife();
  const id = life.subscribe(payload);
  life.until('2026-12-24T12:00:00Z');
  return { life, id };
}

const nextOf = (life: SubscriptionLife, id: string): number | null => life.subscriptionOf(id).next_charge_at;
const draftOf = (life: SubscriptionLife, id: string) => life.invoicesOf(id).at(-1)!;

describe('next_charge_at', () => {
  it('is the time of the debit that is announced', () => {
    const { life, id } = announced();
    expect([nextOf(life, id), draftOf(life, id).next_attempt_at]).toEqual([SECOND_PERIOD, SECOND_PERIOD]);
  });

  it.each(['notice_failed', 'opted_out'])('is that of the period after, once the debit of a draft ended with %s', (word) => {
    const { life, id } = announced(word === 'opted_out' ? {} : { metadata: { sandbox_outcome: word } });
    if (word === 'opted_out') life.send('debits.simulate', draftOf(life, id).debit_id!, { outcome: word });
    expect(draftOf(life, id)).toMatchObject({ status: 'draft', next_attempt_at: null });
    expect(nextOf(life, id)).toBe(THIRD_PERIOD);
    life.until('2026-12-27T12:00:00Z');
    expect(nextOf(life, id)).toBe(THIRD_PERIOD);
  });

  it('moves with the debit of an open invoice whose notice is requested again', () => {
    const { life, id } = announced({ metadata: { sandbox_outcome: 'notice_pending' } });
    life.until('2026-12-25T00:30:00Z').send('subscriptions.retry', id, {});
    expect(nextOf(life, id)).toBe(Date.parse('2026-12-26T00:40:00Z') / 1_000);
    life.days(7 / 24);
    const moved = Date.parse('2026-12-26T07:30:00Z') / 1_000;
    expect(life.subscriptionOf(id)).toMatchObject({ next_charge_at: moved, retry: { next_at: moved } });
    expect(draftOf(life, id).next_attempt_at).toBe(moved);
  });

  it('is null once the debit of the last draft will not be made', () => {
    const { life, id } = announced({ totalCount: 2 });
    life.send('debits.simulate', draftOf(life, id).debit_id!, { outcome: 'opted_out' });
    expect(nextOf(life, id)).toBeNull();
  });

  it('is that of the period after, once the draft is void', () => {
    const { life, id } = announced();
    life.send('invoices.void', draftOf(life, id).id);
    expect(nextOf(life, id)).toBe(THIRD_PERIOD);
  });

  it('is that of the period after, while the payer has to approve the debit of a draft', () => {
    const life = new SubscriptionLife();
    const id = life.on(upi('mandate.afa'), { price: { ...GOLD, amount: 1_500_001 } });
    life.until('2026-12-24T12:00:00Z');
    expect(life.of(draftOf(life, id).debit_id!).status).toBe('requires_action');
    expect(nextOf(life, id)).toBe(THIRD_PERIOD);
  });

  it('is null where the mandate has ended and the subscription will stand still', () => {
    const life = new SubscriptionLife();
    const id = life.subscribe();
    life.cancel(id, { at: 'period_end' });
    life.send('mandates.simulate', life.subscriptionOf(id).mandate_id!, { outcome: 'revoked' });
    life.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', cancelAt: null });
    expect(life.subscriptionOf(id)).toMatchObject({ status: 'active', mandate_id: null, cancel_at: null });
    expect(nextOf(life, id)).toBeNull();
    life.until('2026-12-25T12:00:00Z');
    expect(life.subscriptionOf(id).status).toBe('halted');
  });

  it('leaves out the part of a period that is free', () => {
    const life = new SubscriptionLife();
    const id = life.subscribe({ anchorDay: 1, firstPeriod: 'free' });
    const later = life.subscribe({ anchorDay: 1, firstPeriod: 'free', startsAtMs: Date.parse('2026-12-10T06:00:00Z') });
    const dates = [id, later].map((subscription) => new Date(nextOf(life, subscription)! * 1_000).toISOString());
    expect(dates).toEqual(['2026-12-01T00:30:00.000Z', '2027-01-01T00:30:00.000Z']);
  });

  it('is that of the last invoice, where a change waits for the end', () => {
    const life = new SubscriptionLife();
    const id = life.subscribe({ instrument: upi('mandate.ok'), mandateMaxAmount: 500_000 });
    life.until('2026-12-10T00:40:00Z');
    life.cancel(id, { at: 'period_end' });
    life.send('subscriptions.update', id, { amount: 99_900, proration: 'prorate', overLimit: 'refuse' });
    expect(life.subscriptionOf(id).pending_lines).not.toEqual([]);
    expect(nextOf(life, id)).toBe(SECOND_PERIOD);
    life.until('2026-12-24T23:00:00Z');
    expect(life.subscriptionOf(id).status).toBe('cancelled');
    expect([nextOf(life, id), draftOf(life, id).next_attempt_at]).toEqual([SECOND_PERIOD, SECOND_PERIOD]);
    expect(nextOf(life.days(1), id)).toBeNull();
    expect(draftOf(life, id).status).toBe('paid');
  });
});
