import type { CustomerResource } from '#contracts';
import { taxSettingsIdOf } from '../tax-settings/id';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../test/payments-in-live-mode';
import { REGISTERED } from '../../test/invoice-life';
import { LiveLife } from '../../test/live-life';
import { GOLD } from '../../test/subscription-life';

const ACTIVATED = [
  'mandate.activated',
  'invoice.created',
  'payment.created',
  'payment.authorized',
  'payment.captured',
  'invoice.finalized',
  'invoice.paid',
  'subscription.activated',
  'subscription.charged',
];
const SETUP = { description: 'Setup', amount: 10_000, quantity: 1 };

describe('a subscription of live mode whose first payment comes with the registration of its mandate', () => {
  let life: LiveLife;
  beforeEach(() => {
    life = new LiveLife();
  });

  const at = (instant: string): void => {
    life.pass(Date.parse(instant) - life.nowMs);
  };
  const mandateIdOf = (id: string): string => life.subscriptionOf(id).mandate_id ?? '';
  const approve = (id: string, payment = {}): void => void life.approved(mandateIdOf(id), payment);
  const invoice = (id: string) => life.invoiceOf(life.subscriptionOf(id).latest_invoice_id);
  const register = (change = {}): void =>
    void life.send('tax_settings.update', taxSettingsIdOf({ accountId: life.streams.accountId, livemode: true }), {
      ...REGISTERED,
      ...change,
    });

  it('asks the payer for both at once, and has no invoice and no payment before', () => {
    const id = life.subscribe();
    expect(life.subscriptionOf(id)).toMatchObject({ status: 'created', latest_invoice_id: null, current_period_start_at: null });
    expect(life.mandateOf(mandateIdOf(id))).toMatchObject({ first_amount: 49_900, max_amount: 49_900 });
    life.opened(mandateIdOf(id)).pass(8 * DAY_MS);
    expect([life.subscriptionOf(id).status, life.idsOf('inv'), life.idsOf('pay')]).toEqual(['expired', [], []]);
  });

  it('is active, charged and paid in the commit of the approval, in the order of the sandbox', () => {
    const id = life.subscribe();
    const before = life.streams.published.length;
    approve(id);
    expect(life.publishedFrom(before)).toEqual(ACTIVATED);
    const { first_payment_id: paymentId } = life.mandateOf(mandateIdOf(id));
    expect(life.subscriptionOf(id)).toMatchObject({ status: 'active', paid_count: 1, current_period_number: 1, outstanding_amount: 0 });
    expect(invoice(id)).toMatchObject({
      status: 'paid',
      total: 49_900,
      amount_paid: 49_900,
      billing_reason: 'subscription_create',
      payment_id: paymentId,
      number: expect.stringMatching(/000001$/),
    });
    expect(life.paymentOf(paymentId)).toMatchObject({
      status: 'captured',
      processor: 'network',
      processor_reference: 'pay_Network1',
      invoice_id: invoice(id).id,
      subscription_id: id,
      mandate_id: mandateIdOf(id),
      reference_id: invoice(id).id,
    });
    expect([life.idsOf('pay'), life.idsOf('debit')]).toEqual([[paymentId], []]);
  });

  it('begins once, however often its processor reports the payment', () => {
    const id = life.subscribe();
    for (let time = 0; time < 3; time++) approve(id);
    expect([life.idsOf('pay').length, life.idsOf('inv').length, life.subscriptionOf(id).paid_count]).toEqual([1, 1, 1]);
  });

  it('stays as it is while the payment is not captured, or is of another amount', () => {
    const id = life.subscribe();
    life.reports(mandateIdOf(id), { state: 'active' }, 'fetch');
    approve(id, { amount: 40_000 });
    expect(life.subscriptionOf(id)).toMatchObject({ status: 'created', next_action: { type: 'wait' } });
    expect(life.idsOf('inv')).toEqual([]);
    approve(id);
    expect(life.subscriptionOf(id).status).toBe('active');
  });

  it('is renewed by a debit with its notice', () => {
    const id = life.subscribe();
    approve(id);
    life.pass(30 * DAY_MS);
    const [debitId] = life.idsOf('debit');
    expect(life.streams.resource(debitId ?? '')).toMatchObject({ amount: 49_900, notice: { number: 1 } });
    expect(life.subscriptionOf(id).current_period_number).toBe(2);
  });

  it('of an anchored first period has the days, and the price of them, from when it was asked for', () => {
    at('2026-11-28T18:29:00Z');
    const id = life.subscribe({ anchorDay: 1 });
    expect(life.mandateOf(mandateIdOf(id)).first_amount).toBe(4_990);
    at('2026-11-28T18:31:00Z');
    approve(id);
    expect(invoice(id)).toMatchObject({ total: 4_990, lines: [{ proration: { days: 3, of_days: 30 } }] });
    expect(life.subscriptionOf(id)).toMatchObject({
      status: 'active',
      current_period_start_at: Date.parse('2026-11-27T18:30:00Z') / 1_000,
      current_period_end_at: Date.parse('2026-11-30T18:30:00Z') / 1_000,
    });
  });

  it('of a day that is over when the payer agrees goes on with the next one', () => {
    at('2026-11-28T18:29:00Z');
    const id = life.subscribe({ price: { ...GOLD, interval: { unit: 'day', count: 1 } } });
    at('2026-11-28T18:31:00Z');
    approve(id);
    expect(life.pass(MINUTE_MS).subscriptionOf(id)).toMatchObject({ current_period_number: 2, paid_count: 1 });
    expect(life.idsOf('inv')).toHaveLength(2);
  });

  it.each([
    ['the rate', { defaultRateBps: 2_800, behavior: 'exclusive' }, { total: 63_872, rateBps: 2_800, balance: 4_990 }],
    ['the registration', { gstin: null, registration: 'unregistered' }, { total: 49_900, rateBps: null, balance: -8_982 }],
  ])('takes the amount that the payer agreed to, with the tax of its date, although %s changed meanwhile', (_what, change, expected) => {
    register({ behavior: 'exclusive' });
    const id = life.subscribe();
    expect(life.mandateOf(mandateIdOf(id)).first_amount).toBe(58_882);
    register(change);
    approve(id);
    const { total, rateBps, balance } = expected;
    const paid = { status: 'paid', total, balance_applied: -balance, amount_due: 58_882, amount_paid: 58_882, amount_remaining: 0 };
    expect(invoice(id)).toMatchObject({ ...paid, lines: [{ rate_bps: rateBps }] });
    expect(life.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
    expect(life.streams.resource<CustomerResource>(life.subscriptionOf(id).customer_id).balances).toEqual([
      { currency: 'INR', amount: balance },
    ]);
  });

  it('takes what is charged once with the registration, also with a later start', () => {
    const now = life.subscribe({ upfrontItems: [SETUP] });
    expect(life.mandateOf(mandateIdOf(now)).first_amount).toBe(59_900);
    const id = life.subscribe({ upfrontItems: [SETUP], trialDays: 14 });
    const mandateId = mandateIdOf(id);
    expect(life.mandateOf(mandateId)).toMatchObject({ first_amount: 10_000, max_amount: 49_900 });
    const before = life.streams.published.length;
    life.approved(mandateId, { reference: 'pay_Network2' });
    expect(life.publishedFrom(before)).toEqual([...ACTIVATED.slice(0, -2), 'subscription.authenticated']);
    expect(life.subscriptionOf(id)).toMatchObject({ status: 'authenticated', paid_count: 0 });
    expect(invoice(id)).toMatchObject({ status: 'paid', total: 10_000 });
  });

  it('above the amount up to which a debit needs no factor is taken as well', () => {
    const id = life.subscribe({ price: { ...GOLD, amount: 2_000_000 } });
    approve(id);
    expect(life.subscriptionOf(id).status).toBe('active');
    expect(invoice(id)).toMatchObject({ status: 'paid', total: 2_000_000 });
  });

  it.each([
    ['a trial', { trialDays: 14 }, 'authenticated'],
    ['a free first period', { anchorDay: 1, firstPeriod: 'free' }, 'active'],
    ['a bank account', { method: 'enach' }, 'authenticated'],
  ] as const)('with %s takes nothing with the registration', (_what, change, status) => {
    const id = life.subscribe(change);
    expect(life.mandateOf(mandateIdOf(id)).first_amount).toBeNull();
    life.reports(mandateIdOf(id), { state: 'active' });
    expect([life.subscriptionOf(id).status, life.idsOf('pay')]).toEqual([status, []]);
  });

  it('where the rail of the processor takes no first payment is debited right after the approval', () => {
    life = new LiveLife({ upi: { pause: false } });
    const id = life.subscribe();
    life.reports(mandateIdOf(id), { state: 'active' });
    expect(life.subscriptionOf(id).status).toBe('authenticated');
    expect(life.streams.resource(life.idsOf('debit')[0] ?? '')).toMatchObject({ amount: 49_900, notice: { status: 'not_required' } });
  });

  it('asks anew, from that day on, when another method is chosen', () => {
    const id = life.subscribe({ methods: ['upi', 'card'], anchorDay: 1 });
    expect(life.subscriptionOf(id).mandate_id).toBeNull();
    const choose = (method: 'upi' | 'card'): string => {
      const instrument = method === 'upi' ? { method, vpa: null } : { method, card: null };
      life.send('subscriptions.choose_method', id, { instrument });
      return mandateIdOf(id);
    };
    const first = choose('upi');
    life.pass(DAY_MS);
    const second = choose('card');
    expect([first, second].map((one) => life.mandateOf(one).first_amount)).toEqual([9_980, 8_317]);
    expect(life.mandateOf(first).status).toBe('expired');
    approve(id);
    expect(invoice(id)).toMatchObject({ status: 'paid', total: 8_317 });
  });

  it.each([undefined, true, false])('that is cancelled before the approval ends the mandate, revoke_mandate %s', (revokeMandate) => {
    const id = life.subscribe();
    life.opened(mandateIdOf(id));
    life.send('subscriptions.cancel', id, {
      at: 'now',
      refund: 'none',
      openInvoices: 'keep',
      ...(revokeMandate !== undefined && { revokeMandate }),
    });
    approve(id);
    expect(life.mandateOf(mandateIdOf(id)).status).toBe('expired');
    // Twice: the answer to the first may be older than the approval.
    expect(life.streams.streams.get(mandateIdOf(id))?.state).toMatchObject({ calls: [{ kind: 'revoke' }, { kind: 'revoke' }] });
    expect([life.idsOf('pay'), life.idsOf('inv')]).toEqual([[], []]);
  });

  it('of a customer who is erased before the approval takes nothing', () => {
    const id = life.subscribe();
    life.opened(mandateIdOf(id));
    life.send('customers.erase', life.customerId);
    approve(id);
    expect(life.mandateOf(mandateIdOf(id)).status).toBe('expired');
    expect(life.pass(HOUR_MS).subscriptionOf(id).status).toBe('cancelled');
    expect([life.idsOf('pay'), life.idsOf('inv')]).toEqual([[], []]);
  });

  it('refunds a cancelled period at the processor that took it', () => {
    const id = life.subscribe();
    approve(id);
    life.send('subscriptions.cancel', id, { at: 'now', refund: 'full', openInvoices: 'keep' });
    expect(life.subscriptionOf(id).status).toBe('cancelled');
    const refunds = [...life.streams.streams].filter(([key]) => key.startsWith('rfnd_')).map(([, { state }]) => state);
    expect(refunds).toMatchObject([{ terms: { amount: 49_900, target: { processor: 'network', reference: 'pay_Network1' } } }]);
  });
});
