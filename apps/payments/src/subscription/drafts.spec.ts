import type { SubscriptionChange } from '#contracts';
import { enach } from '../../test/debit-life';
import { REGISTERED } from '../../test/invoice-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' } as const;
const YEARLY = { amount: 499_900, interval: { unit: 'year', count: 1 } } as const;

const change = (one: SubscriptionLife, id: string, asked: Partial<SubscriptionChange>) =>
  one.send('subscriptions.update', id, { ...CHANGE, ...asked });
const amountsOf = (one: SubscriptionLife, id: string) => one.invoicesOf(id).map(({ status, total }) => [status, total]);
const linesOf = (one: SubscriptionLife, id: string, index: number) => one.invoicesOf(id)[index]!.lines.map(({ amount }) => amount);

/** Subscribed on 1 March; on 31 March the second period is announced and has not begun. */
function announced(payload: Parameters<SubscriptionLife['subscribe']>[0] = {}): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2026-03-01T06:00:00Z');
  const id = one.subscribe({ mandateMaxAmount: 5_000_000, ...payload });
  one.until('2026-03-31T12:00:00Z');
  expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'draft' });
  return { one, id };
}

/** The same, where the customer has to agree to another mandate before it is debited. */
function announcedWithPage(until: string): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2026-03-01T06:00:00Z');
  const id = one.subscribe({ returnUrl: 'https://shop.example' });
  one.send('mandates.simulate', one.subscriptionOf(id).mandate_id!, { outcome: 'approved' });
  one.until(until);
  return { one, id };
}

describe('the draft of a period', () => {
  it('is made anew when the period begins after all: its end was taken back', () => {
    const { one, id } = announced();
    change(one, id, { cancelAt: 'period_end' });
    expect(amountsOf(one, id)).toEqual([
      ['paid', 49_900],
      ['void', 49_900],
    ]);
    change(one, id, { cancelAt: null });
    one.until('2026-04-03T12:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', paid_count: 2, current_period_number: 2 });
    expect(amountsOf(one, id)[2]).toEqual(['paid', 49_900]);
  });

  it('is void, and not debited, when no period follows: total_count became smaller', () => {
    const { one, id } = announced();
    change(one, id, { totalCount: 1 });
    one.until('2026-04-03T12:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'completed', paid_count: 1 });
    expect(one.invoicesOf(id)).toMatchObject([{ status: 'paid' }, { status: 'void', number: null }]);
  });

  it('is the only one of its period while the customer is asked for a mandate for other dates', () => {
    const { one, id } = announcedWithPage('2026-03-31T12:00:00Z');
    change(one, id, YEARLY);
    expect(one.subscriptionOf(id).pending_update).toMatchObject({ reason: 'mandate_amount_exceeded' });
    one.until('2026-04-03T12:00:00Z');
    expect(amountsOf(one, id)).toEqual([
      ['paid', 49_900],
      ['paid', 49_900],
    ]);
  });

  it('is void when it was made while the customer was asked, and other dates hold now', () => {
    const { one, id } = announcedWithPage('2026-03-30T06:28:00Z');
    change(one, id, YEARLY);
    one.until('2026-03-30T06:32:00Z');
    expect(amountsOf(one, id)[1]).toEqual(['draft', 49_900]);
    one.send('mandates.simulate', one.subscriptionOf(id).pending_update!.mandate_id!, { outcome: 'approved' });
    one.until('2026-04-03T12:00:00Z');
    expect(amountsOf(one, id)).toEqual([
      ['paid', 49_900],
      ['void', 49_900],
      ['paid', 496_681],
    ]);
  });
});

it.each([
  ['now', YEARLY, [-1_610, 1_932, 59_900]],
  ['now', { amount: 99_900 }, [-1_610, 1_932, 59_900]],
  ['period_end', YEARLY, [59_900]],
  ['period_end', { amount: 99_900 }, [59_900]],
] as const)('the draft of a change that another one replaces, %s, is void, and made anew', (effective, replaced, lines) => {
  const one = new SubscriptionLife().at('2026-03-01T06:00:00Z');
  const id = one.subscribe({ mandateMaxAmount: 5_000_000 });
  change(one, id, { ...replaced, effective: 'period_end' });
  one.until('2026-03-31T12:00:00Z');
  expect(amountsOf(one, id)[1]).toEqual(['draft', replaced.amount]);
  change(one, id, { amount: 59_900, effective });
  one.until('2026-05-03T12:00:00Z');
  expect(one.invoicesOf(id)).toMatchObject([{}, { status: 'void' }, { status: 'paid' }, { status: 'paid', total: 59_900 }]);
  expect(linesOf(one, id, 2)).toEqual(lines);
});

it.each([
  ['another interval', YEARLY, [-1_610, 499_900]],
  ['another price at once', { amount: 59_900, proration: 'invoice_now' }, [-1_610, 1_932]],
] as const)('the draft that %s makes void is not corrected by the next invoice', (_what, asked, lines) => {
  const { one, id } = announced();
  change(one, id, { amount: 99_900, effective: 'proration' in asked ? 'period_end' : 'now' });
  change(one, id, asked);
  expect(amountsOf(one, id)[1]).toEqual(['void', 49_900]);
  expect(linesOf(one, id, 2)).toEqual(lines);
});

describe('near the end of a trial, when the first debit has been announced', () => {
  const onTrial = () => {
    const one = new SubscriptionLife().at('2026-01-31T00:30:00Z');
    const id = one.subscribe({ trialDays: 14, mandateMaxAmount: 5_000_000 });
    one.until('2026-02-13T00:30:00Z');
    return { one, id };
  };

  it('another day has the first period charged with its own dates', () => {
    const { one, id } = onTrial();
    change(one, id, { anchorDay: 20 });
    one.until('2026-02-16T00:30:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', anchor_date: '2026-02-20' });
    expect(amountsOf(one, id)).toEqual([
      ['void', 49_900],
      ['paid', Math.round((49_900 * 6) / 31)],
    ]);
  });

  it('(18) another price leaves the notified amount; the rest comes with the next invoice', () => {
    const { one, id } = onTrial();
    change(one, id, { amount: 99_900 });
    one.until('2026-03-16T00:30:00Z');
    expect([linesOf(one, id, 0), linesOf(one, id, 1)]).toEqual([[49_900], [-49_900, 99_900, 99_900]]);
  });
});

it('gives a day back once when the draft that took its credit goes, and a credit note took some of it before', () => {
  const life = new SubscriptionLife().at('2026-04-01T06:00:00Z');
  const id = life.subscribe({ price: { ...GOLD, amount: 30_000 }, mandateMaxAmount: 5_000_000 });
  life.until('2026-04-11T06:00:00Z');
  change(life, id, { amount: 3_000 });
  expect(life.ask('invoices.issue_credit_note', life.invoicesOf(id)[0]!.id, { amount: 5_000, refund: 'none' })).toBe(200);
  life.until('2026-04-29T12:00:00Z');
  expect(life.invoicesOf(id)[1]).toMatchObject({ status: 'draft' });
  change(life, id, { anchorDay: 29, effective: 'now' });
  // Ten days of 1000 and 18 of 100, and the period that begins.
  expect(life.balance).toBe(-(30_000 - 5_000 - 10_000 - 1_800 - 3_000));
});

describe('a void invoice gives back what it took', () => {
  const pausedAndResumed = (one: SubscriptionLife, id: string) => {
    one.send('subscriptions.pause', id, { from: 'now' });
    one.send('subscriptions.resume', id, {});
    one.until('2026-04-03T12:00:00Z');
  };

  it('of credit, a draft', () => {
    const { one, id } = announcedAfter({ amount: 20_000, proration: 'invoice_now' });
    const [credit, left] = [-41_290, -21_290];
    expect(one.balance).toBe(left);
    one.send('subscriptions.pause', id, { from: 'now' });
    expect(one.balance).toBe(credit);
    pausedAndResumed(one, id);
    expect([one.balance, one.invoicesOf(id)[3]]).toMatchObject([left, { balance_applied: -20_000, status: 'paid' }]);
  });

  it('of credit, a draft that a cancellation drops: it goes back with the rest', () => {
    const { one, id } = announcedAfter({ amount: 20_000, proration: 'invoice_now' });
    expect(one.cancel(id, { refund: 'prorated' })).toMatchObject({ status: 200 });
    expect(one.balance).toBe(0);
    const [payment] = [...one.streams.streams.keys()].filter((key) => key.startsWith('pay_'));
    // The last of 31 days is paid back at the new price, and the credit.
    expect(one.payment(payment!).amount_refunded).toBe(41_290 + 645);
  });

  it('of credit, a draft that another interval drops: the invoice of that uses it', () => {
    const { one, id } = announcedAfter({ amount: 20_000, proration: 'invoice_now' });
    change(one, id, { amount: 100_000, interval: { unit: 'year', count: 1 } });
    expect(one.balance).toBe(0);
    expect(one.invoicesOf(id)[3]).toMatchObject({ balance_applied: -41_290, total: 100_000 - 645 });
  });

  it('of lines, a draft', () => {
    const { one, id } = announcedAfter({ amount: 80_000 });
    const lines = [-51_613, 41_290, 80_000];
    expect(linesOf(one, id, 1)).toEqual(lines);
    pausedAndResumed(one, id);
    expect([linesOf(one, id, 2), amountsOf(one, id)]).toMatchObject([lines, { 1: ['void', 69_677], 2: ['paid', 69_677] }]);
  });

  it('and what a new price made of the draft is of nothing', () => {
    const { one, id } = announced();
    change(one, id, { amount: 99_900 });
    pausedAndResumed(one, id);
    expect(linesOf(one, id, 2)).toEqual([-1_610, 3_223, 99_900]);
  });

  it('of credit, one that is open', () => {
    const { one, id } = announcedAfter({ amount: 80_000, proration: 'invoice_now' });
    one.until('2026-03-31T20:00:00Z');
    expect(one.invoicesOf(id)[2]).toMatchObject({ status: 'open', amount_due: 69_677 });
    one.send('invoices.void', one.invoicesOf(id)[2]!.id, {});
    expect(one.balance).toBe(-10_323);
  });

  /** Of ₹1,000 at first, with another price on 16 March. */
  function announcedAfter(asked: Partial<SubscriptionChange>): { one: SubscriptionLife; id: string } {
    const one = new SubscriptionLife().at('2026-03-01T06:00:00Z');
    const id = one.subscribe({ price: { ...GOLD, amount: 100_000 } });
    one.until('2026-03-16T06:00:00Z');
    change(one, id, asked);
    one.until('2026-03-31T12:00:00Z');
    return { one, id };
  }
});

it('credit is what its credit note says to the paisa, also where totals are rounded to the rupee', () => {
  const one = new SubscriptionLife().at('2026-03-01T06:00:00Z').register({ ...REGISTERED, roundToRupee: true });
  const id = one.subscribe({ price: { ...GOLD, amount: 99_900 } });
  one.until('2026-03-16T06:00:00Z');
  change(one, id, { amount: 20_000, proration: 'invoice_now' });
  const note = one.invoicesOf(id)[1]!.balance_credit_note!;
  expect([note.amount, one.balance]).toEqual([41_238, -41_238]);
});

it.each([
  ['cancel', { at: 'period_end', refund: 'none', openInvoices: 'keep' }],
  ['update', { ...CHANGE, cancelAt: 'period_end' }],
])('%s at the end of a period ends a subscription now whose period was over while it was paused', (verb, payload) => {
  const one = new SubscriptionLife();
  const id = one.subscribe();
  one.send('subscriptions.pause', id, { from: 'now' });
  expect(one.days(40).send(`subscriptions.${verb}`, id, payload)).toMatchObject({ status: 200 });
  expect(one.pass(1_000).subscriptionOf(id)).toMatchObject({ status: 'cancelled', pause: null });
  expect(one.invoicesOf(id)).toHaveLength(1);
});

describe('another plan while a draft is out, and a third one', () => {
  const MARCH = 99_900 - 3_223 + 1_610;

  it.each([
    ['before its debit begins, which fails', '0021', '2031-04-01T00:35:00Z', 19_900],
    ['before its debit begins, which is paid', '9999', '2031-04-01T00:35:00Z', 19_900],
    ['while its money moves, which does not come', '0021', '2031-04-03T00:40:00Z', 49_900 - 46_573 + 18_573],
    ['while its money moves, which comes', '9999', '2031-04-03T00:40:00Z', 49_900 - 46_573 + 18_573],
  ])('charge each day once: %s', (_when, account, at, april) => {
    const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
    const id = one.on(enach(account), { price: { ...GOLD, amount: 99_900 }, mandateMaxAmount: 500_000 });
    one.until('2031-03-05T03:30:00Z');
    if (one.subscriptionOf(id).status !== 'active') one.pay(one.invoicesOf(id)[0]!.id, 'good');
    one.until('2031-03-31T03:30:00Z');
    change(one, id, { planId: one.plan({ name: 'Silver', amount: 49_900 }) });
    one.until(at);
    change(one, id, { planId: one.plan({ name: 'Bronze', amount: 19_900 }) });
    one.until('2031-04-20T03:30:00Z');
    change(one, id, { instrument: { method: 'upi', vpa: 'mandate.ok@sandbox' } });
    one.until('2031-06-02T03:30:00Z');
    const received = one.invoicesOf(id).reduce((sum, invoice) => sum + one.keptOf(invoice.id), 0);
    expect([one.subscriptionOf(id).status, received + one.balance]).toEqual(['active', MARCH + april + 2 * 19_900]);
  });
});
