import type { InvoiceResource, SubscriptionChange } from '#contracts';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';
import { REGISTERED } from '../../test/invoice-life';

const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' } as const;
const EVERY_MONTH = { unit: 'month', count: 1 } as const;

/** Subscribed on 1 March at a price, under a mandate that takes more; it is 16 March. */
function onMarch16(amount = 49_900, more: object = {}): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2026-03-01T06:00:00Z');
  const id = one.subscribe({ price: { ...GOLD, amount }, mandateMaxAmount: 5_000_000, ...more });
  one.until('2026-03-16T06:00:00Z');
  return { one, id };
}

const change = (one: SubscriptionLife, id: string, asked: Partial<SubscriptionChange>) =>
  one.send('subscriptions.update', id, { ...CHANGE, ...asked });
const preview = (one: SubscriptionLife, id: string, asked: Partial<SubscriptionChange>): InvoiceResource => {
  const answer = one.dry('subscriptions.preview_update', id, { ...CHANGE, ...asked });
  if ('refusal' in answer) throw new Error(JSON.stringify(answer.refusal));
  return answer.body as InvoiceResource;
};
const linesOf = ({ lines }: InvoiceResource): number[] => lines.map(({ amount }) => amount);

describe('(14) a new price in the middle of a period', () => {
  it.each<[string, [from: number, to: number], number[], number]>([
    ['up', [49_900, 99_900], [-25_755, 51_561, 99_900], 125_706],
    ['down', [99_900, 49_900], [-51_561, 25_755, 49_900], 24_094],
  ])('%s, is on the next invoice', (_what, [from, to], lines, total) => {
    const { one, id } = onMarch16(from);
    expect(change(one, id, { amount: to })).toMatchObject({ status: 200 });
    expect(one.subscriptionOf(id)).toMatchObject({ plan: { amount: to }, regular_amount: to, pending_update: null });
    one.until('2026-04-01T00:31:00Z');
    const invoice = one.invoicesOf(id)[1]!;
    expect([linesOf(invoice), invoice.total, invoice.status]).toEqual([lines, total, 'paid']);
    expect(invoice.lines[0]).toMatchObject({ type: 'proration', proration: { days: 16, of_days: 31 } });
    one.until('2026-05-01T00:31:00Z');
    expect(one.invoicesOf(id)[2]).toMatchObject({ total: to });
  });

  it('of a quantity is of all of it', () => {
    const one = new SubscriptionLife().at('2026-04-01T06:00:00Z');
    const id = one.subscribe({ price: { ...GOLD, amount: 10_001 }, mandateMaxAmount: 5_000_000 });
    one.until('2026-04-16T06:00:00Z');
    change(one, id, { quantity: 3 });
    one.until('2026-05-01T00:31:00Z');
    expect(linesOf(one.invoicesOf(id)[1]!)).toEqual([-5_001, 15_002, 30_003]);
  });

  it('is charged at once where the caller says so, after the notice', () => {
    const { one, id } = onMarch16();
    change(one, id, { amount: 99_900, proration: 'invoice_now' });
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'open', billing_reason: 'subscription_update', total: 25_806 });
    one.until('2026-03-18T06:00:00Z');
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'paid' });
    one.until('2026-04-01T00:31:00Z');
    expect(one.invoicesOf(id)[2]).toMatchObject({ total: 99_900 });
  });

  it('is charged from the next period on where the caller says so', () => {
    const { one, id } = onMarch16();
    change(one, id, { amount: 99_900, proration: 'none' });
    one.until('2026-04-01T00:31:00Z');
    expect(linesOf(one.invoicesOf(id)[1]!)).toEqual([99_900]);
  });

  it('(16) taken back on the same day leaves nothing; three prices on a day leave the first and the last', () => {
    const { one, id } = onMarch16();
    change(one, id, { amount: 99_900 });
    change(one, id, { amount: 49_900 });
    expect(linesOf(preview(one, id, {}))).toEqual([49_900]);
    change(one, id, { amount: 99_900 });
    change(one, id, { amount: 20_000 });
    expect(linesOf(preview(one, id, {}))).toEqual([-25_755, 10_323, 20_000]);
  });

  it('a year becomes a month today: what is left of it is credit, that pays later invoices', () => {
    const one = new SubscriptionLife().at('2026-01-01T06:00:00Z');
    const id = one.subscribe({ price: { ...GOLD, amount: 120_000, interval: { unit: 'year', count: 1 } } });
    one.until('2026-09-02T06:00:00Z');
    change(one, id, { amount: 15_000, interval: EVERY_MONTH });
    const invoice = one.invoicesOf(id)[1]!;
    expect(linesOf(invoice)).toEqual([-39_781, 15_000, 24_781]);
    expect(invoice).toMatchObject({ status: 'paid', total: 0, amount_due: 0, lines: [{}, { type: 'recurring' }, { type: 'carried' }] });
    expect(one.subscriptionOf(id)).toMatchObject({ anchor_date: '2026-09-02', current_period_number: 2 });
    expect(one.balance).toBe(-24_781);
    one.until('2026-10-02T00:31:00Z');
    expect(one.invoicesOf(id)[2]).toMatchObject({ status: 'paid', total: 15_000, balance_applied: -15_000, amount_due: 0 });
    one.until('2026-11-02T00:31:00Z');
    expect(one.invoicesOf(id)[3]).toMatchObject({ status: 'paid', total: 15_000, balance_applied: -9_781, amount_due: 5_219 });
    expect(one.balance).toBe(0);
  });

  it('(15) credit carries its tax with a credit note, and the invoice of nothing has none', () => {
    const one = new SubscriptionLife().at('2026-01-01T06:00:00Z').register(REGISTERED);
    const id = one.subscribe({ price: { ...GOLD, amount: 120_000, interval: { unit: 'year', count: 1 } } });
    one.until('2026-09-02T06:00:00Z');
    change(one, id, { amount: 15_000, interval: EVERY_MONTH });
    const { tax, subtotal, total, balance_credit_note: note, amount_refunded: refunded } = one.invoicesOf(id)[1]!;
    expect([subtotal, tax.total, total, refunded]).toEqual([0, 0, 0, 0]);
    expect(note).toMatchObject({ number: 'CN/2627/000001', amount: 24_781 });
    expect(note!.taxable_amount + note!.cgst + note!.sgst + note!.igst).toBe(24_781);
  });
});

describe('a change at the end of the period', () => {
  it('waits, can be replaced, and is of the next invoice', () => {
    const { one, id } = onMarch16();
    change(one, id, { amount: 99_900, effective: 'period_end' });
    const end = one.subscriptionOf(id).current_period_end_at;
    expect(one.subscriptionOf(id)).toMatchObject({
      plan: { amount: 49_900 },
      pending_update: { changes: { amount: 99_900 }, reason: 'period_end', apply_at: end },
    });
    change(one, id, { amount: 20_000, effective: 'period_end' });
    one.until('2026-04-01T00:31:00Z');
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'paid', total: 20_000 });
    expect(one.subscriptionOf(id)).toMatchObject({ plan: { amount: 20_000 }, pending_update: null, paid_count: 2 });
  });

  it('of the day begins with an incomplete period', () => {
    const { one, id } = onMarch16();
    change(one, id, { anchorDay: 10 });
    one.until('2026-04-01T00:31:00Z');
    expect(one.invoicesOf(id)[1]).toMatchObject({ total: Math.round((49_900 * 9) / 31), lines: [{ proration: { days: 9, of_days: 31 } }] });
    one.until('2026-04-10T00:31:00Z');
    expect(one.invoicesOf(id)[2]).toMatchObject({ total: 49_900, invoice_date: '2026-04-10' });
    expect(one.subscriptionOf(id)).toMatchObject({ anchor_date: '2026-04-10', billing_anchor_day: 10, current_period_number: 2 });
  });
});

describe('another interval in the last period of total_count', () => {
  it.each<[string, Partial<SubscriptionChange>]>([
    ['of another interval', { interval: { unit: 'year', count: 1 } }],
    ['of a day that is today', { anchorDay: 16, effective: 'now' }],
  ])('is refused, as it begins one more: %s', (_what, asked) => {
    const { one, id } = onMarch16(49_900, { totalCount: 1 });
    expect(change(one, id, asked)).toMatchObject({ refusal: { details: { reason: 'periods_over' } } });
    expect(change(one, id, { ...asked, totalCount: 2 })).toMatchObject({ status: 200 });
    one.until('2028-04-01T00:31:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'completed', paid_count: 2, remaining_count: 0 });
  });

  it('is a period of its own before the last one', () => {
    const { one, id } = onMarch16(49_900, { totalCount: 2 });
    expect(change(one, id, { interval: { unit: 'week', count: 1 } })).toMatchObject({ status: 200 });
    one.until('2026-05-01T00:31:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'completed', paid_count: 2, remaining_count: 0 });
  });
});

describe('a preview while the next period is announced', () => {
  it('is of the period after it, with what the announced one leaves', () => {
    const { one, id } = onMarch16();
    one.until('2026-03-31T12:00:00Z');
    const { lines, total } = preview(one, id, { amount: 99_900 });
    const whole = lines.at(-1)!;
    expect([total, new Date(whole.period_start_at! * 1_000).toISOString()]).toEqual([151_513, '2026-04-30T18:30:00.000Z']);
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'draft', number: null });
  });

  it('is refused where that is the last one', () => {
    const { one, id } = onMarch16(49_900, { totalCount: 2 });
    one.until('2026-03-31T12:00:00Z');
    expect(one.dry('subscriptions.preview_update', id, CHANGE)).toMatchObject({ refusal: { code: 'state_conflict' } });
  });
});

describe('(18) a change after the notice', () => {
  it.each([undefined, 'period_end'] as const)('leaves the notified amount; the rest comes with the next invoice (%s)', (effective) => {
    const { one, id } = onMarch16();
    one.until('2026-03-31T12:00:00Z');
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'draft', total: 49_900 });
    change(one, id, { amount: 99_900, ...(effective && { effective }) });
    one.until('2026-04-01T00:31:00Z');
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'paid', total: 49_900 });
    one.until('2026-05-01T00:31:00Z');
    const today = effective === undefined ? [-1_610, 3_223] : [];
    expect(linesOf(one.invoicesOf(id)[2]!)).toEqual([...today, -49_900, 99_900, 99_900]);
  });
});

describe('(40) a price above what the customer agreed to', () => {
  const small = (returnUrl?: string) => {
    const one = new SubscriptionLife().at('2026-03-01T06:00:00Z');
    const id = one.subscribe({ ...(returnUrl && { returnUrl }) });
    if (returnUrl) one.send('mandates.simulate', one.subscriptionOf(id).mandate_id!, { outcome: 'approved' });
    one.until('2026-03-16T06:00:00Z');
    return { one, id };
  };

  it('is refused where the caller wants that', () => {
    const { one, id } = small();
    expect(change(one, id, { amount: 99_900, overLimit: 'refuse' })).toMatchObject({ refusal: { code: 'mandate_amount_exceeded' } });
  });

  it('waits for the customer: the old price goes on until then', () => {
    const { one, id } = small('https://shop.example');
    expect(change(one, id, { amount: 99_900 })).toMatchObject({ status: 200 });
    const { pending_update: pending, next_action: action } = one.subscriptionOf(id);
    expect(pending).toMatchObject({ reason: 'mandate_amount_exceeded', changes: { amount: 99_900 } });
    expect(action).toMatchObject({ type: 'upi_intent' });
    expect(one.subscriptionOf(id).plan.amount).toBe(49_900);
    const before = one.subscriptionOf(id).mandate_id!;
    one.send('mandates.simulate', pending!.mandate_id!, { outcome: 'approved' });
    expect(one.subscriptionOf(id)).toMatchObject({ plan: { amount: 99_900 }, pending_update: null, mandate_id: pending!.mandate_id });
    expect(one.streams.resource(before)).toMatchObject({ status: 'revoked', subscription_ids: [] });
    one.until('2026-04-01T00:31:00Z');
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'paid', total: 125_706 });
  });

  it('is dropped when the customer does not agree in time', () => {
    const { one, id } = small('https://shop.example');
    const before = one.subscriptionOf(id).mandate_id!;
    change(one, id, { amount: 99_900 });
    const asked = one.subscriptionOf(id).pending_update!.mandate_id!;
    one.until('2026-04-01T00:31:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ plan: { amount: 49_900 }, pending_update: null, paid_count: 2, mandate_id: before });
    expect([one.streams.resource(before), one.streams.resource(asked)]).toMatchObject([{ status: 'active' }, { status: 'expired' }]);
    // An answer that comes after all changes nothing.
    one.send('mandates.simulate', asked, { outcome: 'approved' });
    one.until('2026-05-01T00:31:00Z');
    expect(one.invoicesOf(id).map(({ total, mandate_id }) => [total, mandate_id])).toEqual(Array(3).fill([49_900, before]));
  });

  it('is taken at once where the customer agrees at once; a debit of which the payer has heard runs on the old mandate', () => {
    const { one, id } = small();
    one.until('2026-03-31T12:00:00Z');
    const before = one.subscriptionOf(id).mandate_id!;
    change(one, id, { amount: 99_900 });
    expect(one.streams.resource(before)).toMatchObject({ status: 'active', subscription_ids: [] });
    one.until('2026-04-01T00:31:00Z');
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'paid', total: 49_900, mandate_id: before });
    expect(one.streams.resource(before)).toMatchObject({ status: 'revoked' });
  });
});

describe('(17) a preview', () => {
  it.each<[string, Partial<SubscriptionChange>]>([
    ['a price on the next invoice', { amount: 99_900 }],
    ['a price charged at once', { amount: 99_900, proration: 'invoice_now' }],
    ['a price without proration', { amount: 99_900, proration: 'none' }],
    ['a price at the end of the period', { amount: 99_900, effective: 'period_end' }],
    ['a quantity', { quantity: 7 }],
    ['an interval', { amount: 499_900, interval: { unit: 'year', count: 1 } }],
    ['a day', { anchorDay: 20 }],
  ])('of %s is the invoice that the change makes', (_what, asked) => {
    const { one, id } = onMarch16();
    const { lines, total, tax } = preview(one, id, asked);
    expect(one.invoicesOf(id)).toHaveLength(1);
    change(one, id, asked);
    one.until('2026-04-01T00:31:00Z');
    const made = one.invoicesOf(id)[1]!;
    const amounts = (invoice: Pick<InvoiceResource, 'lines'>) => invoice.lines.map(({ id: _id, ...line }) => line);
    expect([amounts(made), made.total, made.tax]).toEqual([amounts({ lines }), total, tax]);
  });
});

describe('a trial', () => {
  it('can end on another day', () => {
    const one = new SubscriptionLife().at('2026-03-01T06:00:00Z');
    const id = one.subscribe({ trialDays: 30 });
    change(one, id, { trialEndsAtMs: Date.parse('2026-03-10T06:00:00Z') });
    one.until('2026-03-10T00:31:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', anchor_date: '2026-03-10', paid_count: 1 });
  });

  it('that is made longer after its end was announced is announced again', () => {
    const one = new SubscriptionLife().at('2026-03-01T06:00:00Z');
    const id = one.subscribe({ trialDays: 5 });
    const announced = () => one.publicOf(id).filter((type) => type === 'subscription.trial_ending').length;
    one.until('2026-03-04T06:00:00Z');
    expect(announced()).toBe(1);
    change(one, id, { trialEndsAtMs: Date.parse('2026-03-05T06:00:00Z') });
    change(one, id, { trialEndsAtMs: Date.parse('2026-03-20T06:00:00Z') });
    one.until('2026-03-16T18:29:00Z');
    expect(announced()).toBe(1);
    one.until('2026-03-16T18:31:00Z');
    expect(announced()).toBe(2);
  });
});
