import type { Command, PaymentResource } from '#contracts';
import { eventually } from '#testing';
import { attemptIdOf } from '../../payment/attempt-id';
import { asked, PaymentsAtFakeAcquirer } from '../../../test/payments-at-fake-acquirer';
import { paymentOf, type PaymentsUnderTest } from '../../../test/payments-under-test';

/** Steps that reach the next question when an answer was late, long before the password expires. */
const WITHIN_OTP_MS = 1_000;

describe('payments at a slow, honest acquirer', () => {
  let at: PaymentsAtFakeAcquirer;
  let payments: PaymentsUnderTest;
  /** Time passes until the payment looks like this. */
  const comesTo = (id: string, expected: Partial<PaymentResource>, stepMs?: number): Promise<void> =>
    at.passing(async () => expect(await payments.payment(id)).toMatchObject(expected), stepMs);
  const moved = (...movement: Parameters<PaymentsAtFakeAcquirer['moved']>): number => at.moved(...movement);

  beforeAll(async () => {
    at = await PaymentsAtFakeAcquirer.start();
    ({ payments } = at);
  });
  afterAll(() => at.end());

  it('answer at once that they wait, and are captured when the acquirer says so', async () => {
    const reply = await payments.create(asked('captured'));
    expect(reply.status).toBe(201);
    expect(paymentOf(reply)).toMatchObject({ status: 'processing', processor: 'acquirer', next_action: { type: 'wait' } });
    await comesTo(reply.streamId, { status: 'captured', amount_captured: 50_000 });
    const types = ['payment.created', 'payment.processing', 'payment.updated', 'payment.authorized', 'payment.captured'];
    // The state is stored before its events are published.
    await eventually(() => expect(payments.eventsOf(reply.streamId).map(({ type }) => type)).toEqual(types));
  });

  it.each(['create=timeout_before', 'create=timeout_after', 'create=error_after'])(
    'that end without an answer (%s) stay open, are asked again by the same call, and take the money once',
    async (fault) => {
      const { streamId } = await payments.create(asked(`captured ${fault}`));
      await eventually(async () => expect((await payments.payment(streamId)).last_error?.reason).toBe('payment_pending'));
      expect((await payments.payment(streamId)).status).toBe('processing');
      await comesTo(streamId, { status: 'captured', last_error: null });
      expect([moved('hold', streamId), moved('capture', streamId)]).toEqual([50_000, 50_000]);
    },
  );

  it('that are declined have failed, with the reason', async () => {
    const { streamId } = await payments.create(asked('insufficient_funds'));
    await comesTo(streamId, { status: 'failed', last_error: expect.objectContaining({ reason: 'insufficient_funds' }) as never });
    expect(moved('hold', streamId)).toBe(0);
  });

  it('without a status for a while are polled again', async () => {
    const { streamId } = await payments.create(asked('captured unknown=2'));
    await comesTo(streamId, { status: 'captured' });
  });

  it.each(['', 'capture=timeout_after', 'capture=timeout_before', 'capture=error_after'])(
    'are captured in part once, however the call ends (%s)',
    async (fault) => {
      const { streamId } = await payments.create(asked(`captured ${fault}`, { captureMethod: 'manual' }));
      await comesTo(streamId, { status: 'authorized', amount_capturable: 50_000 });
      const reply = await payments.send(payments.command('payments.capture', { amount: 30_000 }, { streamId }));
      expect(paymentOf(reply)).toMatchObject({ status: 'authorized', amount_capturable: 0, next_action: { type: 'wait' } });
      await comesTo(streamId, { status: 'captured', amount_captured: 30_000 });
      expect([moved('capture', streamId), moved('release', streamId)]).toEqual([30_000, 20_000]);
    },
  );

  it('that the acquirer will not capture say why, and stay authorized', async () => {
    const { streamId } = await payments.create(asked('captured capture=refused', { captureMethod: 'manual' }));
    await comesTo(streamId, { status: 'authorized' });
    await payments.send(payments.command('payments.capture', { amount: null }, { streamId }));
    const last_error = expect.objectContaining({ reason: 'gateway_technical_error' }) as never;
    await comesTo(streamId, { status: 'authorized', last_error, amount_capturable: 50_000, next_action: null });
    await eventually(() => expect(payments.eventsOf(streamId).at(-1)?.type).toBe('payment.capture_failed'));
  });

  it('that are cancelled are let go by the acquirer, and cancelled when it has done so', async () => {
    const { streamId } = await payments.create(asked('captured void=timeout_after', { captureMethod: 'manual' }));
    await comesTo(streamId, { status: 'authorized' });
    const reply = await payments.send(payments.command('payments.cancel', { reason: 'requested_by_customer' }, { streamId }));
    expect(paymentOf(reply).status).toBe('authorized');
    await comesTo(streamId, { status: 'cancelled', cancellation_reason: 'requested_by_customer' });
    expect([moved('release', streamId), moved('capture', streamId)]).toEqual([50_000, 0]);
  });

  it.each([
    ['of the installation', undefined, 3 * 86_400_000],
    ['of the payment', 720_000, 720_000],
  ])('that are not captured are released by the acquirer when the window %s is over', async (_whose, captureWindowMs, windowMs) => {
    const { streamId } = await payments.create(asked('captured', { captureMethod: 'manual', captureWindowMs }));
    await comesTo(streamId, { status: 'authorized', capture_window_seconds: windowMs / 1_000 });
    payments.clock.advanceMs(windowMs);
    await comesTo(streamId, { status: 'cancelled', cancellation_reason: 'uncaptured_expired' });
    expect(moved('release', streamId)).toBe(50_000);
    const late = await payments.send(payments.command('payments.capture', { amount: null }, { streamId }));
    expect([late.status, late.refusal?.details?.message]).toEqual([409, expect.stringContaining('its status is cancelled')]);
  });

  it('that fail and are paid all the same are authorized late and captured', async () => {
    const { streamId } = await payments.create(asked('otp'));
    await comesTo(streamId, { status: 'requires_action' });
    await comesTo(streamId, { status: 'expired' }, 61_000);
    const there = at.acquirer.bank.findPaymentByReference(attemptIdOf(streamId, 1));
    at.acquirer.bank.act(there!, 'captured');
    await comesTo(streamId, { status: 'captured', late_authorized: true }, 700_000);
    expect(moved('capture', streamId)).toBe(50_000);
  });

  it.each(['otp', 'otp otp=timeout_after'])('take a one-time password, the wrong ones counted (%s)', async (words) => {
    const { streamId } = await payments.create(asked(words));
    const submit = (otp: string) => payments.send(payments.command('payments.submit_otp', { otp }, { streamId }));
    await comesTo(streamId, { status: 'requires_action' });
    expect((await submit('000000')).status).toBe(200);
    await comesTo(
      streamId,
      { status: 'requires_action', last_error: expect.objectContaining({ reason: 'incorrect_otp' }) as never },
      WITHIN_OTP_MS,
    );
    await submit('123456');
    await comesTo(streamId, { status: 'captured' }, WITHIN_OTP_MS);
    const rows = await payments.rows(
      `SELECT 1 FROM payments.events WHERE stream_id = $1 AND data::text LIKE '%123456%' UNION ALL
       SELECT 1 FROM payments.commands WHERE stream_id = $1 AND commands::text LIKE '%"123456"%'`,
      [streamId],
    );
    expect(rows).toEqual([]);
  });

  it('take the one-time password of the next request after a message that came again', async () => {
    const { streamId } = await payments.create(asked('otp'));
    await comesTo(streamId, { status: 'requires_action' });
    const wrong = payments.command('payments.submit_otp', { otp: '000000' }, { streamId });
    await payments.send(wrong);
    await comesTo(
      streamId,
      { status: 'requires_action', last_error: expect.objectContaining({ reason: 'incorrect_otp' }) as never },
      WITHIN_OTP_MS,
    );
    // The bus delivers at least once: the stored answer again, and no call follows.
    expect((await payments.send(wrong)).status).toBe(200);
    await payments.send(payments.command('payments.submit_otp', { otp: '123456' }, { streamId }));
    await comesTo(streamId, { status: 'captured' }, WITHIN_OTP_MS);
  });

  it('take the one-time password of the request itself, not of a dry run or a replay before it', async () => {
    const { streamId } = await payments.create(asked('otp'));
    const submit = (otp: string, change: Partial<Command> = {}) =>
      payments.send(payments.command('payments.submit_otp', { otp }, { streamId, ...change }));
    await comesTo(streamId, { status: 'requires_action' });
    await submit('000001', { dryRun: true });
    const idempotency = { key: 'otp-again', fingerprint: 'first' };
    await submit('000000', { idempotency });
    await comesTo(
      streamId,
      { status: 'requires_action', last_error: expect.objectContaining({ reason: 'incorrect_otp' }) as never },
      WITHIN_OTP_MS,
    );
    expect(await submit('000000', { idempotency })).toMatchObject({ status: 200, replayed: true });
    await submit('123456');
    await comesTo(streamId, { status: 'captured' }, WITHIN_OTP_MS);
  });

  it('of which the acquirer speaks in another amount are held, and nothing is captured', async () => {
    const { streamId } = await payments.create(asked('captured off=1'));
    await comesTo(streamId, { status: 'processing', last_error: expect.objectContaining({ reason: 'payment_amount_tampered' }) as never });
    payments.clock.advanceMs(4 * 86_400_000);
    await eventually(async () => expect(await payments.payment(streamId)).toMatchObject({ status: 'processing', amount_captured: 0 }));
  });

  it('go on where they were when the service ends in the middle of a call', async () => {
    const { streamId } = await payments.create(asked('captured create=timeout_after'));
    await eventually(() => expect(moved('hold', streamId)).toBe(50_000));
    await payments.stopService();
    await payments.startService();
    await comesTo(streamId, { status: 'captured' });
    expect([moved('hold', streamId), moved('capture', streamId)]).toEqual([50_000, 50_000]);
  });
});
