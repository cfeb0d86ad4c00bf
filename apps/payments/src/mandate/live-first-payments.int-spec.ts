import type { MandateTerms, PaymentResource } from '#contracts';
import { eventually } from '#testing';
import { DAY_MS, HOUR_MS, MINUTE_MS, PaymentsAtRazorpay } from '../../test/payments-at-razorpay';

const FIRST = 1_600_000;

describe('first payments of mandates of live mode, with the registration at Razorpay', () => {
  let at: PaymentsAtRazorpay;

  beforeAll(async () => {
    at = await PaymentsAtRazorpay.start();
  });
  afterAll(() => at.end());
  afterEach(() => at.api.reset());

  const open = async (change: Partial<MandateTerms> = {}): Promise<string> => {
    const mandateId = await at.mandate({ firstAmount: FIRST, maxAmount: FIRST, ...change });
    await at.reaches(mandateId, 'requires_action');
    return mandateId;
  };
  const firstOf = async (mandateId: string): Promise<PaymentResource> => {
    const { first_payment_id: paymentId } = await at.mandateOf(mandateId);
    return at.object<PaymentResource>(paymentId ?? '');
  };
  /** What went back of a payment, one amount a refund. */
  const returned = ({ id }: { id: string }): unknown[] =>
    [...at.api.refunds.values()].filter(({ payment_id }) => payment_id === id).map(({ amount }) => amount);
  const isReturned = (payment: { id: string }): Promise<void> => Promise.resolve(expect(returned(payment)).toEqual([FIRST]));

  it('are captured with the approval, are not given back, and are refunded like any other', async () => {
    const mandateId = await open();
    expect(at.api.recurring.linksOf(mandateId)).toMatchObject([{ amount: FIRST }]);
    const { invoice, payment } = at.api.recurring.authorize(mandateId, 'confirmed', { fee: 236, tax: 36 });
    await at.report('invoice.paid', { invoice, payment });
    await at.reaches(mandateId, 'active');
    const first = await firstOf(mandateId);
    expect(first).toMatchObject({
      status: 'captured',
      amount_captured: FIRST,
      processor: 'razorpay',
      processor_reference: payment.id,
      mandate_id: mandateId,
      fee: 200,
      tax: 36,
    });
    // Neither what is heard of it later, nor time, changes anything or gives anything back.
    expect(await at.report('payment.captured', { payment })).toBe(1);
    at.payments.clock.advanceMs(HOUR_MS);
    expect(await firstOf(mandateId)).toEqual(first);
    expect(returned(payment)).toEqual([]);
    const refundId = at.newId('refund');
    await at.send('payments.request_refund', first.id, { refundId, amount: 50_000, reason: 'requested_by_customer' });
    await eventually(() => Promise.resolve(expect(returned(payment)).toEqual([50_000])));
    const refund = [...at.api.refunds.values()].find(({ payment_id }) => payment_id === payment.id);
    expect(await at.report('refund.processed', { refund: { ...refund, id: String(refund?.id), status: 'processed' }, payment })).toBe(1);
    await eventually(async () => expect((await firstOf(mandateId)).amount_refunded).toBe(50_000));
  });

  it('are one, by webhooks and by asking at once', async () => {
    const mandateId = await open();
    const { invoice, payment, token } = at.api.recurring.authorize(mandateId);
    at.payments.clock.advanceMs(2 * MINUTE_MS);
    await Promise.all([
      at.report('invoice.paid', { invoice, payment }),
      at.report('payment.captured', { payment }),
      at.report('payment.authorized', { payment }),
    ]);
    await at.reaches(mandateId, 'active');
    await at.report('token.confirmed', { token });
    const { first_payment_id: paymentId } = await at.mandateOf(mandateId);
    expect(await firstOf(mandateId)).toMatchObject({ id: paymentId, amount_captured: FIRST, amount_refunded: 0 });
    expect(await at.payments.typesOf(paymentId ?? '')).toEqual(['payment.created', 'payment.authorized', 'payment.captured']);
  });

  it('are one over a crash between the approval and its record', async () => {
    const mandateId = await open();
    const { invoice, payment } = at.api.recurring.authorize(mandateId);
    const asking = at.api.holdNext(/GET .*orders/, 'after');
    await at.report('invoice.paid', { invoice, payment });
    await asking.arrived;
    await at.payments.stopService();
    asking.goOn();
    await at.payments.startService();
    await at.passing(() => at.is(mandateId, 'active'), MINUTE_MS);
    const { id } = await firstOf(mandateId);
    expect(await at.payments.typesOf(id)).toEqual(['payment.created', 'payment.authorized', 'payment.captured']);
    expect(returned(payment)).toEqual([]);
  });

  it('that are not captured leave the mandate waiting', async () => {
    const mandateId = await open();
    const { invoice, payment, token } = at.api.recurring.authorize(mandateId, 'confirmed', { status: 'authorized', captured: false });
    await at.report('invoice.paid', { invoice, payment });
    await eventually(async () => expect((await at.mandateOf(mandateId)).next_action?.type).toBe('wait'));
    await at.report('token.confirmed', { token });
    // Asked after the invoice, asked after the token, and answered: nothing is under way any more.
    const checks = async (): Promise<number> => (await at.payments.typesOf(mandateId)).filter((type) => type === 'mandate.checked').length;
    await eventually(async () => expect(await checks()).toBe(3));
    expect(await at.mandateOf(mandateId)).toMatchObject({ status: 'requires_action', first_payment_id: null });
    Object.assign(payment, { status: 'captured', captured: true });
    await at.report('payment.captured', { payment });
    await at.reaches(mandateId, 'active');
  });

  it.each(['cut', 'server_error'] as const)(
    'go back once when the bank rejects the mandate, also when that is answered with %s',
    async (fault) => {
      const mandateId = await open();
      const { invoice, payment, token } = at.api.recurring.authorize(mandateId, 'initiated');
      await at.report('invoice.paid', { invoice, payment });
      await eventually(async () => expect((await at.mandateOf(mandateId)).next_action?.type).toBe('wait'));
      at.api.failNext(fault, /POST .*refund/);
      await at.report('token.rejected', { token: at.api.recurring.tokenAs(token.id, 'rejected') });
      await at.reaches(mandateId, 'rejected');
      await at.passing(() => isReturned(payment), 15_000);
      at.payments.clock.advanceMs(DAY_MS);
      await at.report('payment.captured', { payment });
      await isReturned(payment);
      expect((await at.mandateOf(mandateId)).first_payment_id).toBeNull();
    },
  );

  it('go back when they come after the end of the mandate', async () => {
    const mandateId = await open();
    at.payments.clock.advanceMs(25 * HOUR_MS);
    await at.reaches(mandateId, 'expired');
    await eventually(() => Promise.resolve(expect(at.api.recurring.linksOf(mandateId)).toMatchObject([{ status: 'cancelled' }])));
    const { payment, invoice } = at.api.recurring.authorize(mandateId);
    await at.report('invoice.paid', { invoice, payment });
    await at.passing(() => isReturned(payment), 15_000);
    expect((await at.mandateOf(mandateId)).status).toBe('expired');
  });

  it('of another amount are held with an alarm, and go back with the end of the mandate', async () => {
    const mandateId = await open();
    const { invoice, payment } = at.api.recurring.authorize(mandateId, 'confirmed', { amount: FIRST - 100 });
    await at.report('invoice.paid', { invoice, payment });
    await eventually(async () => expect((await at.mandateOf(mandateId)).last_error?.reason).toBe('payment_amount_tampered'));
    expect(await at.payments.metric('hundi_processor_amount_mismatches_total{processor="razorpay"}')).toBeGreaterThan(0);
    expect(returned(payment)).toEqual([]);
    at.payments.clock.advanceMs(25 * HOUR_MS);
    await at.reaches(mandateId, 'expired');
    await at.passing(() => Promise.resolve(expect(returned(payment)).toEqual([FIRST - 100])), 15_000);
  });
});
