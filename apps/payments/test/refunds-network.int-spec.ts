import type { PaymentResource, RefundResource } from '#contracts';
import { SystemRandom } from '#service';
import { eventually } from '#testing';
import { AcquirerServer } from '../../standalone/src/acquirer/acquirer-server';
import { ACQUIRER_KEYS } from './stand-ins/acquirer';
import { PaymentsUnderTest, PLAIN } from './payments-under-test';

describe('refunds at a slow, honest acquirer', () => {
  let acquirer: AcquirerServer;
  let payments: PaymentsUnderTest;
  const payment = async (id: string): Promise<PaymentResource> => JSON.parse((await payments.get(id)).text) as PaymentResource;
  const refundOf = async (id: string): Promise<RefundResource> =>
    JSON.parse((await payments.ask(`/internal/refunds/${id}`)).text) as RefundResource;

  /** Time passes until what was asked for is so. */
  const passing = (check: () => Promise<void>): Promise<void> =>
    eventually(
      async () => {
        payments.clock.advanceMs(30_000);
        await check();
      },
      { everyMs: 150 },
    );

  async function captured(words: string): Promise<string> {
    const metadata = { acquirer: `captured ${words} callback=lost` };
    const card = { method: 'card', card: null } as const;
    const { streamId } = await payments.create({ ...PLAIN, methods: ['card'], instrument: card, processor: 'acquirer', metadata });
    await passing(async () => expect((await payment(streamId)).status).toBe('captured'));
    return streamId;
  }

  async function refund(paymentId: string, amount: number): Promise<string> {
    const refundId = payments.newId('refund');
    const payload = { refundId, amount, reason: 'other' } as const;
    const reply = await payments.send(payments.command('payments.request_refund', payload, { streamId: paymentId }));
    expect([reply.status, reply.streamId]).toEqual([201, refundId]);
    return refundId;
  }

  beforeAll(async () => {
    const { key, webhookSecret } = ACQUIRER_KEYS;
    const clock = { nowMs: () => payments.clock.nowMs(), monotonicMs: () => payments.clock.monotonicMs() };
    acquirer = new AcquirerServer({ clock, random: new SystemRandom(), key, secret: webhookSecret, port: 0 });
    const acquirerUrl = await acquirer.start();
    const settings = { acquirerUrl, acquirerKey: key, acquirerWebhookSecret: webhookSecret, processorTimeoutMs: 400 };
    payments = await PaymentsUnderTest.start(settings);
  });
  afterAll(async () => {
    await payments.end();
    await acquirer.stop();
  });

  it('are pending until the acquirer has paid them out, and cannot be recalled', async () => {
    const paymentId = await captured('');
    const refundId = await refund(paymentId, 20_000);
    expect(await refundOf(refundId)).toMatchObject({ status: 'pending', speed_processed: null });
    const cancel = await payments.send({ ...payments.command('payments.wake', {}, { streamId: refundId }), type: 'refunds.cancel' });
    expect(cancel.refusal).toMatchObject({ code: 'state_conflict', details: { reason: 'refund_sent' } });
    await passing(async () => expect(await refundOf(refundId)).toMatchObject({ status: 'processed' }));
    expect((await refundOf(refundId)).acquirer_reference?.arn).toMatch(/^[0-9]{23}$/);
    expect(await payment(paymentId)).toMatchObject({ amount_refunded: 20_000, refund_status: 'partial' });
  });

  it.each(['refund=timeout_before', 'refund=timeout_after', 'refund=error_after'])(
    'whose call ends without an answer (%s) are asked for by the same call again, and the money goes back once',
    async (fault) => {
      const paymentId = await captured(fault);
      const refundId = await refund(paymentId, 50_000);
      await passing(async () => expect((await refundOf(refundId)).status).toBe('processed'));
      expect(acquirer.bank.ledger.total('refund', refundId)).toBe(50_000);
      expect((await payment(paymentId)).status).toBe('refunded');
    },
  );

  it('survive a restart of the service between the reservation and the answer', async () => {
    const paymentId = await captured('refund=timeout_after');
    const refundId = await refund(paymentId, 10_000);
    await payments.stopService();
    await payments.startService();
    await passing(async () => expect((await refundOf(refundId)).status).toBe('processed'));
    expect(acquirer.bank.ledger.total('refund', refundId)).toBe(10_000);
  });
});
