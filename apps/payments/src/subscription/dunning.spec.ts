import { DAY_MS, enach, HOUR_MS, shown, upi } from '../../test/debit-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const life = (): SubscriptionLife => new SubscriptionLife();
const GOOD = { instrument: { method: 'upi', flow: 'collect', vpa: 'success@sandbox' }, methods: ['upi'] };
/** One period has been paid; the next begins on 25 December. */
const DUE = '2026-12-25T00:31:00Z';

/** The first payment succeeds; every debit after it fails. */
function failing(retrySchedule?: number[]): { one: SubscriptionLife; id: string } {
  const one = life();
  const id = one.subscribe({ price: { ...GOLD, amount: 201 }, trialDays: 30, ...(retrySchedule && { retrySchedule }) });
  return { one, id };
}

describe('(24) a debit that fails', () => {
  it('is tried again each day, with a notice of its own, and then the subscription stands still', () => {
    const { one, id } = failing();
    one.until(DUE);
    expect(one.subscriptionOf(id)).toMatchObject({
      status: 'past_due',
      retry: { attempt: 1 },
      last_error: { reason: 'insufficient_funds' },
    });
    expect(shown(one.subscriptionOf(id).retry!.next_at!)).toBe('T+31 06:10');
    one.until('2026-12-27T00:51:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', retry: { attempt: 3 } });
    one.until('2026-12-28T01:01:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({
      status: 'halted',
      halt_reason: 'retries_exhausted',
      retry: null,
      outstanding_amount: 201,
    });
    const [invoice] = one.invoicesOf(id);
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 4, next_attempt_at: null });
    expect(one.publicOf(id).slice(3)).toEqual([
      'subscription.updated',
      'subscription.past_due',
      'subscription.updated',
      'subscription.updated',
      'subscription.halted',
    ]);
    expect(one.publishedFrom().filter((type) => type === 'debit.notified')).toHaveLength(4);
  });

  it('is tried four times under one notice where the schedule is of hours', () => {
    const { one, id } = failing([1, 2, 3]);
    one.until('2026-12-25T03:31:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted' });
    expect(one.publishedFrom().filter((type) => type === 'debit.notified')).toHaveLength(1);
    expect(one.publishedFrom().filter((type) => type === 'debit.attempt_failed')).toHaveLength(3);
  });

  it.each<[string, Partial<Parameters<SubscriptionLife['subscribe']>[0]>]>([
    ['of a day', { price: { ...GOLD, interval: { unit: 'day', count: 1 } } }],
    [
      'of a week that is tried again after the next has begun',
      { price: { ...GOLD, interval: { unit: 'week', count: 1 } }, retrySchedule: [24, 168] },
    ],
    ['of a day on a bank account', { price: { ...GOLD, interval: { unit: 'day', count: 1 } }, instrument: enach('0021'), method: 'enach' }],
  ])('for the last time stands still, and calls off the debits of later periods, of a period %s', (_period, payload) => {
    const one = life();
    const id = one.subscribe({ instrument: upi('mandate.lowfunds'), ...payload });
    one.days(45);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'retries_exhausted' });
    const debits = [...one.streams.streams.keys()].filter((key) => key.startsWith('debit_')).map((key) => one.of(key).status);
    expect(new Set(debits)).toEqual(new Set(['failed', 'cancelled']));
  });

  it('stands still after the first where nothing is tried again', () => {
    const { one, id } = failing([]);
    expect(one.until(DUE).subscriptionOf(id)).toMatchObject({ status: 'halted' });
  });

  it('stands still at once where another try would come to the same', () => {
    const one = life();
    const id = one.on(enach('5624'));
    one.days(3);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', last_error: { reason: 'debit_instrument_blocked' } });
  });
});

describe('while it is past due or halted', () => {
  it('later periods go on, each with an invoice of its own; halted, without debits', () => {
    const { one, id } = failing();
    one.until('2027-02-26T00:00:00Z');
    expect(one.invoicesOf(id)).toMatchObject([
      { status: 'open', attempt_count: 4 },
      { status: 'open', attempt_count: 0, debit_id: null, mandate_id: null },
      { status: 'open', attempt_count: 0, debit_id: null },
    ]);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', current_period_number: 3, outstanding_amount: 603 });
  });

  it('(45) a payment by the customer makes it active again, and no debit follows for what is paid', () => {
    const { one, id } = failing();
    one.until('2026-12-29T00:00:00Z');
    expect(one.send('subscriptions.retry', id, { payment: GOOD })).toMatchObject({ status: 200 });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', paid_count: 1, outstanding_amount: 0, halt_reason: null });
    expect(one.publicOf(id).slice(-2)).toEqual(['subscription.activated', 'subscription.charged']);
    one.until('2027-01-24T00:00:00Z');
    const [first] = one.invoicesOf(id);
    expect([first!.status, one.keptOf(first!.id)]).toEqual(['paid', 201]);
  });

  it('a debit can be asked for anew, and takes the place of the one that is planned', () => {
    const { one, id } = failing();
    one.until(DUE);
    const [invoice] = one.invoicesOf(id);
    expect(one.send('subscriptions.retry', id, {})).toMatchObject({ status: 200 });
    expect(one.of(invoice!.debit_id!)).toMatchObject({ status: 'cancelled', cancel_reason: 'collection_stopped' });
    expect(one.invoicesOf(id)[0]!.debit_id).not.toBe(invoice!.debit_id);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due' });
  });

  it('nothing is asked for twice: a payment whose outcome is open stops every other try', () => {
    const { one, id } = failing();
    one.until(DUE);
    one.send('debits.simulate', one.invoicesOf(id)[0]!.debit_id!, { outcome: 'deemed' });
    expect(one.send('subscriptions.retry', id, { payment: GOOD })).toMatchObject({ refusal: { code: 'invoice_not_payable' } });
    expect(one.send('subscriptions.retry', id, {})).toMatchObject({ refusal: { code: 'invoice_not_payable' } });
    one.pass(HOUR_MS);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active' });
  });

  it('(34) money that comes after all makes it active again', () => {
    const { one, id } = failing([]);
    one.until('2026-12-24T18:31:00Z');
    one.send('debits.simulate', one.invoicesOf(id)[0]!.debit_id!, { outcome: 'late_success' });
    one.pass(20_000);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted' });
    one.pass(HOUR_MS);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', paid_count: 1 });
    expect(one.invoicesOf(id)[0]).toMatchObject({ status: 'paid' });
  });

  it('is active again when the invoice is void', () => {
    const { one, id } = failing();
    one.until(DUE);
    expect(one.ask('invoices.void', one.invoicesOf(id)[0]!.id)).toBe(200);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });
});

describe('the payer', () => {
  const paidOnce = (): { one: SubscriptionLife; id: string; mandateId: string } => {
    const one = life();
    const id = one.subscribe();
    return { one, id, mandateId: one.subscriptionOf(id).mandate_id! };
  };

  it('(30) who revokes the mandate ends every debit at once', () => {
    const { one, id, mandateId } = paidOnce();
    one.until('2026-12-24T00:00:00Z');
    const { debit_id: debitId } = one.invoicesOf(id)[1]!;
    one.send('mandates.simulate', mandateId, { outcome: 'revoked' });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'mandate_revoked' });
    expect(one.of(debitId!)).toMatchObject({ status: 'cancelled', cancel_reason: 'mandate_revoked' });
    one.until('2027-01-26T00:00:00Z');
    expect(one.invoicesOf(id).map(({ status }) => status)).toEqual(['paid', 'open', 'open']);
  });

  it('who pauses it and goes on is debited for what is open, and active once that is paid', () => {
    const { one, id, mandateId } = paidOnce();
    one.send('mandates.simulate', mandateId, { outcome: 'paused' });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'mandate_paused' });
    one.until('2026-12-26T00:00:00Z');
    one.send('mandates.simulate', mandateId, { outcome: 'resumed' });
    one.days(2);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', paid_count: 2 });
  });

  it.each([
    ['pauses it', 'paused', 'mandate_paused'],
    ['revokes it', 'revoked', 'mandate_revoked'],
  ] as const)('who %s while the subscription is paused is not debited after it is resumed, and it says so', (_act, outcome, reason) => {
    const one = life();
    const id = one.subscribe();
    const mandateId = one.subscriptionOf(id).mandate_id!;
    one.send('subscriptions.pause', id, { from: 'now' });
    one.send('mandates.simulate', mandateId, { outcome });
    one.days(3).send('subscriptions.resume', id);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: reason, next_charge_at: null });
    one.until(DUE);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', outstanding_amount: 49_900 });
    const change = { proration: 'prorate', overLimit: 'reauthorize', mandateId: one.mandateId };
    if (outcome === 'paused') one.send('mandates.simulate', mandateId, { outcome: 'resumed' });
    else one.send('subscriptions.update', id, change);
    one.days(2);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0, paid_count: 2 });
  });

  it('(26) who could not be notified is not debited: the invoice opens, and nothing is tried by itself', () => {
    const one = life();
    const id = one.on(upi('mandate.nopdn'));
    one.until('2026-12-24T19:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', retry: { attempt: 0, next_at: null } });
    one.days(29);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due' });
    one.days(3);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'nothing_scheduled' });
  });

  it('(27) who opts out is not debited: the invoice opens', () => {
    const { one, id } = paidOnce();
    one.until('2026-12-24T12:00:00Z');
    const { debit_id: debitId } = one.invoicesOf(id)[1]!;
    one.send('debits.simulate', debitId!, { outcome: 'opted_out' });
    expect(one.subscriptionOf(id).status).toBe('active');
    one.until('2026-12-24T18:31:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due' });
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'open', debit_id: null });
  });

  it('(28) who does not approve a debit above the limit in 72 hours is not debited', () => {
    const one = life();
    const id = one.on(upi('mandate.afa'), { price: { ...GOLD, amount: 1_500_001 } });
    one.until('2026-12-29T00:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', last_error: { reason: 'authentication_failed' } });
  });
});

describe('(38) after a standstill', () => {
  it('every period is worked in order, each with an invoice of its own; debits follow the notices', () => {
    const one = life();
    const id = one.subscribe({ price: { ...GOLD, interval: { unit: 'day', count: 1 } } });
    one.nowMs += 5 * DAY_MS;
    one.streams.wakeDue(one.nowMs);
    const numbers = one.invoicesOf(id).map(({ number }) => number);
    expect(numbers).toEqual([...[1, 2, 3, 4, 5, 6].map((n) => `INV/2627/00000${n}`), null]);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', current_period_number: 6 });
    one.days(1.2);
    expect(one.subscriptionOf(id).paid_count).toBeGreaterThanOrEqual(6);
  });
});

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
