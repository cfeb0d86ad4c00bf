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

  it('is never shown a charge in the past, also while a bank account is debited for days, or a retry fails', () => {
    const accounts = [enach('0000'), upi('mandate.lowfunds')];
    for (const instrument of accounts) {
      const one = life();
      const id = one.on(instrument);
      for (let hour = 0; hour < 24 * 45; hour++) {
        one.days(1 / 24);
        const { next_charge_at: next, retry, status } = one.subscriptionOf(id);
        const times = [next, retry?.next_at].flatMap((at) => at ?? []);
        expect([shown(one.nowMs / 1_000), status, times.filter((at) => at * 1_000 < one.nowMs)]).toEqual([expect.anything(), status, []]);
      }
    }
  });

  it('who has to approve a debit is not shown a time for it that has passed', () => {
    const one = life();
    const id = one.on(upi('mandate.afa'), { price: { ...GOLD, amount: 1_500_001 } });
    one.until('2026-12-25T06:00:00Z');
    const invoice = one.invoicesOf(id).at(-1)!;
    expect([one.of(invoice.debit_id!).status, invoice.next_attempt_at]).toEqual(['requires_action', null]);
    expect(one.subscriptionOf(id).next_charge_at! * 1_000).toBeGreaterThan(one.nowMs);
    one.send('debits.simulate', invoice.debit_id!, { outcome: 'afa_approved' });
    expect(one.invoicesOf(id).at(-1)!.next_attempt_at! * 1_000).toBeGreaterThan(one.nowMs);
    expect(one.subscriptionOf(id).next_charge_at).toBe(one.invoicesOf(id).at(-1)!.next_attempt_at);
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
