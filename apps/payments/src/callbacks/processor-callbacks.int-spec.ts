import type { PaymentResource } from '#contracts';
import { eventually } from '#testing';
import { lateRefundIdOf, systemRefundIdOf } from '../payment/attempt-id';
import { findUnsettled } from '../index';
import { PaymentsUnderTest, PLAIN, paymentOf } from '../../test/payments-under-test';
import { razorpaySettings, FakeRazorpay } from '../../test/fakes/razorpay';

const LIVE = { 'x-hundi-livemode': 'true' };

/** A live payment at Razorpay's stand-in, whose webhooks come in as the gateway passes them on. */
describe('webhooks of a processor', () => {
  let payments: PaymentsUnderTest;
  let fakeApi: FakeRazorpay;

  beforeAll(async () => {
    fakeApi = new FakeRazorpay(() => payments.clock.nowMs() / 1000);
    await fakeApi.start();
    payments = await PaymentsUnderTest.start({
      ...razorpaySettings(fakeApi.url),
      // Callbacks must not race with polls: nothing polls within this suite.
      refundSendDelayMs: 60_000,
    });
  });
  afterAll(async () => {
    await payments.end();
    await fakeApi.stop();
  });

  type Entity = ReturnType<FakeRazorpay['pay']>;
  /** What Razorpay would keep of the payment: our ids as notes. */
  const entityOf = (paymentId: string, change: Record<string, unknown> = {}): Entity => ({
    id: `pay_RZP${paymentId.slice(-10)}`,
    status: 'captured',
    amount: 50_000,
    currency: 'INR',
    fee: 1180,
    tax: 180,
    method: 'upi',
    notes: { hundi_account: payments.accountId, hundi_payment: paymentId, hundi_attempt: '1', hundi_place: 'direct' },
    ...change,
  });
  const begin = async (): Promise<string> => {
    const { id, ...payment } = paymentOf(await payments.create(PLAIN, { livemode: true }));
    expect(payment).toMatchObject({ status: 'processing', processor: 'razorpay', livemode: true });
    await eventually(async () => expect(await payments.statusOf(id, LIVE)).toBe('requires_action'));
    return id;
  };
  const current = (id: string): Promise<PaymentResource> => payments.payment(id, LIVE);
  const report = (event: string, entity: Entity) => payments.webhook('razorpay', fakeApi.webhook(event, { payment: entity }));
  /** Delivers a callback and sends its commands, as the gateway does. */
  const reported = async (event: string, entity: Entity): Promise<number> => {
    const { status, commands = [] } = await report(event, entity);
    expect(status).toBe(200);
    for (const command of commands) await payments.send(command);
    return commands.length;
  };

  it('capture the payment, with the fee and the reference of the processor', async () => {
    const id = await begin();
    expect(await reported('payment.captured', entityOf(id))).toBe(1);
    expect(await current(id)).toMatchObject({ status: 'captured', processor_reference: `pay_RZP${id.slice(-10)}`, fee: 1000, tax: 180 });
  });

  it('repeated, late or out of order change nothing twice and revert nothing', async () => {
    const id = await begin();
    const failed = { status: 'failed', error_reason: 'insufficient_funds' };
    await reported('payment.captured', entityOf(id));
    const { sequence } = await current(id);
    for (const change of [{}, {}, { status: 'authorized' }, failed, { status: 'created' }])
      await reported('payment.captured', entityOf(id, change));
    payments.clock.advanceMs(3_600_000);
    await reported('payment.captured', entityOf(id));
    expect(await current(id)).toMatchObject({ status: 'captured', sequence });
  });

  it('delivered ten times at once are one command', async () => {
    const id = await begin();
    const delivery = fakeApi.webhook('payment.captured', { payment: entityOf(id) });
    const answers = await Promise.all(Array.from({ length: 10 }, () => payments.webhook('razorpay', delivery)));
    expect(new Set(answers.map(({ commands }) => commands?.[0]?.commandId)).size).toBe(1);
    await Promise.all(answers.map(({ commands }) => payments.send(commands![0]!)));
    expect(payments.eventsOf(id).filter(({ type }) => type === 'payment.captured').length).toBeLessThanOrEqual(1);
    expect((await current(id)).amount_captured).toBe(50_000);
  });

  it('bring money after a failure as late money', async () => {
    const id = await begin();
    await reported('payment.failed', entityOf(id, { status: 'failed', error_reason: 'insufficient_funds' }));
    expect(await current(id)).toMatchObject({ status: 'failed', last_error: { reason: 'insufficient_funds' } });
    await reported('payment.captured', entityOf(id));
    expect(await current(id)).toMatchObject({ status: 'captured', late_authorized: true });
  });

  it('of a second payment of one attempt give its money back, and raise the alarm', async () => {
    const id = await begin();
    const alarms = async () => (await payments.metric('hundi_processor_second_payments_total{processor="razorpay"}')) ?? 0;
    const before = await alarms();
    await reported('payment.captured', entityOf(id));
    const { processor_reference } = await current(id);
    for (let time = 0; time < 2; time++) await reported('payment.captured', entityOf(id, { id: 'pay_RZPTwice' }));
    expect(await current(id)).toMatchObject({ status: 'captured', amount_captured: 50_000, amount_refunded: 0, processor_reference });
    const { text } = await payments.ask(`/internal/refunds/${systemRefundIdOf(id, { kind: 'overpayment', attempt: 1 })}`, LIVE);
    expect(JSON.parse(text)).toMatchObject({ payment_id: id, amount: 50_000, reason: 'duplicate', status: 'pending' });
    const attempts = JSON.parse((await payments.ask(`/internal/payments/${id}/attempts`, LIVE)).text) as { data: object[] };
    expect(attempts.data).toMatchObject([{ status: 'captured', processor_reference }]);
    expect((await alarms()) - before).toBe(1);
  });

  it.each([
    ['another amount', { amount: 49_999 }],
    ['another currency', { currency: 'USD' }],
  ])('that speak of %s hold the payment; nothing is captured', async (_what, change) => {
    const id = await begin();
    await reported('payment.captured', entityOf(id, change));
    expect(await current(id)).toMatchObject({
      status: 'processing',
      amount_captured: 0,
      last_error: { reason: 'payment_amount_tampered' },
    });
    await eventually(async () => {
      const unsettled = await findUnsettled(payments.database.url, 0);
      expect(unsettled).toContainEqual(expect.objectContaining({ id, why: 'wrong_amount', livemode: true }));
    });
    const payload = { as: 'not_captured', by: 'asha', note: 'given back by Razorpay' } as const;
    await payments.send(payments.command('payments.resolve', payload, { streamId: id, livemode: true }));
    expect(await current(id)).toMatchObject({ status: 'failed', last_error: { reason: 'payment_amount_tampered' } });
    expect((await findUnsettled(payments.database.url, 0)).map((one) => one.id)).not.toContain(id);
  });

  it.each<[string, (id: string) => Entity]>([
    ['a payment we do not have', (id) => entityOf(`${id.slice(0, -4)}0000`)],
    [
      'a payment of another account',
      (id) => entityOf(id, { notes: { ...(entityOf(id)['notes'] as object), hundi_account: `acct_${'9'.repeat(24)}` } }),
    ],
    ['an attempt that was never made', (id) => entityOf(id, { notes: { ...(entityOf(id)['notes'] as object), hundi_attempt: '2' } })],
    ['a payment without our notes', (id) => entityOf(id, { notes: [] })],
  ])('about %s are taken and change nothing', async (_what, make) => {
    const id = await begin();
    expect(await reported('payment.captured', make(id))).toBe(0);
    expect(await payments.statusOf(id, LIVE)).toBe('requires_action');
  });

  it('find an earlier attempt behind any number of other events', async () => {
    const id = await begin();
    const fail = (attempt: number): Promise<number> => {
      const notes = { ...(entityOf(id)['notes'] as object), hundi_attempt: String(attempt) };
      return reported(
        'payment.failed',
        entityOf(id, { id: `pay_try${attempt}`, status: 'failed', error_reason: 'insufficient_funds', notes }),
      );
    };
    const ask = (type: 'payments.update' | 'payments.confirm', payload: object) =>
      payments.send({ ...payments.command('payments.update', {}, { streamId: id, livemode: true }), type, payload });
    await fail(1);
    await Promise.all(Array.from({ length: 500 }, (_, index) => ask('payments.update', { description: `Change ${index}` })));
    for (const attempt of [2, 3]) {
      await ask('payments.confirm', { instrument: PLAIN.instrument });
      await eventually(async () => expect(await payments.statusOf(id, LIVE)).toBe('requires_action'));
      if (attempt === 2) await fail(2);
    }
    const notes = { ...(entityOf(id)['notes'] as object), hundi_attempt: '2' };
    expect(await reported('payment.captured', entityOf(id, { id: 'pay_try2', notes }))).toBe(1);
    expect(await payments.typesOf(id)).toContain('attempt.succeeded');
  });

  it('of a newer attempt give its money back when late money of an earlier one counts', async () => {
    const id = await begin();
    const noted = (attempt: number, change: Record<string, unknown> = {}): Entity =>
      entityOf(id, {
        id: `pay_${attempt}${id.slice(-9)}`,
        notes: { ...(entityOf(id)['notes'] as object), hundi_attempt: `${attempt}` },
        ...change,
      });
    const failed = { status: 'failed', error_reason: 'insufficient_funds' };
    await reported('payment.failed', noted(1, failed));
    await payments.send(payments.command('payments.confirm', { instrument: PLAIN.instrument }, { streamId: id, livemode: true }));
    await eventually(async () => expect(await payments.statusOf(id, LIVE)).toBe('requires_action'));
    await reported('payment.failed', noted(2, failed));
    await reported('payment.captured', noted(1));
    expect(await current(id)).toMatchObject({ status: 'captured', late_authorized: true, processor_reference: noted(1)['id'] });
    expect(await reported('payment.captured', noted(2))).toBe(1);
    const { text } = await payments.ask(`/internal/refunds/${systemRefundIdOf(id, { kind: 'overpayment', attempt: 2 })}`, LIVE);
    expect(JSON.parse(text)).toMatchObject({ payment_id: id, amount: 50_000, reason: 'duplicate' });
  });

  it('of money for a payment that the merchant cancelled send it back', async () => {
    const id = await begin();
    await payments.send(payments.command('payments.cancel', { reason: 'processor_cancelled' }, { streamId: id, livemode: true }));
    expect((await current(id)).status).toBe('cancelled');
    await reported('payment.captured', entityOf(id));
    expect(await current(id)).toMatchObject({ status: 'captured', late_authorized: true, amount_refundable: 0 });
    const { text } = await payments.ask(`/internal/refunds/${lateRefundIdOf(id)}`, LIVE);
    expect(JSON.parse(text)).toMatchObject({
      payment_id: id,
      amount: 50_000,
      reason: 'late_authorization',
      processor: 'razorpay',
      unapplied: false,
    });
  });

  describe('about refunds', () => {
    const refunded = async (): Promise<{ id: string; refundId: string }> => {
      const id = await begin();
      await reported('payment.captured', entityOf(id));
      const refundId = `rfnd_${id.slice(4)}`;
      const payload = { refundId, amount: 20_000, reason: 'requested_by_customer' } as const;
      await payments.send(payments.command('payments.request_refund', payload, { streamId: id, livemode: true }));
      return { id, refundId };
    };
    const refundOf = ({ id, refundId }: { id: string; refundId: string }, change: object = {}): Entity => ({
      id: 'rfnd_AtRazorpay01',
      status: 'processed',
      amount: 20_000,
      speed_processed: 'normal',
      notes: { hundi_account: payments.accountId, hundi_payment: id, hundi_refund: refundId },
      ...change,
    });
    const reportRefund = async (entity: Entity): Promise<number> => {
      const { commands = [] } = await payments.webhook('razorpay', fakeApi.webhook('refund.processed', { refund: entity }));
      for (const command of commands) await payments.send(command);
      return commands.length;
    };

    it('are recorded once, on the refund and on the payment', async () => {
      const made = await refunded();
      for (let time = 0; time < 3; time++) expect(await reportRefund(refundOf(made))).toBe(1);
      expect(await current(made.id)).toMatchObject({ amount_refunded: 20_000, refund_status: 'partial' });
    });

    it.each<[string, object]>([
      ['another amount', { amount: 19_999 }],
      ['another payment', { notes: { hundi_payment: `pay_${'1'.repeat(24)}` } }],
    ])('that speak of %s change nothing', async (_what, change) => {
      const made = await refunded();
      const entity = refundOf(made, change);
      const notes = { ...(refundOf(made)['notes'] as object), ...(entity['notes'] as object) };
      expect(await reportRefund({ ...entity, notes })).toBe(0);
      expect((await current(made.id)).amount_refunded).toBe(0);
    });
  });

  it('are refused with a wrong signature, and for a processor that is not configured', async () => {
    const id = await begin();
    const forged = fakeApi.webhook('payment.captured', { payment: entityOf(id) }, 'a secret of another account');
    expect(await payments.webhook('razorpay', forged)).toEqual({
      status: 401,
      code: 'webhook_signature_invalid',
      details: { reason: 'signature_invalid' },
    });
    expect(await payments.webhook('cashfree', forged)).toMatchObject({ status: 404, code: 'resource_missing' });
    expect(await payments.statusOf(id, LIVE)).toBe('requires_action');
  });
});
