import { upi } from '../../test/debit-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const life = (): SubscriptionLife => new SubscriptionLife();
const GOOD = { instrument: { method: 'upi', flow: 'collect', vpa: 'success@sandbox' }, methods: ['upi'] };
/** One period has been paid; the next begins on 25 December. */
const DUE = '2026-12-25T00:31:00Z';

/** The first payment succeeds; every debit after it fails. */
function failing(): { one: SubscriptionLife; id: string } {
  const one = life();
  return { one, id: one.subscribe({ price: { ...GOLD, amount: 201 }, trialDays: 30 }) };
}

describe('silence', () => {
  /** Paid on 25 November; the debit of 25 December is announced. */
  const announced = (payload: Parameters<SubscriptionLife['subscribe']>[0] = {}): { one: SubscriptionLife; id: string } => {
    const one = life();
    const id = one.subscribe(payload);
    one.until('2026-12-24T12:00:00Z');
    return { one, id };
  };
  const optOut = (one: SubscriptionLife, id: string): void =>
    void one.send('debits.simulate', one.invoicesOf(id).at(-1)!.debit_id!, { outcome: 'opted_out' });

  it('does not halt a payer who opts out of one debit and pays the next: thirty days count from the last attempt', () => {
    const { one, id } = announced();
    optOut(one, id);
    one.until('2027-02-28T00:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', paid_count: 3, outstanding_amount: 49_900 });
    one.pay(one.invoicesOf(id).find(({ status }) => status === 'open')!.id, 'good');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });

  it('does not call off a debit that is announced when the thirty days end', () => {
    const { one, id } = announced({ price: { ...GOLD, interval: { unit: 'day', count: 30 } } });
    optOut(one, id);
    one.until('2027-01-24T12:00:00Z');
    expect(one.of(one.invoicesOf(id).at(-1)!.debit_id!)).toMatchObject({ status: 'succeeded' });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', paid_count: 2 });
  });

  it('halts a payer who opts out of every debit: nothing was tried for thirty days, and nothing is planned', () => {
    const { one, id } = announced();
    optOut(one, id);
    one.until('2027-01-23T13:00:00Z');
    optOut(one, id);
    expect(one.subscriptionOf(id).status).toBe('past_due');
    one.until('2027-01-24T00:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'nothing_scheduled' });
  });

  it('waits for the approval of a debit that is open when the thirty days end', () => {
    const one = life();
    const id = one.on(upi('mandate.afa'), { price: { ...GOLD, amount: 1_500_001, interval: { unit: 'day', count: 30 } } });
    one.until('2027-01-25T18:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due' });
    one.send('debits.simulate', one.invoicesOf(id).at(-1)!.debit_id!, { outcome: 'afa_approved' });
    one.days(2);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', paid_count: 2 });
  });

  it('counts from the last payment by hand of a customer who pays a later invoice first', () => {
    const one = life();
    const id = one.subscribe({ collection: 'send_invoice', daysUntilDue: 45 });
    one.until('2027-01-30T00:00:00Z');
    expect(one.subscriptionOf(id).status).toBe('past_due');
    one.pay(one.invoicesOf(id)[1]!.id, 'good');
    one.until('2027-02-20T00:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', paid_count: 1 });
    one.until('2027-03-02T00:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'nothing_scheduled' });
  });

  it.each([
    ['a part of which is paid outside', 'invoices.mark_paid', { amount: 100, tdsAmount: 0, channel: 'cash' }],
    ['that is paid outside', 'invoices.mark_paid', { tdsAmount: 0, channel: 'cheque' }],
  ])('counts from an invoice %s', (_name, type, payload) => {
    const one = life();
    const id = one.subscribe({ collection: 'send_invoice', daysUntilDue: 45 });
    one.until('2027-02-01T00:00:00Z');
    one.ask(type, one.invoicesOf(id)[1]!.id, payload);
    one.until('2027-02-20T00:00:00Z');
    expect(one.subscriptionOf(id).status).toBe('past_due');
    one.until('2027-03-05T00:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'nothing_scheduled' });
  });

  it('halts one that is resumed past due after thirty days without a try', () => {
    const one = life();
    const id = one.subscribe({ collection: 'send_invoice' });
    one.days(8);
    one.send('subscriptions.pause', id, { from: 'now' });
    one.days(1).send('subscriptions.resume', id);
    expect(one.subscriptionOf(id).status).toBe('past_due');
    expect(one.days(31).subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'nothing_scheduled' });
  });
});

describe('a mandate that ends', () => {
  const ending = (end: (one: SubscriptionLife, id: string) => void): { one: SubscriptionLife; id: string; mandateId: string } => {
    const one = life();
    const id = one.subscribe();
    one.days(9);
    end(one, id);
    return { one, id, mandateId: one.subscriptionOf(id).mandate_id! };
  };
  const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' };

  it.each<[string, (one: SubscriptionLife, id: string) => void, string]>([
    ['that is cancelled', (one, id) => one.cancel(id, { at: 'period_end' }), 'cancelled'],
    ['that ends at a date', (one, id) => one.send('subscriptions.update', id, { ...CHANGE, cancelAt: 'period_end' }), 'cancelled'],
    ['in its last period', (one, id) => one.send('subscriptions.update', id, { ...CHANGE, totalCount: 1 }), 'completed'],
    ['that pauses', (one, id) => one.send('subscriptions.pause', id, { from: 'period_end' }), 'paused'],
  ])('leaves a subscription %s active until its paid period ends', (_name, end, status) => {
    for (const outcome of ['revoked', 'paused'] as const) {
      const { one, id, mandateId } = ending(end);
      one.send('mandates.simulate', mandateId, { outcome });
      expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', halt_reason: null });
      expect(one.subscriptionOf(id).mandate_id).toBe(outcome === 'revoked' ? null : mandateId);
      expect(one.until('2026-12-24T19:00:00Z').subscriptionOf(id)).toMatchObject({ status, outstanding_amount: 0 });
    }
  });

  it('halts one that goes on after all at the boundary that needs a debit', () => {
    const { one, id, mandateId } = ending((life, subscriptionId) => life.cancel(subscriptionId, { at: 'period_end' }));
    one.send('mandates.simulate', mandateId, { outcome: 'revoked' });
    one.send('subscriptions.update', id, { ...CHANGE, cancelAt: null });
    expect(one.until('2026-12-24T18:29:00Z').subscriptionOf(id).status).toBe('active');
    expect(one.until('2026-12-24T19:00:00Z').subscriptionOf(id)).toMatchObject({
      status: 'halted',
      halt_reason: 'mandate_revoked',
      outstanding_amount: 49_900,
    });
  });

  it('halts one whose last period is not paid', () => {
    const { one, id } = failing();
    one.until(DUE);
    one.cancel(id, { at: 'period_end' });
    one.send('mandates.simulate', one.subscriptionOf(id).mandate_id!, { outcome: 'revoked' });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'mandate_revoked' });
  });
});

describe('after a recovery', () => {
  /** Halted since 28 December, with two open invoices. */
  const halted = (): { one: SubscriptionLife; id: string } => {
    const { one, id } = failing();
    one.until('2027-01-26T00:00:00Z');
    return { one, id };
  };

  it('what stayed open makes it past due no more: a try that fails and then succeeds leads back to active', () => {
    const one = life();
    const id = one.on(upi('mandate.secondtry'), { retrySchedule: [] });
    one.until('2027-01-26T00:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', outstanding_amount: 99_800 });
    one.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', retrySchedule: [24] });
    one.send('subscriptions.retry', id, { invoiceId: one.invoicesOf(id).at(-1)!.id, payment: GOOD });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 49_900 });
    one.until('2027-02-25T12:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', retry: { attempt: 1 } });
    one.until('2027-02-27T12:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 49_900 });
  });

  it('a payment by hand of an old invoice that fails leaves it active', () => {
    const { one, id } = halted();
    one.send('subscriptions.retry', id, { invoiceId: one.invoicesOf(id).at(-1)!.id, payment: GOOD });
    one.pay(one.invoicesOf(id)[0]!.id, 'bad');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 201 });
  });

  it('one whose open invoices become void goes on, and one whose invoices are given up stays halted', () => {
    for (const [type, status] of [
      ['invoices.void', 'active'],
      ['invoices.mark_uncollectible', 'halted'],
    ] as const) {
      const { one, id } = halted();
      for (const invoice of one.invoicesOf(id)) one.ask(type, invoice.id);
      expect(one.subscriptionOf(id)).toMatchObject({ status, outstanding_amount: 0 });
    }
  });
});
