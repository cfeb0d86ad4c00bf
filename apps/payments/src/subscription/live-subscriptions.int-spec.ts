import type { CreateSubscriptionPayload, DebitResource, InvoiceResource, PaymentResource, SubscriptionResource } from '#contracts';
import { eventually } from '#testing';
import { DAY_MS, HOUR_MS, MINUTE_MS, PaymentsAtRazorpay } from '../../test/payments-at-razorpay';

describe('a subscription of live mode, at Razorpay', () => {
  let at: PaymentsAtRazorpay;
  let customerId: string;

  beforeAll(async () => {
    at = await PaymentsAtRazorpay.start();
    customerId = at.newId('customer');
    await at.send('customers.create', customerId, { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' });
  });
  afterAll(() => at.end());

  const subscribe = async (change: Partial<CreateSubscriptionPayload> = {}): Promise<string> => {
    const id = at.newId('subscription');
    const price = { name: 'Gold', amount: 49_900, currency: 'INR', interval: { unit: 'month', count: 1 } };
    const terms = { quantity: 1, collection: 'automatic', daysUntilDue: 7, firstPeriod: 'prorate', method: 'upi', category: 'general' };
    const reply = await at.send('subscriptions.create', id, {
      customerId,
      price,
      ...terms,
      upfrontItems: [],
      notifyCustomer: true,
      ...change,
    });
    expect(reply).toMatchObject({ status: 201 });
    return id;
  };
  const current = (id: string): Promise<SubscriptionResource> => at.object<SubscriptionResource>(id);
  const approved = async (id: string): Promise<string> => {
    const { mandate_id: mandateId } = await current(id);
    await at.reaches(mandateId ?? '', 'requires_action');
    const { invoice } = at.api.recurring.authorize(mandateId ?? '');
    await at.report('invoice.paid', { invoice });
    await at.reaches(mandateId ?? '', 'active');
    return mandateId ?? '';
  };
  const invoiceOf = async (id: string): Promise<InvoiceResource> => {
    const { latest_invoice_id } = await current(id);
    return at.object<InvoiceResource>(latest_invoice_id ?? '');
  };
  /** The debit of its newest invoice, once it is there. */
  const debitOf = async (id: string): Promise<string> => {
    await eventually(async () => {
      const { debit_id } = await invoiceOf(id);
      if (debit_id === null) throw new Error(`no debit of ${id}`);
    });
    return (await invoiceOf(id)).debit_id ?? '';
  };
  const paid = async (debitId: string): Promise<void> => {
    const payment = at.api.recurring.settle(await at.attempted(debitId));
    await at.report('payment.captured', { payment });
    await at.reaches(debitId, 'succeeded');
  };

  it('on a method that the customer chose begins on the page of its processor', async () => {
    const id = await subscribe({ methods: ['upi', 'enach'] });
    expect(await current(id)).toMatchObject({ mandate_id: null, payment_method: null, next_action: { type: 'redirect_to_url' } });
    expect(await at.send('subscriptions.choose_method', id, { instrument: { method: 'upi', vpa: null } })).toMatchObject({ status: 200 });
    const mandateId = await approved(id);
    expect(await current(id)).toMatchObject({ status: 'active', payment_method: 'upi', mandate_id: mandateId, short_url: null });
  });

  it('is created with a page to agree on, and its first invoice is paid with the approval, in one commit', async () => {
    const id = await subscribe();
    expect(await current(id)).toMatchObject({ status: 'created', paid_count: 0, latest_invoice_id: null });
    await eventually(async () => expect((await current(id)).next_action).toMatchObject({ type: 'redirect_to_url' }));
    const mandateId = await approved(id);
    const invoice = await invoiceOf(id);
    const { first_payment_id: paymentId } = await at.mandateOf(mandateId);
    expect(await current(id)).toMatchObject({ status: 'active', paid_count: 1, current_period_number: 1 });
    expect(invoice).toMatchObject({ status: 'paid', total: 49_900, payment_id: paymentId, debit_id: null });
    const [{ id: reference } = { id: '' }] = [...at.api.payments.values()].slice(-1);
    expect(await at.object<PaymentResource>(paymentId ?? '')).toMatchObject({
      status: 'captured',
      processor_reference: reference,
      invoice_id: invoice.id,
      subscription_id: id,
    });
    const commits = `select count(distinct correlation_id)::int as count from payments.events
      where stream_id = any($1) and type in ('mandate.activated', 'invoice.paid', 'payment.captured', 'subscription.activated')`;
    expect(await at.payments.rows(commits, [[id, mandateId, invoice.id, paymentId]])).toMatchObject([{ count: 1 }]);
  });

  it('waits while the payment is not captured, and begins once, over a crash', async () => {
    const id = await subscribe();
    const { mandate_id: mandateId } = await current(id);
    await at.reaches(mandateId ?? '', 'requires_action');
    const { invoice, payment } = at.api.recurring.authorize(mandateId ?? '', 'confirmed', { status: 'authorized', captured: false });
    await at.report('invoice.paid', { invoice });
    await eventually(async () => expect((await current(id)).next_action).toMatchObject({ type: 'wait' }));
    expect(await current(id)).toMatchObject({ status: 'created', latest_invoice_id: null });
    Object.assign(payment, { status: 'captured', captured: true });
    const asking = at.api.holdNext(/GET .*orders/, 'after');
    await at.report('payment.captured', { payment });
    await asking.arrived;
    await at.payments.stopService();
    asking.goOn();
    await at.payments.startService();
    await at.passing(() => at.is(id, 'active'), MINUTE_MS);
    expect(await current(id)).toMatchObject({ paid_count: 1 });
    const made = await at.payments.rows('select 1 from payments.events where type = $1 and data::jsonb ->> $2 = $3', [
      'payment.created',
      'subscriptionId',
      id,
    ]);
    expect(made).toHaveLength(1);
  });

  it('on a bank account is debited after the approval, without a notice', async () => {
    const id = await subscribe({ method: 'enach' });
    await approved(id);
    expect(await current(id)).toMatchObject({ status: 'authenticated' });
    const debitId = await debitOf(id);
    const { notice, execute_at } = await at.debitOf(debitId);
    expect(notice.status).toBe('not_required');
    at.payments.clock.advanceMs(Math.max(0, (execute_at ?? 0) * 1_000 + 1_000 - at.payments.clock.nowMs()));
    await paid(debitId);
    await at.reaches(id, 'active');
    expect(await invoiceOf(id)).toMatchObject({ status: 'paid', total: 49_900 });
  });

  it('is renewed with a notice by its processor and a debit after it', async () => {
    const id = await subscribe();
    await approved(id);
    const { current_period_end_at } = await current(id);
    const boundaryMs = (current_period_end_at ?? 0) * 1_000;
    at.payments.clock.advanceMs(boundaryMs - 26 * HOUR_MS - at.payments.clock.nowMs());
    const renewal = await debitOf(id);
    const orderId = await at.noticeOf(renewal);
    await at.report('order.notification.delivered', { notification: at.api.recurring.notificationAs(orderId, 'delivered') });
    await at.reaches(renewal, 'scheduled');
    const { execute_at } = await at.object<DebitResource>(renewal);
    at.payments.clock.advanceMs((execute_at ?? 0) * 1_000 + 1_000 - at.payments.clock.nowMs());
    await paid(renewal);
    await eventually(async () => expect(await current(id)).toMatchObject({ status: 'active', paid_count: 2, current_period_number: 2 }));
  });

  it('that is not agreed to expires, and its mandate is ended at the processor', async () => {
    const id = await subscribe();
    const { mandate_id: mandateId } = await current(id);
    await at.reaches(mandateId ?? '', 'requires_action');
    at.payments.clock.advanceMs(8 * DAY_MS);
    await at.reaches(id, 'expired');
    await eventually(() => Promise.resolve(expect(at.api.recurring.linksOf(mandateId ?? '')).toMatchObject([{ status: 'cancelled' }])));
  });
});
