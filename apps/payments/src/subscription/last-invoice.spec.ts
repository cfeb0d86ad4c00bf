import type { InvoiceResource, SubscriptionChange, SubscriptionResource } from '#contracts';
import { REGISTERED } from '../../test/invoice-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' } as const;
const UP = -25_755 + 51_561;

/** Subscribed on 1 March, 11:30 in India, at 499 rupees; on 16 March another price waits. */
function changed(to: number, more: object = {}, from = 49_900): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2026-03-01T06:00:00Z');
  const id = one.subscribe({ price: { ...GOLD, amount: from }, mandateMaxAmount: 5_000_000, ...more });
  one.until('2026-03-16T06:00:00Z');
  update(one, id, { amount: to });
  return { one, id };
}

const update = (one: SubscriptionLife, id: string, asked: Partial<SubscriptionChange>) =>
  one.send('subscriptions.update', id, { ...CHANGE, ...asked });
const preview = (one: SubscriptionLife, id: string, asked: Partial<SubscriptionChange> = {}): InvoiceResource => {
  const answer = one.dry('subscriptions.preview_update', id, { ...CHANGE, ...asked });
  if ('refusal' in answer) throw new Error(JSON.stringify(answer.refusal));
  return answer.body as InvoiceResource;
};
const last = (one: SubscriptionLife, id: string): InvoiceResource => one.invoicesOf(id).at(-1)!;
const paidBy = (one: SubscriptionLife, id: string): number =>
  one.invoicesOf(id).reduce((sum, { amount_paid, amount_refunded }) => sum + amount_paid - amount_refunded, 0);
const mandateOf = (one: SubscriptionLife, id: string): string => one.subscriptionOf(id).mandate_id!;
const waiting = ({ pending_lines }: SubscriptionResource): number[] => pending_lines.map(({ amount }) => amount);

describe('what waits for an invoice', () => {
  it('is shown with its tax and the days that it is for', () => {
    const one = new SubscriptionLife().at('2026-03-01T06:00:00Z').register(REGISTERED);
    const id = one.subscribe({ mandateMaxAmount: 5_000_000 });
    one.until('2026-03-16T06:00:00Z');
    update(one, id, { amount: 99_900 });
    expect(one.subscriptionOf(id).pending_lines).toMatchObject([
      { description: 'Gold, 16 of 31 days', amount: -25_755, taxable_amount: -21_827, period_start_at: 1_773_599_400 },
      { amount: 51_561, taxable_amount: 43_695, period_end_at: 1_774_981_800 },
    ]);
    one.until('2026-03-31T00:00:00Z');
    expect(one.subscriptionOf(id).pending_lines).toEqual([]);
    expect(
      last(one, id)
        .lines.slice(0, 2)
        .map(({ amount }) => amount),
    ).toEqual([-25_755, 51_561]);
  });

  it('of exclusive prices is shown with the tax on top', () => {
    const one = new SubscriptionLife().at('2026-03-01T06:00:00Z').register({ ...REGISTERED, behavior: 'exclusive' });
    const id = one.subscribe({ mandateMaxAmount: 5_000_000 });
    one.until('2026-03-16T06:00:00Z');
    update(one, id, { amount: 99_900 });
    expect(one.subscriptionOf(id).pending_lines).toMatchObject([
      { amount: -30_391, taxable_amount: -25_755 },
      { amount: 60_841, taxable_amount: 51_561 },
    ]);
  });
});

describe('a subscription that does not renew', () => {
  it.each<[string, (one: SubscriptionLife, id: string) => void, string]>([
    ['is cancelled at the end of the period', (one, id) => one.cancel(id, { at: 'period_end' }), 'cancelled'],
    ['has cancel_at', (one, id) => update(one, id, { cancelAt: 'period_end' }), 'cancelled'],
    ['is in the last of its periods', (one, id) => update(one, id, { totalCount: 1 }), 'completed'],
  ])('and %s debits what waits with its end, after a notice of more than a day', (_name, end, status) => {
    const { one, id } = changed(99_900);
    end(one, id);
    const mandateId = mandateOf(one, id);
    one.until('2026-03-30T07:00:00Z');
    expect(last(one, id)).toMatchObject({ status: 'draft', total: UP, billing_reason: 'subscription_update' });
    one.until('2026-03-31T18:31:00Z');
    expect(last(one, id)).toMatchObject({ status: 'open' });
    one.until('2026-04-01T00:31:00Z');
    expect(last(one, id)).toMatchObject({ status: 'paid' });
    expect(one.subscriptionOf(id)).toMatchObject({ status, pending_lines: [], outstanding_amount: 0, ended_at: expect.any(Number) });
    expect(paidBy(one, id)).toBe(49_900 + UP);
    expect(one.of(mandateId).status).toBe('revoked');
  });

  it('tries the last invoice again by its schedule, and keeps the mandate until then', () => {
    const one = new SubscriptionLife().at('2026-03-01T06:00:00Z');
    const id = one.on({ method: 'upi', vpa: 'mandate.secondtry@sandbox' }, { mandateMaxAmount: 5_000_000, retrySchedule: [24] });
    one.until('2026-03-16T06:00:00Z');
    update(one, id, { amount: 99_900 });
    one.cancel(id, { at: 'period_end' });
    const mandateId = mandateOf(one, id);
    one.until('2026-04-01T12:00:00Z');
    expect([last(one, id).status, one.of(mandateId).status]).toEqual(['open', 'active']);
    one.until('2026-04-03T12:00:00Z');
    expect([last(one, id).status, one.of(mandateId).status]).toEqual(['paid', 'revoked']);
  });

  it('makes credit of what is below zero', () => {
    const { one, id } = changed(49_900, {}, 99_900);
    one.cancel(id, { at: 'period_end' });
    one.until('2026-04-02T00:00:00Z');
    expect(last(one, id)).toMatchObject({ status: 'paid', total: 0, billing_reason: 'subscription_update' });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', pending_lines: [] });
    expect(one.balance).toBe(-UP);
  });

  it('has no invoice that follows where it is paused before: what waits goes on waiting', () => {
    const { one, id } = changed(99_900);
    one.send('subscriptions.pause', id, { from: 'period_end' });
    expect(one.dry('subscriptions.preview_update', id, CHANGE)).toMatchObject({ refusal: { code: 'state_conflict' } });
    one.days(30);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'paused', pending_lines: [expect.anything(), expect.anything()] });
    one.send('subscriptions.resume', id);
    expect(one.days(2).subscriptionOf(id)).toMatchObject({ status: 'active', pending_lines: [], outstanding_amount: 0 });
  });

  it('has the invoice that its preview shows', () => {
    const { one, id } = changed(99_900);
    update(one, id, { totalCount: 1 });
    const shown = preview(one, id, { amount: 149_900 });
    update(one, id, { amount: 149_900 });
    one.until('2026-04-02T00:00:00Z');
    expect(last(one, id).total).toBe(shown.total);
    expect(one.invoicesOf(id)).toHaveLength(2);
  });

  it('charges with the next period what waited for it, when it goes on after all', () => {
    const { one, id } = changed(99_900);
    one.cancel(id, { at: 'period_end' });
    one.until('2026-03-30T12:00:00Z');
    const { id: draftId } = last(one, id);
    update(one, id, { cancelAt: null });
    expect(one.invoiceOf(draftId)).toMatchObject({ status: 'void', number: null });
    one.until('2026-04-02T00:00:00Z');
    expect(last(one, id)).toMatchObject({ status: 'paid', total: UP + 99_900 });
    expect(paidBy(one, id)).toBe(49_900 + UP + 99_900);
  });

  it('charges a change of its last hours with an invoice of its own', () => {
    const { one, id } = changed(99_900);
    one.cancel(id, { at: 'period_end' });
    one.until('2026-03-31T06:00:00Z');
    update(one, id, { amount: 149_900 });
    one.until('2026-04-03T00:00:00Z');
    expect(one.invoicesOf(id).map(({ total, status }) => [total, status])).toEqual([
      [49_900, 'paid'],
      [UP, 'paid'],
      [-3_223 + 4_835, 'paid'],
    ]);
  });

  it('without a mandate leaves the last invoice to the customer', () => {
    const { one, id } = changed(99_900);
    one.cancel(id, { at: 'period_end' });
    one.send('mandates.simulate', mandateOf(one, id), { outcome: 'revoked' });
    expect(one.subscriptionOf(id).status).toBe('active');
    one.until('2026-04-02T00:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', outstanding_amount: UP });
    one.pay(last(one, id).id, 'good');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', outstanding_amount: 0 });
  });

  it('whose customer pays by hand has the last invoice to pay before it is completed', () => {
    const { one, id } = changed(99_900, { collection: 'send_invoice', totalCount: 1 });
    one.pay(one.invoicesOf(id)[0]!.id, 'good');
    // The first one was not paid when the price changed: what is left of the month came off it.
    expect(one.invoicesOf(id)[0]).toMatchObject({ status: 'paid', amount_paid: 49_900 - 25_755 });
    one.until('2026-04-01T00:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: UP + 25_755 });
    one.pay(last(one, id).id, 'good');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'completed' });
  });
});

describe('a subscription that is cancelled at once', () => {
  it('charges what waits, and its mandate ends after that', () => {
    const { one, id } = changed(99_900);
    const mandateId = mandateOf(one, id);
    one.cancel(id);
    expect(last(one, id)).toMatchObject({ status: 'open', total: UP });
    expect([one.subscriptionOf(id).status, one.of(mandateId).status]).toEqual(['cancelled', 'active']);
    one.until('2026-03-18T12:00:00Z');
    expect([last(one, id).status, one.of(mandateId).status]).toEqual(['paid', 'revoked']);
  });

  it('charges what a draft had taken that is void now', () => {
    const { one, id } = changed(99_900);
    one.until('2026-03-31T06:00:00Z');
    one.cancel(id);
    expect(last(one, id)).toMatchObject({ status: 'open', total: UP });
    one.until('2026-04-03T00:00:00Z');
    expect(paidBy(one, id)).toBe(49_900 + UP);
  });

  it('charges for the days that were used alone where the rest of the period goes back', () => {
    const { one, id } = changed(99_900);
    one.until('2026-03-20T06:00:00Z');
    one.cancel(id, { refund: 'prorated' });
    // Four of sixteen days.
    expect(last(one, id).total).toBe(UP - (-19_316 + 38_671));
  });

  it('charges nothing that waits where the whole period goes back, or where nothing more is asked of the customer', () => {
    for (const payload of [{ refund: 'full' }, { openInvoices: 'void' }] as const) {
      const { one, id } = changed(99_900);
      one.cancel(id, payload);
      expect(one.invoicesOf(id)).toHaveLength(1);
      expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', pending_lines: [], outstanding_amount: 0 });
    }
  });

  it('leaves an invoice that is owed where its customer is erased', () => {
    const { one, id } = changed(99_900);
    one.send('customers.erase', one.customerId);
    one.days(1);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'customer_erased', outstanding_amount: UP });
    expect(waiting(one.subscriptionOf(id))).toEqual([]);
  });
});
