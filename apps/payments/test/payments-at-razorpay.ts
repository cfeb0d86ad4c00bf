import {
  newId,
  shardOfAccount,
  type Command,
  type DebitResource,
  type DebitTerms,
  type IdKind,
  type MandateResource,
  type MandateTerms,
  type Reply,
} from '#contracts';
import { eventually } from '#testing';
import { FakeRazorpay, razorpaySettings } from './fakes/razorpay';
import { PaymentsUnderTest } from './payments-under-test';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Where each kind of id is asked for. */
const PATHS: Readonly<Record<string, string>> = {
  mandate: 'mandates',
  debit: 'debits',
  pay: 'payments',
  sub: 'subscriptions',
  inv: 'invoices',
};
const LIVE = { 'x-hundi-livemode': 'true' };

type Entities = Parameters<FakeRazorpay['webhook']>[1];

/** The payments service in live mode with the stand-in of Razorpay, both on the clock that the test moves. */
export class PaymentsAtRazorpay {
  private constructor(
    readonly payments: PaymentsUnderTest,
    readonly api: FakeRazorpay,
  ) {}

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

  newId(kind: IdKind): string {
    const { accountId, clock, random } = this.payments;
    return newId(kind, shardOfAccount(accountId), clock.nowMs(), random);
  }

  send(type: string, streamId: string, payload: object = {}): Promise<Reply> {
    const command = this.payments.command('payments.wake', {}, { streamId, livemode: true });
    return this.payments.send({ ...command, type, payload } as Command);
  }

  /** @returns the id of a mandate of a customer of its own, as it was asked for. */
  async mandate(change: Partial<MandateTerms> = {}): Promise<string> {
    const [customerId, mandateId] = [this.newId('customer'), this.newId('mandate')];
    await this.send('customers.create', customerId, { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' });
    const nowMs = this.payments.clock.nowMs();
    const terms: MandateTerms = {
      customerId,
      instrument: { method: 'upi', vpa: null },
      maxAmount: 50_000,
      amountRule: 'maximum',
      frequency: 'as_presented',
      debitDayRule: 'on',
      startsAtMs: nowMs,
      endsAtMs: nowMs + 365 * DAY_MS,
      category: 'general',
      ...change,
    };
    const { status } = await this.send('mandates.create', mandateId, terms);
    if (status !== 201) throw new Error(`the mandate was answered with ${status}`);
    return mandateId;
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

  /** @returns the id of a debit of ₹499.00. */
  async debit(mandateId: string, change: Partial<DebitTerms> = {}): Promise<string> {
    const debitId = this.newId('debit');
    const { status } = await this.send('debits.create', debitId, { mandateId, amount: 49_900, ...change });
    if (status !== 201) throw new Error(`the debit was answered with ${status}`);
    return debitId;
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

  /** Delivers a webhook as the gateway passes it on, and again while it is to be sent again. @returns how many commands it led to. */
  async report(event: string, entities: Entities): Promise<number> {
    const sent: Command[] = [];
    await eventually(async () => {
      const { status, commands = [] } = await this.payments.webhook('razorpay', this.api.webhook(event, entities));
      if (status !== 200) throw new Error(`the webhook was answered with ${status}`);
      sent.push(...commands);
    });
    for (const command of sent) await this.payments.send(command);
    return sent.length;
  }

  async object<TResource>(id: string): Promise<TResource> {
    const path = PATHS[id.slice(0, id.indexOf('_'))] ?? '';
    return JSON.parse((await this.payments.ask(`/internal/${path}/${id}`, LIVE)).text) as TResource;
  }

  mandateOf = (id: string): Promise<MandateResource> => this.object<MandateResource>(id);
  debitOf = (id: string): Promise<DebitResource> => this.object<DebitResource>(id);

  /** @throws when it is not, by now. */
  async is(id: string, status: string): Promise<void> {
    const now = await this.object<{ status: string }>(id);
    if (now.status !== status) throw new Error(`${id} is ${now.status}, not ${status}`);
  }

  reaches(id: string, status: string): Promise<void> {
    return eventually(() => this.is(id, status));
  }

  /** Time passes in steps until what the check expects is so. */
  passing(check: () => Promise<void>, stepMs: number): Promise<void> {
    const step = (): Promise<void> => {
      this.payments.clock.advanceMs(stepMs);
      return check();
    };
    return eventually(step, { everyMs: 150 });
  }
}
