import type { MandateResource } from '#contracts';
import { DAY_MS } from '../../test/debit-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const life = (): SubscriptionLife => new SubscriptionLife();
const YEARLY = { ...GOLD, amount: 499_900, interval: { unit: 'year', count: 1 } } as const;
/** A day before the second period, when its debit has been announced. */
const ANNOUNCED = '2026-12-24T06:00:00Z';

describe('a cancellation', () => {
  it('now ends the mandate, and no period follows', () => {
    const one = life();
    const id = one.subscribe();
    expect(one.cancel(id, { reason: 'Moved away' })).toMatchObject({ status: 200 });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'Moved away', next_charge_at: null });
    expect(one.streams.resource(one.subscriptionOf(id).mandate_id!)).toMatchObject({ status: 'revoked', revoked_by: 'merchant' });
    expect(one.days(90).invoicesOf(id)).toHaveLength(1);
    expect(one.cancel(id)).toMatchObject({ refusal: { code: 'state_conflict' } });
  });

  it('leaves a mandate that another subscription is under', () => {
    const one = life();
    const [first, second] = [one.subscribe({ mandateId: one.mandateId }), one.subscribe({ mandateId: one.mandateId })];
    one.cancel(first);
    expect(one.mandate()).toMatchObject({ status: 'active', subscription_ids: [second] });
    one.cancel(second, { revokeMandate: false });
    expect(one.mandate()).toMatchObject({ status: 'active', subscription_ids: [] });
  });

  it('(41) at the end of the period can be taken back', () => {
    const one = life();
    const id = one.subscribe();
    one.cancel(id, { at: 'period_end' });
    const end = one.subscriptionOf(id).current_period_end_at;
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', cancel_at: end, next_charge_at: null });
    one.send('subscriptions.update', id, { cancelAt: null });
    one.days(32);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', cancel_at: null, paid_count: 2 });
  });

  it('at the end of the period ends there, without a draft of the next', () => {
    const one = life();
    const id = one.subscribe();
    one.until(ANNOUNCED);
    one.cancel(id, { at: 'period_end', reason: 'Too dear' });
    expect(one.invoicesOf(id).map(({ status }) => status)).toEqual(['paid', 'void']);
    one.days(3);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'Too dear', paid_count: 1 });
    expect(one.invoicesOf(id)).toHaveLength(2);
  });

  it('(44) while a debit is announced calls it off', () => {
    const one = life();
    const id = one.subscribe();
    one.until(ANNOUNCED);
    const debitId = one.invoicesOf(id)[1]!.debit_id!;
    expect(one.of(debitId)).toMatchObject({ status: 'scheduled', attempts: [] });
    one.cancel(id);
    one.days(60);
    expect(one.of(debitId)).toMatchObject({ status: 'cancelled', attempts: [] });
    expect(one.invoicesOf(id)).toMatchObject([{ status: 'paid' }, { status: 'void', number: null }]);
    expect(one.invoicesOf(id).map(({ id: invoiceId }) => one.keptOf(invoiceId))).toEqual([49_900, 0]);
  });

  it.each([
    ['keep', 'paid', 49_900],
    ['void', 'void', 0],
  ] as const)('(42) with a debit under way and open invoices to %s: %s, %i kept', (openInvoices, status, kept) => {
    const one = life();
    const id = one.subscribe();
    one.until('2026-12-24T19:00:00Z');
    const invoice = one.invoicesOf(id)[1]!;
    one.send('debits.simulate', invoice.debit_id!, { outcome: 'deemed' });
    one.cancel(id, { openInvoices });
    one.days(1);
    expect([one.invoiceOf(invoice.id).status, one.keptOf(invoice.id)]).toEqual([status, kept]);
    const debit = one.of(invoice.debit_id!);
    const mandate = one.streams.resource<MandateResource>(debit.mandate_id);
    expect([debit.status, mandate.status]).toEqual(['succeeded', 'revoked']);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', outstanding_amount: 0 });
  });

  it('(43) on day 101 of a year gives back 265 of 365 days', () => {
    const one = life();
    const id = one.subscribe({ price: YEARLY });
    one.days(100);
    expect(one.cancel(id, { refund: 'prorated' })).toMatchObject({ status: 200 });
    one.days(1);
    const [invoice] = one.invoicesOf(id);
    expect(invoice).toMatchObject({ status: 'paid', amount_refunded: 362_941, credit_notes: [{ number: 'CN/2627/000001' }] });
  });

  it('gives back all of the payment where the caller asks for it, and leaves as credit what cannot go back any more', () => {
    const one = life();
    const [full, old] = [one.subscribe({ price: YEARLY }), one.subscribe({ price: YEARLY })];
    one.cancel(full, { refund: 'full' });
    one.days(1);
    expect(one.invoicesOf(full)).toMatchObject([{ amount_refunded: 499_900 }]);
    one.days(181);
    expect(one.cancel(old, { refund: 'prorated' })).toMatchObject({ status: 200 });
    expect([one.subscriptionOf(old).status, one.invoicesOf(old)[0]!.amount_refunded]).toEqual(['cancelled', 0]);
    expect(one.balance).toBe(-Math.round((499_900 * 183) / 365));
  });
});

describe('a pause', () => {
  it('(11) twice and resumed twice on one date changes nothing', () => {
    const [one, other] = [life(), life()];
    const [id, same] = [one.subscribe(), other.subscribe()];
    one.days(3);
    other.days(3);
    for (let round = 0; round < 2; round++) {
      one.send('subscriptions.pause', id, { from: 'now' });
      one.send('subscriptions.resume', id);
    }
    const fields = (life: SubscriptionLife, sub: string) => {
      const { status, current_period_start_at, current_period_end_at, next_charge_at, paid_count } = life.subscriptionOf(sub);
      return { status, current_period_start_at, current_period_end_at, next_charge_at, paid_count };
    };
    expect(fields(one.days(60), id)).toEqual(fields(other.days(60), same));
    expect(one.invoicesOf(id)).toHaveLength(other.invoicesOf(same).length);
  });

  it('(12) of a year, resumed after its end, begins what is left up to the anniversary', () => {
    const one = life().at('2011-03-02T06:00:00Z');
    const id = one.subscribe({ price: YEARLY });
    one.until('2012-02-20T06:00:00Z');
    one.send('subscriptions.pause', id, { from: 'now' });
    one.until('2012-04-12T06:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'paused', pause: { resume_at: null }, current_period_number: 1 });
    one.send('subscriptions.resume', id);
    const { current_period_start_at: start, current_period_end_at: end } = one.subscriptionOf(id);
    expect([start, end].map((at) => new Date((at! + 19_800) * 1_000).toISOString().slice(0, 10))).toEqual(['2012-04-12', '2013-03-02']);
    expect(one.invoicesOf(id).at(-1)).toMatchObject({
      status: 'open',
      total: Math.round((499_900 * 324) / 365),
      lines: [{ type: 'proration', proration: { days: 324, of_days: 365 } }],
    });
    one.days(2);
    expect(one.invoicesOf(id).at(-1)).toMatchObject({ status: 'paid' });
  });

  it('(12) of a year, resumed before its end, goes on without an invoice', () => {
    const one = life().at('2011-03-02T06:00:00Z');
    const id = one.subscribe({ price: YEARLY });
    one.until('2012-02-20T06:00:00Z');
    one.send('subscriptions.pause', id, { from: 'now' });
    one.until('2012-02-25T06:00:00Z');
    one.send('subscriptions.resume', id);
    expect(one.invoicesOf(id)).toHaveLength(1);
    expect(one.until('2012-03-04T06:00:00Z').invoicesOf(id)).toHaveLength(2);
  });

  it('calls off what is announced; resumed in time, it is announced again', () => {
    const one = life();
    const id = one.subscribe();
    one.until(ANNOUNCED);
    one.send('subscriptions.pause', id, { from: 'now' });
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'void' });
    one.send('subscriptions.resume', id);
    one.days(2);
    expect(one.invoicesOf(id)[2]).toMatchObject({ status: 'paid', number: 'INV/2627/000002' });
    expect(one.subscriptionOf(id)).toMatchObject({ paid_count: 2, current_period_number: 2 });
  });

  it('from the end of the period, for a while, goes on by itself', () => {
    const one = life();
    const id = one.subscribe();
    const resumeAtMs = Date.parse('2027-01-10T06:00:00Z');
    one.send('subscriptions.pause', id, { from: 'period_end', resumeAtMs });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', pause: { resume_at: resumeAtMs / 1_000 } });
    one.until('2026-12-26T00:00:00Z');
    expect([one.subscriptionOf(id).status, one.invoicesOf(id).length]).toEqual(['paused', 1]);
    one.until('2027-01-12T00:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', pause: null, current_period_number: 1 });
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'paid', lines: [{ proration: { days: 15, of_days: 31 } }] });
    expect(one.until('2027-01-26T00:00:00Z').subscriptionOf(id)).toMatchObject({ current_period_number: 2 });
  });
});

describe('a customer who is erased', () => {
  it('is charged nothing more: subscriptions end with it, and invoices stay', () => {
    const one = life();
    const ids = Array.from({ length: 12 }, () => one.subscribe());
    one.until(ANNOUNCED);
    expect(one.send('customers.erase', one.customerId)).toMatchObject({ status: 200 });
    one.pass(1_000);
    for (const id of ids) {
      expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'customer_erased' });
      expect(one.invoicesOf(id).map(({ status }) => status)).toEqual(['paid', 'void']);
    }
  });

  it('of more than forty subscriptions the others end right after', () => {
    const one = life();
    const ids = Array.from({ length: 50 }, () => one.subscribe());
    one.send('customers.erase', one.customerId);
    one.pass(1_000);
    for (const id of ids) expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'customer_erased' });
  });
});

describe('a cancellation that voids more invoices than one commit takes', () => {
  it('voids the rest in steps of its own, also where the customer is erased meanwhile', () => {
    const one = life();
    const id = one.subscribe({ price: { ...GOLD, interval: { unit: 'day', count: 1 } }, collection: 'send_invoice' });
    one.days(100);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', outstanding_amount: 101 * GOLD.amount });
    expect(one.cancel(id, { openInvoices: 'void' })).toMatchObject({ status: 200 });
    one.send('customers.erase', one.customerId);
    one.pass(1_000);
    expect(new Set(one.invoicesOf(id).map(({ status }) => status))).toEqual(new Set(['void']));
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', cancel_reason: null, outstanding_amount: 0 });
    expect(one.publicOf(id).filter((type) => type === 'subscription.cancelled')).toHaveLength(1);
  });
});

describe('in the sandbox', () => {
  it('the next period can begin now, and a trial can end', () => {
    const one = life();
    const [id, trial] = [one.subscribe(), one.subscribe({ trialDays: 14 })];
    for (const [sub, outcome] of [
      [id, 'renew'],
      [trial, 'trial_end'],
    ] as const) {
      expect(one.send('subscriptions.simulate', sub, { outcome })).toMatchObject({ status: 200 });
      const invoice = one.invoicesOf(sub).at(-1)!;
      expect(invoice).toMatchObject({ status: 'open' });
      one.send('debits.simulate', invoice.debit_id!, { outcome: 'succeeded' });
      expect(one.subscriptionOf(sub)).toMatchObject({ status: 'active' });
    }
    expect([one.subscriptionOf(id).paid_count, one.subscriptionOf(trial).paid_count]).toEqual([2, 1]);
  });

  it('a trial that was ended, or was over when the customer agreed, is not announced', () => {
    const one = life();
    const late = { trialDays: 5, method: 'enach', returnUrl: 'https://shop.example', authorizeByMs: one.nowMs + 30 * DAY_MS } as const;
    const [ended, over] = [one.subscribe({ trialDays: 14 }), one.subscribe(late)];
    one.send('subscriptions.simulate', ended, { outcome: 'trial_end' });
    one.days(6).send('mandates.simulate', one.subscriptionOf(over).mandate_id!, { outcome: 'approved' });
    one.days(14);
    expect([one.subscriptionOf(ended).status, one.subscriptionOf(over).status]).toEqual(['active', 'active']);
    expect(one.publishedFrom()).not.toContain('subscription.trial_ending');
  });
});
