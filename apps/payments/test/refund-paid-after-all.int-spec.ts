import type { PaymentResource, RefundResource } from '#contracts';
import { SystemRandom } from '#service';
import { eventually } from '#testing';
import { AcquirerServer } from '../../standalone/src/acquirer/acquirer-server';
import { findUnsettled } from '../src/index';
import { PaymentsUnderTest, PLAIN } from './payments-under-test';
import { ACQUIRER_KEYS } from './stand-ins/acquirer';

/** A processor first says that a refund failed, and pays it out later. */
describe('a refund that failed and is paid out after all', () => {
  let acquirer: AcquirerServer;
  let payments: PaymentsUnderTest;

  beforeAll(async () => {
    const { key, webhookSecret } = ACQUIRER_KEYS;
    const clock = { nowMs: () => payments.clock.nowMs(), monotonicMs: () => payments.clock.monotonicMs() };
    acquirer = new AcquirerServer({ clock, random: new SystemRandom(), key, secret: webhookSecret, port: 0 });
    const settings = { acquirerKey: key, acquirerWebhookSecret: webhookSecret, processorTimeoutMs: 400 };
    payments = await PaymentsUnderTest.start({ ...settings, acquirerUrl: await acquirer.start() });
  });
  afterAll(async () => {
    await payments.end();
    await acquirer.stop();
  });

  const payment = async (id: string): Promise<PaymentResource> => JSON.parse((await payments.get(id)).text) as PaymentResource;
  const refundOf = async (id: string): Promise<RefundResource> =>
    JSON.parse((await payments.ask(`/internal/refunds/${id}`)).text) as RefundResource;
  const passing = (check: () => Promise<void>): Promise<void> =>
    eventually(
      async () => {
        payments.clock.advanceMs(30_000);
        await check();
      },
      { everyMs: 150 },
    );

  async function captured(): Promise<string> {
    const card = { method: 'card', card: null } as const;
    const metadata = { acquirer: 'captured callback=lost' };
    const { streamId } = await payments.create({ ...PLAIN, methods: ['card'], instrument: card, processor: 'acquirer', metadata });
    await passing(async () => expect((await payment(streamId)).status).toBe('captured'));
    return streamId;
  }

  async function refund(paymentId: string, amount: number): Promise<string> {
    const refundId = payments.newId('refund');
    await payments.send(
      payments.command('payments.request_refund', { refundId, amount, reason: 'other' } as const, { streamId: paymentId }),
    );
    return refundId;
  }

  const there = (refundId: string) => acquirer.bank.findRefundByReference(refundId)!;

  async function failedRefund(paymentId: string, amount: number): Promise<string> {
    const refundId = await refund(paymentId, amount);
    await eventually(() => expect(there(refundId)).toBeDefined());
    // It never leaves the acquirer's books as failed while its own timer pays it out: the order of both is the test's.
    await eventually(() => expect(there(refundId).status).toBe('processed'));
    there(refundId).status = 'failed';
    await passing(async () => expect((await refundOf(refundId)).status).toBe('failed'));
    return refundId;
  }

  /** What a callback of the processor says. */
  const told = (refundId: string, state: 'processed' | 'failed') =>
    payments.send({
      ...payments.command('payments.wake', {}, { streamId: refundId }),
      type: 'refunds.record_outcome',
      payload: { answer: { state, reference: there(refundId).id, speed: 'normal', references: {} } },
    });

  it('counts again on the refund and on the payment, once the processor has confirmed it', async () => {
    const paymentId = await captured();
    const refundId = await failedRefund(paymentId, 20_000);
    expect(await payment(paymentId)).toMatchObject({ status: 'captured', amount_refunded: 0 });
    there(refundId).status = 'processed';
    await told(refundId, 'processed');
    await passing(async () => expect(await refundOf(refundId)).toMatchObject({ status: 'processed', failure_code: null }));
    expect(await payment(paymentId)).toMatchObject({ status: 'captured', amount_refunded: 20_000, refund_status: 'partial' });
    await told(refundId, 'processed');
    expect(await payment(paymentId)).toMatchObject({ amount_refunded: 20_000 });
    expect(await payments.metric('hundi_refund_contradictions_total{processor="acquirer",stage="confirmed"}')).toBe(1);
  });

  it('is not believed from a callback alone: one that is late and old changes nothing', async () => {
    const paymentId = await captured();
    const refundId = await failedRefund(paymentId, 20_000);
    await told(refundId, 'processed');
    await passing(async () => expect(await payments.typesOf(refundId)).toContain('refund.doubt_settled'));
    expect((await refundOf(refundId)).status).toBe('failed');
    expect(await payment(paymentId)).toMatchObject({ amount_refunded: 0 });
  });

  it('although its amount was refunded again meanwhile: the payment never shows more than was captured, and holds the rest', async () => {
    const paymentId = await captured();
    const refundId = await failedRefund(paymentId, 30_000);
    const again = await refund(paymentId, 50_000);
    await passing(async () => expect((await refundOf(again)).status).toBe('processed'));
    there(refundId).status = 'processed';
    await told(refundId, 'processed');
    await passing(async () => expect((await refundOf(refundId)).status).toBe('processed'));
    expect(await payment(paymentId)).toMatchObject({ status: 'refunded', amount_refunded: 50_000 });
    expect(await payments.typesOf(paymentId)).toContain('payment.refund_exceeded');
    await passing(async () => {
      const unsettled = await findUnsettled(payments.database.url, 0);
      expect(unsettled).toMatchObject([{ id: paymentId, why: 'refunded_twice', status: 'refunded', amount: 50_000 }]);
    });
  });
});
