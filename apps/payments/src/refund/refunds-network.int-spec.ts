import { PaymentsAtFakeAcquirer } from '../../test/payments-at-fake-acquirer';
import type { PaymentsUnderTest } from '../../test/payments-under-test';

/** Between two questions about a refund. */
const STEP_MS = 30_000;

describe('refunds at a slow, honest fake acquirer', () => {
  let at: PaymentsAtFakeAcquirer;
  let payments: PaymentsUnderTest;
  const passing = (check: () => Promise<void>): Promise<void> => at.passing(check, STEP_MS);

  beforeAll(async () => {
    at = await PaymentsAtFakeAcquirer.start();
    ({ payments } = at);
  });
  afterAll(() => at.end());

  it('are pending until the acquirer has paid them out, and cannot be recalled', async () => {
    const paymentId = await at.captured();
    const refundId = await at.refund(paymentId, 20_000);
    expect(await payments.refund(refundId)).toMatchObject({ status: 'pending', speed_processed: null });
    const cancel = await payments.send({ ...payments.command('payments.wake', {}, { streamId: refundId }), type: 'refunds.cancel' });
    expect(cancel.refusal).toMatchObject({ code: 'state_conflict', details: { reason: 'refund_sent' } });
    await passing(async () => expect(await payments.refund(refundId)).toMatchObject({ status: 'processed' }));
    expect((await payments.refund(refundId)).acquirer_reference?.arn).toMatch(/^[0-9]{23}$/);
    expect(await payments.payment(paymentId)).toMatchObject({ amount_refunded: 20_000, refund_status: 'partial' });
  });

  it.each(['refund=timeout_before', 'refund=timeout_after', 'refund=error_after'])(
    'whose call ends without an answer (%s) are asked for by the same call again, and the money goes back once',
    async (fault) => {
      const paymentId = await at.captured(fault);
      const refundId = await at.refund(paymentId, 50_000);
      await passing(async () => expect((await payments.refund(refundId)).status).toBe('processed'));
      expect(at.acquirer.bank.ledger.total('refund', refundId)).toBe(50_000);
      expect((await payments.payment(paymentId)).status).toBe('refunded');
    },
  );

  it('survive a restart of the service between the reservation and the answer', async () => {
    const paymentId = await at.captured('refund=timeout_after');
    const refundId = await at.refund(paymentId, 10_000);
    await payments.stopService();
    await payments.startService();
    await passing(async () => expect((await payments.refund(refundId)).status).toBe('processed'));
    expect(at.acquirer.bank.ledger.total('refund', refundId)).toBe(10_000);
  });
});
