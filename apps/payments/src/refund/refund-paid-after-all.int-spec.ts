import { eventually } from '#testing';
import { findUnsettled } from '../index';
import { PaymentsAtFakeAcquirer } from '../../test/payments-at-fake-acquirer';
import type { PaymentsUnderTest } from '../../test/payments-under-test';

/** Between two questions about a refund. */
const STEP_MS = 30_000;

/** A processor first says that a refund failed, and pays it out later. */
describe('a refund that failed and is paid out after all', () => {
  let at: PaymentsAtFakeAcquirer;
  let payments: PaymentsUnderTest;
  const passing = (check: () => Promise<void>): Promise<void> => at.passing(check, STEP_MS);

  beforeAll(async () => {
    at = await PaymentsAtFakeAcquirer.start();
    ({ payments } = at);
  });
  afterAll(() => at.end());

  const there = (refundId: string) => at.acquirer.bank.findRefundByReference(refundId)!;

  async function failedRefund(paymentId: string, amount: number): Promise<string> {
    const refundId = await at.refund(paymentId, amount);
    await eventually(() => expect(there(refundId)).toBeDefined());
    // It never leaves the acquirer's books as failed while its own timer pays it out: the order of both is the test's.
    await eventually(() => expect(there(refundId).status).toBe('processed'));
    there(refundId).status = 'failed';
    await passing(async () => expect((await payments.refund(refundId)).status).toBe('failed'));
    return refundId;
  }

  /** What a callback of the processor says. */
  const reported = (refundId: string, state: 'processed' | 'failed') =>
    payments.send({
      ...payments.command('payments.wake', {}, { streamId: refundId }),
      type: 'refunds.record_outcome',
      payload: { answer: { state, reference: there(refundId).id, speed: 'normal', references: {} } },
    });

  it('counts again on the refund and on the payment, once the processor has confirmed it', async () => {
    const paymentId = await at.captured();
    const refundId = await failedRefund(paymentId, 20_000);
    expect(await payments.payment(paymentId)).toMatchObject({ status: 'captured', amount_refunded: 0 });
    there(refundId).status = 'processed';
    await reported(refundId, 'processed');
    await passing(async () => expect(await payments.refund(refundId)).toMatchObject({ status: 'processed', failure_code: null }));
    expect(await payments.payment(paymentId)).toMatchObject({ status: 'captured', amount_refunded: 20_000, refund_status: 'partial' });
    await reported(refundId, 'processed');
    expect(await payments.payment(paymentId)).toMatchObject({ amount_refunded: 20_000 });
    expect(await payments.metric('hundi_refund_contradictions_total{processor="acquirer",stage="confirmed"}')).toBe(1);
  });

  it('is not believed from a callback alone: one that is late and old changes nothing', async () => {
    const paymentId = await at.captured();
    const refundId = await failedRefund(paymentId, 20_000);
    await reported(refundId, 'processed');
    await passing(async () => expect(await payments.typesOf(refundId)).toContain('refund.contradiction_resolved'));
    expect((await payments.refund(refundId)).status).toBe('failed');
    expect(await payments.payment(paymentId)).toMatchObject({ amount_refunded: 0 });
  });

  it('although its amount was refunded again meanwhile: the payment shows what went out above the captured amount', async () => {
    const paymentId = await at.captured();
    const refundId = await failedRefund(paymentId, 30_000);
    const again = await at.refund(paymentId, 50_000);
    await passing(async () => expect((await payments.refund(again)).status).toBe('processed'));
    there(refundId).status = 'processed';
    await reported(refundId, 'processed');
    await passing(async () => expect((await payments.refund(refundId)).status).toBe('processed'));
    expect(await payments.payment(paymentId)).toMatchObject({
      status: 'refunded',
      amount_refunded: 50_000,
      amount_over_refunded: 30_000,
    });
    expect(await payments.typesOf(paymentId)).toContain('payment.refund_exceeded');
    await passing(async () => {
      const unsettled = await findUnsettled(payments.database.url, 0);
      expect(unsettled).toMatchObject([{ id: paymentId, why: 'refunded_twice', status: 'refunded', amount: 50_000 }]);
    });
  });
});
