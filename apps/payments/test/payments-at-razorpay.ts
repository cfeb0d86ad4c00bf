import type { DebitResource, DebitTerms, MandateTerms } from '#contracts';
import { eventually } from '#testing';
import { FakeRazorpay, razorpaySettings } from './fakes/razorpay';
import { MINUTE_MS, PaymentsInLiveMode } from './payments-in-live-mode';
import { PaymentsUnderTest } from './payments-under-test';

export { DAY_MS, HOUR_MS, MINUTE_MS } from './payments-in-live-mode';

type Entities = Parameters<FakeRazorpay['webhook']>[1];

/** The payments service in live mode with the stand-in of Razorpay, both on the clock that the test moves. */
export class PaymentsAtRazorpay extends PaymentsInLiveMode {
  private constructor(
    payments: PaymentsUnderTest,
    readonly api: FakeRazorpay,
  ) {
    super(payments);
  }

  static async start(): Promise<PaymentsAtRazorpay> {
    const api: FakeRazorpay = new FakeRazorpay(() => Math.floor(at.payments.clock.nowMs() / 1000));
    await api.start();
    const payments = await PaymentsUnderTest.start({ ...razorpaySettings(api.url), processorTimeoutMs: 2_000 });
    const at = new PaymentsAtRazorpay(payments, api);
    return at;
  }

  async end(): Promise<void> {
    await this.payments.end();
    await this.api.stop();
  }

  /** @returns the id of a mandate that the payer has approved, longer ago than a debit needs no notice. */
  async active(change: Partial<MandateTerms> = {}): Promise<string> {
    const mandateId = await this.mandate(change);
    await this.reaches(mandateId, 'requires_action');
    const { invoice, payment } = this.api.recurring.authorize(mandateId);
    await this.report('invoice.paid', { invoice, payment });
    await this.reaches(mandateId, 'active');
    this.payments.clock.advanceMs(6 * MINUTE_MS);
    return mandateId;
  }

  /** @returns the id of a debit of which the payer has heard, and what Razorpay calls its notice. */
  async notified(mandateId: string, change: Partial<DebitTerms> = {}): Promise<{ debitId: string; orderId: string }> {
    const debitId = await this.debit(mandateId, change);
    const orderId = await this.noticeOf(debitId);
    await this.report('order.notification.delivered', { notification: this.api.recurring.notificationAs(orderId, 'delivered') });
    await this.reaches(debitId, 'scheduled');
    return { debitId, orderId };
  }

  /** What Razorpay calls the nth notice of a debit, once it is asked for. */
  async noticeOf(debitId: string, nth = 0): Promise<string> {
    await eventually(() => {
      if (this.api.recurring.noticesOf(debitId)[nth] === undefined) throw new Error(`no notice of ${debitId}`);
      return Promise.resolve();
    });
    return this.api.recurring.noticesOf(debitId)[nth]?.id ?? '';
  }

  /** @returns the id of the payment of the newest attempt, once Razorpay has it. */
  async attempted(debitId: string): Promise<string> {
    await this.reaches(debitId, 'processing');
    const { payment_id: paymentId } = await this.object<DebitResource>(debitId);
    await eventually(() => {
      if (this.api.recurring.paymentsOf(paymentId ?? '').length === 0) throw new Error(`no payment of ${debitId}`);
      return Promise.resolve();
    });
    return paymentId ?? '';
  }

  report(event: string, entities: Entities): Promise<number> {
    return this.deliver('razorpay', () => this.api.webhook(event, entities));
  }
}
