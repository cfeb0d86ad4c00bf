import type { CancelSubscriptionPayload, SubscriptionChange, SubscriptionPrice } from '#contracts';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const EVERY_MONTH = { unit: 'month', count: 1 } as const;
const EVERY_YEAR = { unit: 'year', count: 1 } as const;

function change(one: SubscriptionLife, id: string, asked: Partial<SubscriptionChange>): void {
  expect(one.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', ...asked })).toMatchObject({ status: 200 });
}

/** Begun on 1 March 2031 at nine. */
function begun(price: Partial<SubscriptionPrice>): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
  return { one, id: one.subscribe({ price: { ...GOLD, ...price } }) };
}

/** Whose debit of April fails for lack of money, and all others too. */
function unpaidInApril(amount = 99_900): { one: SubscriptionLife; id: string } {
  const { one, id } = begun({ amount });
  one.until('2031-03-05T03:30:00Z');
  change(one, id, { instrument: { method: 'upi', vpa: 'mandate.lowfunds@sandbox' }, proration: 'none' });
  return { one, id };
}

const paymentsOf = (one: SubscriptionLife) => [...one.streams.streams.keys()].filter((key) => key.startsWith('pay_')).map(one.payment);
const refunded = (one: SubscriptionLife): number => paymentsOf(one).reduce((sum, { amount_refunded: amount }) => sum + amount, 0);
const received = (one: SubscriptionLife): number => paymentsOf(one).reduce((sum, { amount_captured: amount }) => sum + amount, 0);
const invoices = (one: SubscriptionLife, id: string) =>
  one.invoicesOf(id).map(({ status, total, amount_remaining: remaining }) => [status, total, remaining]);

describe('a change of price of a period that was not paid', () => {
  it('(B1) takes the difference off the open invoice, and a halted subscription stays halted', () => {
    const { one, id } = unpaidInApril();
    one.until('2031-04-06T03:30:00Z');
    expect(one.subscriptionOf(id).status).toBe('halted');
    change(one, id, { amount: 9_900 });
    expect(invoices(one, id)[1]).toEqual(['open', 99_900, 99_900 - 83_250 + 8_250]);
    one.until('2031-11-03T03:30:00Z');
    expect([one.subscriptionOf(id).status, one.balance, received(one)]).toEqual(['halted', 0, 99_900]);
  });

  it('(B2) gives no month of another interval for a year that was not paid', () => {
    const { one, id } = begun({ amount: 1_200_000, interval: EVERY_YEAR });
    change(one, id, { instrument: { method: 'upi', vpa: 'mandate.lowfunds@sandbox' }, proration: 'none' });
    one.until('2032-03-08T03:30:00Z');
    change(one, id, { amount: 100_000, interval: EVERY_MONTH });
    one.until('2032-07-01T03:30:00Z');
    expect([one.balance, received(one)]).toEqual([0, 1_200_000]);
    expect(
      one
        .invoicesOf(id)
        .slice(2)
        .every(({ status, balance_applied: applied }) => status === 'open' && applied === 0),
    ).toBe(true);
  });

  it('charges an upgrade in full, and takes what is left of the old price off the open invoice', () => {
    const { one, id } = unpaidInApril(49_900);
    one.until('2031-04-16T03:30:00Z');
    change(one, id, { amount: 99_900 });
    expect(invoices(one, id)[1]).toEqual(['open', 49_900, 24_950]);
    expect(one.subscriptionOf(id).pending_lines).toMatchObject([{ amount: 49_950 }]);
  });

  it('(B3) leaves no credit when the invoice is void', () => {
    const { one, id } = unpaidInApril();
    one.until('2031-04-02T03:30:00Z');
    change(one, id, { amount: 9_900 });
    one.until('2031-04-08T03:30:00Z');
    expect(one.ask('invoices.void', one.invoicesOf(id)[1]!.id)).toBe(200);
    expect(one.balance).toBe(0);
  });

  it.each(['invoices.void', 'invoices.mark_uncollectible'])('gives nothing after %s', (given) => {
    const { one, id } = unpaidInApril();
    one.until('2031-04-06T03:30:00Z');
    one.send(given, one.invoicesOf(id)[1]!.id, {});
    change(one, id, { amount: 9_900 });
    expect(one.subscriptionOf(id).pending_lines).toMatchObject([{ amount: 8_250 }]);
    one.until('2031-06-02T03:30:00Z');
    expect(one.balance).toBe(0);
  });

  it('gives nothing of a draft whose debit fails after the change', () => {
    const { one, id } = unpaidInApril();
    one.until('2031-03-31T06:30:00Z');
    change(one, id, { amount: 9_900 });
    one.until('2031-07-02T03:30:00Z');
    expect(one.balance).toBe(0);
    // March was paid; one of its days is left when the price changes.
    const due = one.invoicesOf(id).reduce((sum, { amount_remaining: remaining }) => sum + remaining, 0);
    expect(due).toBe(4 * 9_900 - 3_223 + 319);
  });
});

describe('a change of price of a period that was given back', () => {
  it('(B4) gives nothing once more', () => {
    const { one, id } = begun({ amount: 99_900 });
    one.until('2031-03-02T03:30:00Z');
    const [payment] = paymentsOf(one);
    one.send('payments.request_refund', payment!.id, { refundId: one.newRefund(), amount: null, reason: 'requested_by_customer' });
    one.until('2031-03-03T03:30:00Z');
    change(one, id, { amount: 9_900 });
    expect(one.subscriptionOf(id).pending_lines).toMatchObject([{ amount: 9_261 }]);
    one.until('2031-06-02T03:30:00Z');
    expect(one.balance).toBe(0);
  });

  it('gives the part that was not given back', () => {
    const { one, id } = begun({ amount: 99_900 });
    one.until('2031-03-16T03:30:00Z');
    const [payment] = paymentsOf(one);
    one.send('payments.request_refund', payment!.id, { refundId: one.newRefund(), amount: 50_000, reason: 'requested_by_customer' });
    change(one, id, { amount: 9_900 });
    // Of 51,561 for the sixteen days that are left 50,000 went back.
    expect(one.subscriptionOf(id).pending_lines).toMatchObject([{ amount: -1_561 }, { amount: 5_110 }]);
  });

  it('counts a refund after the change, before the next invoice', () => {
    const { one, id } = begun({ amount: 99_900 });
    one.until('2031-03-16T03:30:00Z');
    change(one, id, { amount: 9_900 });
    const [payment] = paymentsOf(one);
    one.send('payments.request_refund', payment!.id, { refundId: one.newRefund(), amount: null, reason: 'requested_by_customer' });
    one.until('2031-04-02T03:30:00Z');
    expect([one.balance, one.invoicesOf(id)[1]!.total]).toEqual([0, 5_110 + 9_900]);
  });
});

describe('what went back without days', () => {
  const EVERY_WEEK = { unit: 'week', count: 1 } as const;
  const note = (one: SubscriptionLife, id: string, amount: number): void =>
    void expect(one.ask('invoices.issue_credit_note', one.invoicesOf(id)[0]!.id, { amount, refund: 'credit' })).toBe(200);
  const kept = (one: SubscriptionLife): number => received(one) - refunded(one) + one.balance;
  const cancelledAt = (one: SubscriptionLife, id: string, at: string): void => {
    one.until(at);
    expect(one.cancel(id, { refund: 'prorated' })).toMatchObject({ status: 200 });
  };

  it('reduces the credit of one change, not of each', () => {
    const { one, id } = begun({ amount: 10_000, interval: EVERY_WEEK });
    note(one, id, 5_000);
    change(one, id, { amount: 5_000 });
    one.until('2031-03-06T03:30:00Z');
    change(one, id, { amount: 7_000 });
    change(one, id, { amount: 5_000 });
    one.cancel(id, { refund: 'prorated' });
    // Five days of the lower price: 3,571.4, of parts that are rounded each.
    expect(kept(one)).toBe(3_572);
  });

  it('reduces once the credit of changes that an invoice charges at once', () => {
    const { one, id } = begun({ amount: 10_000, interval: EVERY_WEEK });
    note(one, id, 5_000);
    change(one, id, { amount: 6_000, proration: 'invoice_now' });
    one.until('2031-03-04T03:30:00Z');
    change(one, id, { amount: 5_000, proration: 'invoice_now' });
    cancelledAt(one, id, '2031-03-06T03:30:00Z');
    // Three days at 6,000 a week, and two at 5,000.
    expect(Math.abs(kept(one) - (2_571 + 1_429))).toBeLessThanOrEqual(3);
  });

  it('after changes reduces their credit once, in the next invoice', () => {
    const { one, id } = begun({ amount: 10_000, interval: EVERY_WEEK });
    change(one, id, { amount: 5_000 });
    one.until('2031-03-04T03:30:00Z');
    note(one, id, 5_000);
    one.until('2031-03-05T03:30:00Z');
    change(one, id, { amount: 3_000 });
    one.until('2031-03-09T03:30:00Z');
    // Four days at 5,000 a week, three at 3,000, and a week.
    expect(Math.abs(kept(one) - (2_857 + 1_286 + 3_000))).toBeLessThanOrEqual(3);
  });

  it('reduces once what an unpaid invoice can be reduced by', () => {
    const { one, id } = unpaidInApril();
    one.until('2031-04-01T06:30:00Z');
    one.until('2031-04-06T03:30:00Z');
    const [, april] = one.invoicesOf(id);
    expect(one.ask('invoices.issue_credit_note', april!.id, { amount: 50_000, refund: 'credit' })).toBe(200);
    change(one, id, { amount: 9_900 });
    one.until('2031-04-16T03:30:00Z');
    change(one, id, { amount: 3_000 });
    const { amount_remaining: remaining } = one.invoicesOf(id)[1]!;
    const waiting = one.subscriptionOf(id).pending_lines.reduce((sum, { amount }) => sum + amount, 0);
    // Five days at 99,900 a month, ten at 9,900 and fifteen at 3,000, less what the note gave beyond the days that were left.
    expect(remaining + waiting).toBe(16_650 + 3_300 + 1_500);
  });
});

describe('a cancellation with a refund', () => {
  const cancel = (one: SubscriptionLife, id: string, payload: Partial<CancelSubscriptionPayload>): void =>
    void expect(one.cancel(id, payload)).toMatchObject({ status: 200 });

  /** Whose invoice of the second week is to be debited under the mandate of before, which ends when nothing is debited under it. */
  function withLeftMandate(): { one: SubscriptionLife; id: string } {
    const { one, id } = begun({ amount: 10_000, interval: { unit: 'week', count: 1 } });
    change(one, id, { instrument: { method: 'upi', vpa: 'mandate.lowfunds@sandbox' }, proration: 'none' });
    one.until('2031-03-07T03:30:00Z');
    change(one, id, { instrument: { method: 'upi', vpa: 'mandate.ok@sandbox' }, proration: 'none' });
    one.until('2031-03-09T03:30:00Z');
    return { one, id };
  }

  it('takes the unused days off an open invoice whose debit is planned, and plans no other', () => {
    const { one, id } = withLeftMandate();
    const [, open] = one.invoicesOf(id);
    expect(open).toMatchObject({ status: 'open', next_attempt_at: expect.any(Number) });
    cancel(one, id, { refund: 'prorated' });
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'open', next_attempt_at: null, amount_remaining: 1_429 });
  });

  it('debits the rest of an open invoice that a credit note makes smaller, though its mandate is left', () => {
    const { one, id } = withLeftMandate();
    expect(one.ask('invoices.issue_credit_note', one.invoicesOf(id)[1]!.id, { amount: 1_000, refund: 'credit' })).toBe(200);
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'open', next_attempt_at: expect.any(Number), amount_remaining: 9_000 });
  });

  it('(B8) gives back the unused days of every invoice of the period', () => {
    const { one, id } = begun({ amount: 49_900 });
    one.until('2031-03-16T03:30:00Z');
    change(one, id, { amount: 99_900, proration: 'invoice_now' });
    one.until('2031-03-20T03:30:00Z');
    cancel(one, id, { refund: 'prorated' });
    expect([refunded(one), one.balance, paymentsOf(one).map(({ amount_refunded: amount }) => amount)]).toEqual([
      38_671,
      0,
      [19_316, 19_355],
    ]);
  });

  it('gives back what waits for the next invoice as well', () => {
    const { one, id } = begun({ amount: 99_900 });
    one.until('2031-03-16T03:30:00Z');
    change(one, id, { amount: 49_900 });
    one.until('2031-03-20T03:30:00Z');
    cancel(one, id, { refund: 'prorated' });
    expect([refunded(one), one.balance]).toEqual([45_122, 0]);
  });

  it('(B9) gives back nothing while more is due', () => {
    const { one, id } = begun({ amount: 9_900 });
    one.until('2031-03-02T03:30:00Z');
    change(one, id, { amount: 999_900 });
    one.until('2031-03-31T03:30:00Z');
    cancel(one, id, { refund: 'prorated' });
    expect(refunded(one)).toBe(0);
  });

  it('(B10) gives back the credit that is left, and the credit that paid', () => {
    const { one, id } = begun({ amount: 120_000, interval: EVERY_YEAR });
    one.until('2031-08-02T03:30:00Z');
    change(one, id, { amount: 15_000, interval: EVERY_MONTH });
    const credit = -one.balance;
    one.until('2031-08-03T03:30:00Z');
    cancel(one, id, { refund: 'prorated' });
    expect([refunded(one), one.balance]).toEqual([credit + 14_516, 0]);
  });

  it('leaves the customer as credit what a payment of long ago cannot give back', () => {
    const { one, id } = begun({ amount: 120_000, interval: EVERY_YEAR });
    one.until('2031-09-02T03:30:00Z');
    change(one, id, { amount: 15_000, interval: EVERY_MONTH });
    const { balance } = one;
    cancel(one, id, { refund: 'full' });
    expect([refunded(one), one.balance]).toEqual([0, balance - 15_000]);
  });

  it.each([
    [{ unit: 'year', count: 1 }, 120_000, EVERY_MONTH, 15_000],
    [EVERY_MONTH, 99_900, { unit: 'week', count: 1 }, 9_900],
  ] as const)('gives back once what credit of a longer interval gave, %j', (interval, amount, shorter, price) => {
    const { one, id } = begun({ amount, interval });
    one.until('2031-03-05T03:30:00Z');
    change(one, id, { amount: price, interval: shorter });
    // The first period of the new interval is over.
    one.until(shorter.unit === 'week' ? '2031-03-12T03:30:00Z' : '2031-04-05T03:30:00Z');
    cancel(one, id, { refund: 'prorated' });
    const used = shorter.unit === 'week' ? amount - Math.round((amount * 27) / 31) : amount - Math.round((amount * 362) / 366);
    expect([received(one) - refunded(one) + one.balance]).toEqual([used + price]);
  });

  it('gives back what an open invoice was paid by its own lines', () => {
    const { one, id } = begun({ amount: 10_000, interval: { unit: 'week', count: 1 } });
    one.until('2031-03-18T03:30:00Z');
    change(one, id, { interval: EVERY_MONTH });
    one.until('2031-03-19T03:30:00Z');
    cancel(one, id, { refund: 'prorated' });
    // Three days of the third week, and one of a month of 31.
    expect([refunded(one), one.balance, one.subscriptionOf(id).outstanding_amount]).toEqual([5_714 - 322 - 1, 0, 0]);
  });

  it('charges nothing for what was refunded before, and does not come', () => {
    const { one, id } = begun({ amount: 99_900 });
    one.until('2031-03-16T03:30:00Z');
    change(one, id, { amount: 49_900 });
    const [payment] = paymentsOf(one);
    one.send('payments.request_refund', payment!.id, { refundId: one.newRefund(), amount: null, reason: 'requested_by_customer' });
    one.until('2031-03-20T03:30:00Z');
    cancel(one, id, { refund: 'prorated' });
    // Four days of the new price.
    expect([refunded(one), one.balance, one.subscriptionOf(id).outstanding_amount]).toEqual([99_900, 0, 6_439]);
  });

  it('charges a change that came while the debit of the period was announced for the days that came', () => {
    const { one, id } = begun({ amount: 5_000, interval: { unit: 'week', count: 1 } });
    one.until('2031-03-07T06:30:00Z');
    change(one, id, { amount: 67_108, mandateMaxAmount: 1_000_000 });
    one.until('2031-03-10T03:30:00Z');
    cancel(one, id, { refund: 'prorated' });
    one.until('2031-03-20T03:30:00Z');
    // Six days of the old price, and three of the new one.
    expect(received(one) - refunded(one) + one.balance).toBe(4_286 + 28_761);
  });

  it('in full gives back all that was paid for the period', () => {
    const { one, id } = begun({ amount: 49_900 });
    one.until('2031-03-16T03:30:00Z');
    change(one, id, { amount: 99_900, proration: 'invoice_now' });
    one.until('2031-03-20T03:30:00Z');
    cancel(one, id, { refund: 'full' });
    expect([refunded(one), received(one), one.balance]).toEqual([75_706, 75_706, 0]);
  });

  it('gives back nothing of a payment that went back before', () => {
    const { one, id } = begun({ amount: 99_900 });
    const [payment] = paymentsOf(one);
    one.send('payments.request_refund', payment!.id, { refundId: one.newRefund(), amount: null, reason: 'requested_by_customer' });
    cancel(one, id, { refund: 'prorated' });
    expect([refunded(one), one.balance]).toEqual([99_900, 0]);
  });

  it('without one leaves the credit to the customer, and the next subscription uses it', () => {
    const { one, id } = begun({ amount: 120_000, interval: EVERY_YEAR });
    one.until('2031-09-02T03:30:00Z');
    change(one, id, { amount: 15_000, interval: EVERY_MONTH });
    const { balance } = one;
    cancel(one, id, { refund: 'none' });
    expect([refunded(one), one.balance]).toEqual([0, balance]);
    const other = one.subscribe({ price: { ...GOLD, amount: 20_000 } });
    expect(one.invoicesOf(other)).toMatchObject([{ status: 'paid', balance_applied: -20_000, amount_due: 0 }]);
    expect(one.balance).toBe(balance + 20_000);
  });
});

describe('credit of the customer', () => {
  const credit = (one: SubscriptionLife, amount: number): void =>
    void one.send('customers.change_balance', one.customerId, { amount, currency: 'INR', type: 'credit_note' });

  it('pays open invoices, the oldest first, and then later ones', () => {
    const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
    const ids = [one.invoice(), one.invoice(), one.invoice()];
    credit(one, -70_000);
    expect(ids.map((id) => one.invoiceOf(id))).toMatchObject([
      { status: 'paid', balance_applied: -49_900, amount_due: 0 },
      { status: 'open', balance_applied: -20_100, amount_remaining: 29_800 },
      { status: 'open', balance_applied: 0 },
    ]);
    credit(one, -100_000);
    expect(ids.map((id) => one.invoiceOf(id).status)).toEqual(['paid', 'paid', 'paid']);
    expect(one.balance).toBe(-20_300);
    expect(one.invoiceOf(one.invoice())).toMatchObject({ status: 'open', balance_applied: -20_300, amount_due: 29_600 });
    expect(one.balance).toBe(0);
  });

  it('of a change pays first what the customer owes beyond invoices', () => {
    const { one, id } = begun({ amount: 10_000, interval: { unit: 'week', count: 1 } });
    one.send('customers.change_balance', one.customerId, { amount: 5_000, currency: 'INR', type: 'adjustment' });
    change(one, id, { amount: 4_000, interval: EVERY_MONTH });
    expect([one.balance, ...invoices(one, id).slice(1)]).toEqual([-1_000, ['paid', 0, 0]]);
    one.cancel(id, { refund: 'prorated' });
    expect([received(one) - refunded(one), one.balance]).toEqual([5_000, 0]);
  });

  it('that paid some of an invoice is there again once that is void', () => {
    const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
    credit(one, -20_000);
    const id = one.invoice();
    expect(one.balance).toBe(0);
    one.send('invoices.void', id, {});
    expect(one.balance).toBe(-20_000);
  });

  it('takes the place of a debit that is planned, for what it pays', () => {
    const { one, id } = unpaidInApril();
    one.until('2031-04-01T12:00:00Z');
    credit(one, -50_000);
    expect(invoices(one, id)[1]).toEqual(['open', 99_900, 49_900]);
    credit(one, -49_900);
    expect(invoices(one, id)[1]).toEqual(['paid', 99_900, 0]);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });
});
