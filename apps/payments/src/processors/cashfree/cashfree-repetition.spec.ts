import { attemptIdOf } from '../../payment/attempt-id';
import { CASHFREE_KEYS, FakeCashfree } from '../../../test/fakes/cashfree';
import { contextOf, inputOf, NOW_MS } from '../../../test/fakes/samples';
import { knownAs } from '../processor.contract';
import type { CallContext, CreateInput, ProcessorPayment } from '../processor';
import { linkId } from './cashfree-requests';
import { createCashfree } from './create-cashfree';

/** What each call to Cashfree does when it is made again (docs/reference/processors.md). */
describe('a call to Cashfree that is repeated', () => {
  let nowMs: number;
  let fakeApi: FakeCashfree;
  let cashfree: ReturnType<typeof createCashfree>;
  let input: CreateInput;
  const ctx = (change: Partial<CallContext> = {}): CallContext => contextOf({ nowMs, ...change });
  const create = (): Promise<ProcessorPayment> => cashfree.processor.create(input, ctx());

  beforeEach(async () => {
    nowMs = NOW_MS;
    fakeApi = new FakeCashfree(() => nowMs);
    await fakeApi.start();
    const { clientId, clientSecret } = CASHFREE_KEYS;
    cashfree = createCashfree({
      apiUrl: `${fakeApi.url}/pg`,
      clientId,
      clientSecret,
      webhookSecrets: [clientSecret],
      isDirectEnabled: true,
    });
    input = inputOf({ instrument: { method: 'upi', flow: 'collect', vpa: 'asha@okaxis' }, expiresAtMs: NOW_MS + 600_000 });
  });
  afterEach(async () => {
    await cashfree.close();
    await fakeApi.stop();
  });

  const orderId = (): string => attemptIdOf(input.paymentId, 1);
  const payments = (): object[] => fakeApi.payments.get(orderId()) ?? [];

  it('a creation of two at once makes one order and one payment', async () => {
    await Promise.all([create(), create()]);
    expect([fakeApi.orders.size, payments().length]).toEqual([1, 1]);
  });

  it('a creation that says another end than before, as time has passed, is the one that is there', async () => {
    await create();
    nowMs += 60_000;
    expect(await create()).toMatchObject({ state: 'processing', processorRef: orderId() });
    expect([fakeApi.orders.size, payments().length]).toEqual([1, 1]);
  });

  it('a creation that is refused as a repetition is open, and nothing is tried elsewhere', async () => {
    fakeApi.failNext('cut', /sessions/);
    await create();
    // Cashfree knows the call and shows no payment yet.
    fakeApi.payments.delete(orderId());
    fakeApi.orders.set(orderId(), { ...fakeApi.orders.get(orderId()), payment_session_id: 'session_another' });
    nowMs += 60_000;
    const again = await create();
    expect(again).toMatchObject({ state: 'processing', isUnknown: true });
    expect(again.error?.mayTryElsewhere).toBeUndefined();
  });

  it('a page that is asked for again is the first one', async () => {
    input = inputOf({ instrument: { method: 'card', card: null }, expiresAtMs: NOW_MS + 600_000 });
    const first = await create();
    nowMs += 60_000;
    expect((await create()).nextAction).toEqual(first.nextAction);
    expect([...fakeApi.links.keys()]).toEqual([linkId(input)]);
  });

  it.each(['capture', 'void'] as const)('a %s that was done before is refused, and what the payment says holds', async (operation) => {
    const { processorRef } = await create();
    fakeApi.pay(orderId(), { is_captured: false });
    const known = knownAs(input, processorRef);
    const ask = (idempotencyKey: string): Promise<ProcessorPayment> =>
      operation === 'capture'
        ? cashfree.processor.capture(known, 50_000, ctx({ idempotencyKey }))
        : cashfree.processor.void(known, ctx({ idempotencyKey }));
    const [first, same, other] = [await ask('a'), await ask('a'), await ask('b')];
    expect(same).toEqual(first);
    expect(other).toMatchObject({ state: operation === 'capture' ? 'captured' : 'cancelled' });
  });

  it('a refund goes out under its own id and key each time, and is made once', async () => {
    const { processorRef } = await create();
    fakeApi.pay(orderId());
    const refund = { refundId: `rfnd_${'1'.repeat(24)}`, payment: knownAs(input, processorRef), amount: 20_000, speed: 'normal' } as const;
    const first = await cashfree.processor.refund(refund, ctx());
    nowMs += 60_000;
    expect(await cashfree.processor.refund(refund, ctx())).toEqual(first);
    expect(fakeApi.refunds.size).toBe(1);
  });

  it('a refund that is refused, because the order has nothing left to give back, is the one that a lost call has made', async () => {
    const { processorRef } = await create();
    fakeApi.pay(orderId());
    const refund = { refundId: `rfnd_${'1'.repeat(24)}`, payment: knownAs(input, processorRef), amount: 50_000, speed: 'normal' } as const;
    const first = await cashfree.processor.refund(refund, ctx());
    const refusal = { status: 400, body: { type: 'invalid_request_error', code: 'refund_amount_invalid' } };
    fakeApi.answerNextWith(refusal);
    expect(await cashfree.processor.refund(refund, ctx())).toEqual(first);
    const other = { ...refund, refundId: `rfnd_${'2'.repeat(24)}`, amount: 50_001 };
    expect(await cashfree.processor.refund(other, ctx())).toMatchObject({ status: 'failed', failureReason: 'refund_amount_invalid' });
    fakeApi.failNext('server_error', /GET .*refunds/);
    expect(await cashfree.processor.refund(other, ctx())).toMatchObject({ status: 'pending', processorRef: null });
  });
});
