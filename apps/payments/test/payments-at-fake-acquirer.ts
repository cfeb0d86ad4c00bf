import type { CreatePaymentPayload, PaymentResource } from '#contracts';
import { SystemRandom } from '#service';
import { eventually } from '#testing';
import { FakeAcquirerServer } from '../../../tools/fake-acquirer/server';
import { attemptIdOf } from '../src/payment/attempt-id';
import { PaymentsUnderTest, PLAIN } from './payments-under-test';
import { ACQUIRER_KEYS } from './fakes/acquirer';

/** A card payment of ₹500.00 at the acquirer, without callbacks: its status is polled. */
export function asked(words: string, change: Partial<CreatePaymentPayload> = {}): CreatePaymentPayload {
  const metadata = { acquirer: `${words} callback=lost` };
  return { ...PLAIN, methods: ['card'], instrument: { method: 'card', card: null }, processor: 'acquirer', metadata, ...change };
}

/** The payments service with the fake acquirer beside it, both on the clock that the test moves. */
export class PaymentsAtFakeAcquirer {
  private constructor(
    readonly payments: PaymentsUnderTest,
    readonly acquirer: FakeAcquirerServer,
  ) {}

  static async start(): Promise<PaymentsAtFakeAcquirer> {
    const { key, webhookSecret } = ACQUIRER_KEYS;
    const clock = { nowMs: () => payments.clock.nowMs(), monotonicMs: () => payments.clock.monotonicMs() };
    const acquirer = new FakeAcquirerServer({ clock, random: new SystemRandom(), key, secret: webhookSecret, port: 0 });
    // Long enough that only the calls that are never answered run into it, on a busy machine too.
    const settings = { acquirerKey: key, acquirerWebhookSecret: webhookSecret, processorTimeoutMs: 2_000 };
    const payments = await PaymentsUnderTest.start({ ...settings, acquirerUrl: await acquirer.start() });
    return new PaymentsAtFakeAcquirer(payments, acquirer);
  }

  async end(): Promise<void> {
    await this.payments.end();
    await this.acquirer.stop();
  }

  /** Time passes until what the check expects is so. */
  passing(check: () => Promise<void>, stepMs = 11_000): Promise<void> {
    const step = (): Promise<void> => {
      this.payments.clock.advanceMs(stepMs);
      return check();
    };
    return eventually(step, { everyMs: 150 });
  }

  /** Time passes until the payment has this status. */
  reaches(paymentId: string, status: PaymentResource['status']): Promise<void> {
    return this.passing(async () => {
      const now = await this.payments.statusOf(paymentId);
      if (now !== status) throw new Error(`${paymentId} is ${now}, not ${status}`);
    });
  }

  /** @returns the id of a payment that the acquirer has captured. */
  async captured(words = ''): Promise<string> {
    const { streamId } = await this.payments.create(asked(`captured ${words}`));
    await this.reaches(streamId, 'captured');
    return streamId;
  }

  /** @returns the id of the refund. */
  async refund(paymentId: string, amount: number): Promise<string> {
    const refundId = this.payments.newId('refund');
    const payload = { refundId, amount, reason: 'other' } as const;
    const { status } = await this.payments.send(this.payments.command('payments.request_refund', payload, { streamId: paymentId }));
    if (status !== 201) throw new Error(`the refund was answered with ${status}`);
    return refundId;
  }

  /** Minor units that the acquirer moved in this way for the first attempt of a payment. */
  moved(kind: 'hold' | 'capture' | 'release', paymentId: string): number {
    return this.acquirer.bank.ledger.total(kind, attemptIdOf(paymentId, 1));
  }
}
