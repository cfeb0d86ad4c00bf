import type { PaymentResource } from '#contracts';
import { eventually } from '#testing';
import { DAY_MS, HOUR_MS, MINUTE_MS, PaymentsAtRazorpay } from '../../test/payments-at-razorpay';
import { PaymentsUnderTest } from '../../test/payments-under-test';

const LOW_FUNDS = { status: 'failed', error_reason: 'insufficient_funds' };

describe('mandates and debits of live mode, at Razorpay', () => {
  let at: PaymentsAtRazorpay;

  beforeAll(async () => {
    at = await PaymentsAtRazorpay.start();
  });
  afterAll(() => at.end());
  afterEach(() => at.api.reset());

  const settled = async (debitId: string, change?: Record<string, unknown>): Promise<string> => {
    const paymentId = await at.attempted(debitId);
    const payment = at.api.recurring.settle(paymentId, change);
    await at.report(change === undefined ? 'payment.captured' : 'payment.failed', { payment });
    return paymentId;
  };

  it('a mandate is approved on the page of the processor, and what the verification took goes back', async () => {
    const held = at.api.holdNext(/POST .*auth_links/, 'before');
    const mandateId = await at.mandate();
    expect(await at.mandateOf(mandateId)).toMatchObject({ status: 'created', livemode: true, processor: 'razorpay', next_action: null });
    held.goOn();
    await at.reaches(mandateId, 'requires_action');
    const { next_action } = await at.mandateOf(mandateId);
    expect(next_action).toMatchObject({ type: 'redirect_to_url', url: expect.stringMatching(/^https:/) });
    const { invoice, payment } = at.api.recurring.authorize(mandateId);
    expect(await at.report('invoice.paid', { invoice, payment })).toBe(1);
    await at.reaches(mandateId, 'active');
    expect(await at.mandateOf(mandateId)).toMatchObject({ processor_reference: payment['token_id'], next_action: null });
    await eventually(() => Promise.resolve(expect([...at.api.refunds.values()].map((one) => one['payment_id'])).toContain(payment.id)));
  });

  it('a mandate whose bank takes its time waits, and is activated by the webhook of its token', async () => {
    const mandateId = await at.mandate();
    await at.reaches(mandateId, 'requires_action');
    const { invoice, token } = at.api.recurring.authorize(mandateId, 'initiated');
    await at.report('invoice.paid', { invoice });
    await eventually(async () => expect((await at.mandateOf(mandateId)).next_action?.type).toBe('wait'));
    await at.report('token.confirmed', { token: at.api.recurring.tokenAs(token.id, 'confirmed') });
    await at.reaches(mandateId, 'active');
  });

  it('a debit has its notice, waits a day, and takes the money once', async () => {
    const mandateId = await at.active();
    const { debitId } = await at.notified(mandateId);
    expect((await at.debitOf(debitId)).notice).toMatchObject({ number: 1, status: 'delivered' });
    at.payments.clock.advanceMs(DAY_MS);
    expect((await at.debitOf(debitId)).status).toBe('scheduled');
    at.payments.clock.advanceMs(4 * HOUR_MS);
    const paymentId = await settled(debitId);
    await at.reaches(debitId, 'succeeded');
    expect(await at.object<PaymentResource>(paymentId)).toMatchObject({
      status: 'captured',
      processor: 'razorpay',
      amount_captured: 49_900,
    });
    expect((await at.mandateOf(mandateId)).last_debit_at).not.toBeNull();
    expect(at.api.recurring.paymentsOf(paymentId)).toHaveLength(1);
  });

  it('a debit that fails is tried again under a notice of its own', async () => {
    const { debitId, orderId } = await at.notified(await at.active());
    at.payments.clock.advanceMs(28 * HOUR_MS);
    await settled(debitId, LOW_FUNDS);
    await at.reaches(debitId, 'notifying');
    expect(await at.debitOf(debitId)).toMatchObject({
      attempts: [{ outcome: 'failed', reason: 'insufficient_funds' }],
      notice: { number: 2 },
    });
    const second = await at.noticeOf(debitId, 1);
    expect(second).not.toBe(orderId);
    await at.report('order.notification.delivered', { notification: at.api.recurring.notificationAs(second, 'delivered') });
    await at.reaches(debitId, 'scheduled');
    at.payments.clock.advanceMs(28 * HOUR_MS);
    await settled(debitId);
    await at.reaches(debitId, 'succeeded');
  });

  it('right after the payer agreed a debit needs no notice', async () => {
    const mandateId = await at.active();
    at.payments.clock.advanceMs(-5 * MINUTE_MS);
    const debitId = await at.debit(mandateId);
    await settled(debitId);
    await at.reaches(debitId, 'succeeded');
    expect((await at.debitOf(debitId)).notice.status).toBe('not_required');
  });

  it.each(['cut', 'half'] as const)('a registration whose answer is lost (%s) is asked for again and found by our id', async (fault) => {
    at.api.failNext(fault, /POST .*auth_links/);
    const mandateId = await at.mandate();
    await at.passing(() => at.is(mandateId, 'requires_action'), 2_000);
    expect(at.api.recurring.linksOf(mandateId)).toHaveLength(1);
  });

  it('a crash between request and answer makes neither a second mandate nor a second debit', async () => {
    const held = at.api.holdNext(/POST .*auth_links/, 'after');
    const mandateId = await at.mandate();
    await held.arrived;
    await at.payments.stopService();
    held.goOn();
    await at.payments.startService();
    await at.passing(() => at.is(mandateId, 'requires_action'), 2_000);
    expect(at.api.recurring.linksOf(mandateId)).toHaveLength(1);
    const { debitId } = await at.notified(await at.active());
    const paying = at.api.holdNext(/POST .*recurring/, 'after');
    at.payments.clock.advanceMs(28 * HOUR_MS);
    await paying.arrived;
    await at.payments.stopService();
    paying.goOn();
    await at.payments.startService();
    const { payment_id: paymentId } = await at.debitOf(debitId);
    await at.passing(async () => {
      const { processor_reference } = await at.object<PaymentResource>(paymentId ?? '');
      expect(processor_reference).toMatch(/^pay_StandIn/);
    }, 2_000);
    expect(at.api.recurring.paymentsOf(paymentId ?? '')).toHaveLength(1);
  });

  it('a payer who ends the mandate ends its debits, and one who pauses it does', async () => {
    for (const [event, status, cancelled] of [
      ['token.cancelled', 'cancelled', 'mandate_revoked'],
      ['token.paused', 'paused', 'mandate_paused'],
    ] as const) {
      const mandateId = await at.active();
      const { debitId } = await at.notified(mandateId);
      const { processor_reference: token } = await at.mandateOf(mandateId);
      await at.report(event, { token: at.api.recurring.tokenAs(token ?? '', status) });
      await at.reaches(mandateId, status === 'paused' ? 'paused' : 'revoked');
      expect(await at.debitOf(debitId)).toMatchObject({ status: 'cancelled', cancel_reason: cancelled });
    }
  });

  it('a mandate that the payer has paused stays so when Razorpay reports its approval once more', async () => {
    const mandateId = await at.active();
    const { processor_reference: token = '' } = await at.mandateOf(mandateId);
    const reported = (status: 'confirmed' | 'paused') =>
      at.api.webhook(`token.${status}`, { token: at.api.recurring.tokenAs(token ?? '', status) });
    const approval = reported('confirmed');
    await at.deliver('razorpay', () => approval);
    at.payments.clock.advanceMs(MINUTE_MS);
    const pause = reported('paused');
    await at.deliver('razorpay', () => pause);
    at.payments.clock.advanceMs(MINUTE_MS);
    await at.deliver('razorpay', () => approval);
    expect(await at.mandateOf(mandateId)).toMatchObject({ status: 'paused' });
    at.payments.clock.advanceMs(MINUTE_MS);
    const resumption = reported('confirmed');
    await at.deliver('razorpay', () => resumption);
    at.payments.clock.advanceMs(MINUTE_MS);
    await at.deliver('razorpay', () => pause);
    expect(await at.mandateOf(mandateId)).toMatchObject({ status: 'active' });
  });

  it('a payer who opts out of one debit cancels it', async () => {
    const { debitId } = await at.notified(await at.active());
    await at.send('debits.record_notice', debitId, { number: 1, outcome: 'opted_out' });
    expect(await at.debitOf(debitId)).toMatchObject({ status: 'cancelled', cancel_reason: 'opted_out' });
  });

  it('a merchant who revokes it ends it at the processor', async () => {
    const mandateId = await at.active();
    const { processor_reference: token } = await at.mandateOf(mandateId);
    at.api.failNext('server_error', /PUT .*cancel/);
    await at.send('mandates.revoke', mandateId);
    expect(await at.mandateOf(mandateId)).toMatchObject({ status: 'revoked', revoked_by: 'merchant' });
    await at.passing(async () => {
      expect(at.api.recurring.tokens.get(token ?? '')?.['recurring_details']).toMatchObject({ status: 'cancellation_initiated' });
      return Promise.resolve();
    }, 10_000);
  });

  it('a notice that stays silent is asked for twice, and then there is no debit', async () => {
    const debitId = await at.debit(await at.active());
    await at.noticeOf(debitId);
    await at.passing(() => at.is(debitId, 'failed'), 20 * MINUTE_MS);
    expect(await at.debitOf(debitId)).toMatchObject({
      last_error: { reason: 'pre_debit_notification_missing' },
      attempts: [],
      payment_id: null,
    });
    expect(at.api.recurring.noticesOf(debitId)).toHaveLength(2);
  });

  it('a mandate that is approved after it expired is ended at once, and its money goes back', async () => {
    const mandateId = await at.mandate();
    await at.reaches(mandateId, 'requires_action');
    for (let time = 0; time < 2; time++) at.api.failNext('server_error', /.*cancel/);
    at.payments.clock.advanceMs(25 * HOUR_MS);
    await at.reaches(mandateId, 'expired');
    const { payment, token } = at.api.recurring.authorize(mandateId);
    await at.passing(() => {
      expect(at.api.recurring.tokens.get(token.id)?.['recurring_details']).toMatchObject({ status: 'cancellation_initiated' });
      expect([...at.api.refunds.values()].map((one) => one['payment_id'])).toContain(payment.id);
      return Promise.resolve();
    }, 15_000);
    expect((await at.mandateOf(mandateId)).status).toBe('expired');
  });

  it('of a customer without an e-mail address is rejected with the reason', async () => {
    const customerId = at.newId('customer');
    await at.send('customers.create', customerId, { name: 'Asha Verma', phone: '+919876543210' });
    const mandateId = await at.mandate({ customerId });
    await at.reaches(mandateId, 'rejected');
    expect((await at.mandateOf(mandateId)).last_error).toMatchObject({ reason: 'mismatch_in_transaction_details' });
  });

  it('a debit whose processor is not configured any more waits, with an alarm, and is made when it is there again', async () => {
    const { debitId } = await at.notified(await at.active());
    await at.payments.stopService();
    at.payments.clock.advanceMs(28 * HOUR_MS);
    const without = await PaymentsUnderTest.startOn(at.payments.database);
    const counted = 'hundi_debits_without_processor_total{processor="razorpay"}';
    try {
      without.clock.advanceMs(at.payments.clock.nowMs() - without.clock.nowMs());
      await eventually(async () => expect(await without.metric(counted)).toBeGreaterThan(0));
      expect(await without.typesOf(debitId)).not.toContain('debit.attempted');
    } finally {
      await without.stopService();
      await at.payments.startService();
    }
    await settled(debitId);
    await at.reaches(debitId, 'succeeded');
  });

  it('webhooks about mandates and notices of others are taken and change nothing', async () => {
    at.payments.clock.advanceMs(2 * MINUTE_MS);
    const old = { id: 'token_Other', entity: 'token', recurring_details: { status: 'cancelled' } };
    const delivery = at.api.webhook('token.cancelled', { token: old });
    expect(await at.payments.webhook('razorpay', delivery)).toMatchObject({ status: 503 });
    at.payments.clock.advanceMs(2 * MINUTE_MS);
    expect(await at.payments.webhook('razorpay', delivery)).toMatchObject({ status: 200, commands: [] });
  });
});
