import type { DebitResource, PaymentResource } from '#contracts';
import { eventually } from '#testing';
import { cashfreeSettings, FakeCashfree } from '../../test/fakes/cashfree';
import { DAY_MS, HOUR_MS, MINUTE_MS, PaymentsInLiveMode } from '../../test/payments-in-live-mode';
import { PaymentsUnderTest } from '../../test/payments-under-test';
import { indianTime } from '../processors/cashfree/cashfree-requests';

describe('mandates and debits of live mode, at Cashfree', () => {
  let at: PaymentsInLiveMode;
  let api: FakeCashfree;

  beforeAll(async () => {
    api = new FakeCashfree(() => at.payments.clock.nowMs());
    await api.start();
    at = new PaymentsInLiveMode(await PaymentsUnderTest.start({ ...cashfreeSettings(api.url), processorTimeoutMs: 2_000 }));
  });
  afterAll(async () => {
    await at.payments.end();
    await api.stop();
  });
  afterEach(() => api.reset());

  const report = (type: string, data: object): Promise<number> => at.deliver('cashfree', () => api.sign({ type, data }));
  const status = async (mandateId: string, now: string): Promise<void> => {
    api.recurring.statusAs(mandateId, now);
    await report('SUBSCRIPTION_STATUS_CHANGED', api.recurring.statusReport(mandateId));
  };
  const active = async (change = {}): Promise<string> => {
    const mandateId = await at.mandate(change);
    await at.reaches(mandateId, 'requires_action');
    await status(mandateId, 'ACTIVE');
    await at.reaches(mandateId, 'active');
    return mandateId;
  };
  const noticeIsThere = (debitId: string, count = 1): Promise<void> =>
    eventually(() => Promise.resolve(expect(api.recurring.noticesOf(debitId)).toHaveLength(count)));
  const notified = async (mandateId: string): Promise<string> => {
    const debitId = await at.debit(mandateId);
    await noticeIsThere(debitId);
    await report('SUBSCRIPTION_CONTROLLED_NOTIFICATION_STATUS', api.recurring.notificationAs(debitId, 'SUCCESS'));
    await at.reaches(debitId, 'scheduled');
    return debitId;
  };
  /** @returns the id of the payment that is at Cashfree now. */
  const attempted = async (debitId: string): Promise<string> => {
    await at.reaches(debitId, 'processing');
    const { payment_id: paymentId } = await at.object<DebitResource>(debitId);
    await eventually(() => Promise.resolve(expect(api.recurring.debits.has(paymentId ?? '')).toBe(true)));
    return paymentId ?? '';
  };

  it('a mandate on UPI is approved in the app, and its debit is executed under its notice', async () => {
    const mandateId = await at.mandate();
    await at.reaches(mandateId, 'requires_action');
    expect((await at.mandateOf(mandateId)).next_action).toMatchObject({ type: 'upi_intent' });
    await status(mandateId, 'ACTIVE');
    await at.reaches(mandateId, 'active');
    const debitId = await notified(mandateId);
    at.payments.clock.advanceMs(28 * HOUR_MS);
    const paymentId = await attempted(debitId);
    await report('SUBSCRIPTION_PAYMENT_SUCCESS', api.recurring.settle(paymentId, 'SUCCESS'));
    await at.reaches(debitId, 'succeeded');
    expect(await at.object<PaymentResource>(paymentId)).toMatchObject({
      status: 'captured',
      processor: 'cashfree',
      amount_captured: 49_900,
    });
  });

  it('the first payment on UPI is taken with the authorization, kept, and refunded there', async () => {
    const mandateId = await at.mandate({ firstAmount: 9_900 });
    await at.reaches(mandateId, 'requires_action');
    expect(api.recurring.subscriptions.get(mandateId)?.['authorization_details']).toMatchObject({
      authorization_amount: 99,
      authorization_amount_refund: false,
    });
    const paid = api.recurring.authorize(mandateId);
    await Promise.all([
      report('SUBSCRIPTION_STATUS_CHANGED', api.recurring.statusReport(mandateId)),
      report('SUBSCRIPTION_AUTH_STATUS', paid),
      report('SUBSCRIPTION_PAYMENT_SUCCESS', paid),
    ]);
    await at.reaches(mandateId, 'active');
    const { first_payment_id: paymentId } = await at.mandateOf(mandateId);
    expect(await at.object<PaymentResource>(paymentId ?? '')).toMatchObject({
      status: 'captured',
      amount_captured: 9_900,
      processor: 'cashfree',
      processor_reference: `${mandateId}/${mandateId}.auth`,
    });
    expect(await at.payments.typesOf(paymentId ?? '')).toEqual(['payment.created', 'payment.authorized', 'payment.captured']);
    const refundId = at.newId('refund');
    await at.send('payments.request_refund', paymentId ?? '', { refundId, amount: 900, reason: 'requested_by_customer' });
    await eventually(() => Promise.resolve(expect(api.recurring.refunds.get(refundId)).toMatchObject({ refund_amount: 9 })));
    expect(api.recurring.refunds.size).toBe(1);
  });

  it('a first payment goes back once when the mandate ends before it is active', async () => {
    const mandateId = await at.mandate({ firstAmount: 9_900 });
    await at.reaches(mandateId, 'requires_action');
    at.payments.clock.advanceMs(DAY_MS + MINUTE_MS);
    await at.reaches(mandateId, 'expired');
    // The payer is later than the end: its revocation and that of what comes after it are two calls.
    at.payments.clock.advanceMs(MINUTE_MS);
    api.failNext('cut', /POST .*refunds/);
    const paid = api.recurring.authorize(mandateId);
    await report('SUBSCRIPTION_AUTH_STATUS', paid);
    // Two calls, of which either may be the first.
    const isOver = async (): Promise<void> => {
      expect(api.recurring.refunds.get(mandateId)).toMatchObject({ refund_amount: 99, payment_id: paid['payment_id'] });
      expect(api.recurring.subscriptions.get(mandateId)).toMatchObject({ subscription_status: 'CANCELLED' });
    };
    await at.passing(isOver, 15_000);
    expect((await at.mandateOf(mandateId)).first_payment_id).toBeNull();
  });

  it('even right after the payer agreed a debit on UPI has its notice there', async () => {
    const debitId = await at.debit(await active());
    await noticeIsThere(debitId);
    expect((await at.debitOf(debitId)).status).toBe('notifying');
  });

  it('a debit of a bank account is a charge, and found by asking when no webhook comes', async () => {
    const mandateId = await active({
      instrument: {
        method: 'enach',
        account: { bank: 'HDFC', ifsc: null, number: null, holderName: null, last4: null, accountType: null, auth: 'netbanking' },
      },
    });
    const debitId = await at.debit(mandateId);
    const paymentId = await attempted(debitId);
    api.recurring.settle(paymentId, 'SUCCESS');
    await at.passing(() => at.is(debitId, 'succeeded'), HOUR_MS);
  });

  it('a payer who calls one debit off cancels it', async () => {
    const debitId = await notified(await active());
    const { subscription_id, payment_id } = api.recurring.noticesOf(debitId)[0] ?? {};
    await report('SUBSCRIPTION_PAYMENT_CANCELLED', { subscription_id, payment_id, payment_status: 'CANCELLED' });
    await at.reaches(debitId, 'cancelled');
  });

  it('a mandate is paused, resumed and revoked there by the merchant', async () => {
    const mandateId = await active();
    for (const [type, now, there] of [
      ['mandates.pause', 'paused', 'PAUSED'],
      ['mandates.resume', 'active', 'ACTIVE'],
      ['mandates.revoke', 'revoked', 'CANCELLED'],
    ] as const) {
      expect((await at.send(type, mandateId)).status).toBeLessThan(300);
      await at.reaches(mandateId, now);
      await eventually(() =>
        Promise.resolve(expect(api.recurring.subscriptions.get(mandateId)).toMatchObject({ subscription_status: there })),
      );
    }
  });

  it('a mandate that the merchant has paused stays so when Cashfree reports what was before once more', async () => {
    const mandateId = await active();
    const data = api.recurring.statusReport(mandateId);
    const event_time = indianTime(at.payments.clock.nowMs());
    at.payments.clock.advanceMs(MINUTE_MS);
    await at.send('mandates.pause', mandateId);
    await eventually(() =>
      Promise.resolve(expect(api.recurring.subscriptions.get(mandateId)).toMatchObject({ subscription_status: 'PAUSED' })),
    );
    await at.deliver('cashfree', () => api.sign({ type: 'SUBSCRIPTION_STATUS_CHANGED', data, event_time }));
    expect(await at.mandateOf(mandateId)).toMatchObject({ status: 'paused' });
    await status(mandateId, 'ACTIVE');
    await at.reaches(mandateId, 'active');
  });

  it('a mandate that is approved after its time is ended there at once', async () => {
    const mandateId = await at.mandate();
    await at.reaches(mandateId, 'requires_action');
    at.payments.clock.advanceMs(DAY_MS + MINUTE_MS);
    await at.reaches(mandateId, 'expired');
    at.payments.clock.advanceMs(MINUTE_MS);
    await status(mandateId, 'ACTIVE');
    await eventually(() =>
      Promise.resolve(expect(api.recurring.subscriptions.get(mandateId)).toMatchObject({ subscription_status: 'CANCELLED' })),
    );
    expect((await at.mandateOf(mandateId)).status).toBe('expired');
  });
});
