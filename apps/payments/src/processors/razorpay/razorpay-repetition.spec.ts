import { eventually } from '#testing';
import { attemptIdOf } from '../../payment/attempt-id';
import { RAZORPAY_KEYS, FakeRazorpay } from '../../../test/fakes/razorpay';
import { contextOf, inputOf, NOW_MS } from '../../../test/fakes/samples';
import { knownAs } from '../processor.contract';
import type { CallContext, CreateInput, ProcessorPayment, RefundInput } from '../processor';
import { createRazorpay } from './create-razorpay';

/** What each call to Razorpay does when it is made again (docs/reference/processors.md). */
describe('a call to Razorpay that is repeated', () => {
  const collect = { method: 'upi', flow: 'collect', vpa: 'asha@okaxis' } as const;
  let nowMs: number;
  let fakeApi: FakeRazorpay;
  let razorpay: ReturnType<typeof createRazorpay>;
  let input: CreateInput;
  let reference: string;
  const ctx = (change: Partial<CallContext> = {}): CallContext => contextOf({ nowMs, ...change });
  const create = (change: Partial<CallContext> = {}): Promise<ProcessorPayment> => razorpay.processor.create(input, ctx(change));
  const fetch = (processorRef: string | null): Promise<ProcessorPayment> => razorpay.processor.fetch(knownAs(input, processorRef), ctx());
  const settle = (id: string | undefined, change: object): unknown => Object.assign(fakeApi.payments.get(id ?? '') ?? {}, change);
  const failed = { status: 'failed', error_reason: 'insufficient_funds' };

  beforeEach(async () => {
    nowMs = NOW_MS;
    fakeApi = new FakeRazorpay(() => nowMs / 1000);
    await fakeApi.start();
    const { keyId, keySecret, webhookSecret } = RAZORPAY_KEYS;
    razorpay = createRazorpay({ apiUrl: fakeApi.url, keyId, keySecret, webhookSecrets: [webhookSecret], isDirectEnabled: true });
    input = inputOf({ instrument: collect });
    reference = attemptIdOf(input.paymentId, 1);
  });
  afterEach(async () => {
    await razorpay.close();
    await fakeApi.stop();
  });

  /** The attempt as two processes begin it that do not know of each other. */
  async function begunTwice(): Promise<[string, string]> {
    const both = await Promise.all([create(), create()]);
    expect(fakeApi.orders.size).toBe(2);
    return both.map(({ processorRef }) => processorRef) as [string, string];
  }

  describe('a creation', () => {
    it('waits for one that is still on its way: its order is fresh, and has no payment yet', async () => {
      fakeApi.failNext('server_error', /create.upi/);
      await create();
      const { timeoutMs } = ctx();
      const again = await create();
      expect(again).toMatchObject({ state: 'processing', isUnknown: true, processorRef: null });
      expect(again.checkAtMs).toBe(nowMs + timeoutMs + 5_000);
      expect(fakeApi.paymentsOf(reference)).toEqual([]);
      nowMs = again.checkAtMs ?? 0;
      expect((await create()).state).toBe('requires_action');
      expect([fakeApi.orders.size, fakeApi.paymentsOf(reference).length]).toEqual([1, 1]);
    });

    it('looks at all orders of the attempt, not at the oldest alone', async () => {
      const order = { receipt: reference, amount: 50_000, currency: 'INR', status: 'created', created_at: nowMs / 1000 - 100 };
      fakeApi.orders.set('order_empty', { ...order, id: 'order_empty' });
      fakeApi.orders.set('order_used', { ...order, id: 'order_used', created_at: nowMs / 1000 - 90 });
      fakeApi.payments.set('pay_there', { ...order, id: 'pay_there', order_id: 'order_used', status: 'captured', captured: true });
      expect(await create()).toMatchObject({ state: 'captured', processorRef: 'pay_there' });
      expect(await fetch(null)).toMatchObject({ state: 'captured', processorRef: 'pay_there' });
      expect(await fetch('order_empty')).toMatchObject({ state: 'captured', processorRef: 'pay_there' });
    });

    it.each(['refused', 'same'] as const)('of two at once makes one order where Razorpay keeps receipts unique (%s)', async (how) => {
      fakeApi.uniqueReceipts = how;
      await Promise.all([create(), create()]);
      expect(fakeApi.orders.size).toBe(1);
    });

    it('goes without unique receipts where the account does not know them', async () => {
      fakeApi.uniqueReceipts = 'unknown_field';
      expect(await create()).toMatchObject({ state: 'requires_action' });
      expect([...fakeApi.orders.values()]).toEqual([expect.not.objectContaining({ unique_receipt: true })]);
    });

    it.each(['POST /v1/orders', 'POST /v1/payments/create/upi'])('makes nothing any more once it is not its to make (%s)', async (step) => {
      const taken = new Error('another process has it');
      let asked = 0;
      const isLast = step.endsWith('upi') ? 2 : 1;
      const stillOurs = (): Promise<void> => (++asked === isLast ? Promise.reject(taken) : Promise.resolve());
      await expect(create({ stillOurs })).rejects.toBe(taken);
      expect(fakeApi.count(new RegExp(step))).toBe(0);
    });

    it('that is refused because the order is paid by now is that payment: nothing is tried elsewhere', async () => {
      const held = fakeApi.holdNext(/create.upi/, 'before');
      const begun = create();
      await held.arrived;
      const [order] = [...fakeApi.orders.values()];
      const paid = { amount: 50_000, currency: 'INR', order_id: order?.id, status: 'captured', captured: true };
      fakeApi.payments.set('pay_first', { ...paid, id: 'pay_first' });
      held.goOn();
      expect(await begun).toMatchObject({ state: 'captured', processorRef: 'pay_first' });
    });

    it('that is aborted ends at once, and its outcome is unknown', async () => {
      const stop = new AbortController();
      fakeApi.failNext('hang', /create.upi/);
      const begun = create({ signal: stop.signal });
      await eventually(() => expect(fakeApi.count(/create.upi/)).toBe(1));
      stop.abort(new Error('the partition was handed on'));
      expect(await begun).toMatchObject({ state: 'processing', isUnknown: true });
    });
  });

  describe('an attempt that was begun twice', () => {
    it('has not failed as long as one of its payments may be paid', async () => {
      const [first, second] = await begunTwice();
      settle(first, failed);
      expect(await fetch(first)).toMatchObject({ state: 'requires_action', processorRef: second });
      settle(second, { status: 'captured', captured: true });
      expect(await fetch(first)).toMatchObject({ state: 'captured', processorRef: second });
      settle(second, failed);
      expect(await fetch(first)).toMatchObject({ state: 'failed', processorRef: first });
    });
  });

  it('a capture that was done before is refused, and what the payment says holds', async () => {
    const { processorRef } = await create();
    settle(processorRef ?? '', { status: 'authorized' });
    const known = knownAs(input, processorRef);
    const [first, second] = [
      await razorpay.processor.capture(known, 50_000, ctx()),
      await razorpay.processor.capture(known, 50_000, ctx()),
    ];
    expect([first, second]).toMatchObject([{ state: 'captured' }, { state: 'captured', amount: 50_000 }]);
    expect(second.error).toBeUndefined();
    expect(fakeApi.count(/capture/)).toBe(2);
  });

  describe('a refund', () => {
    const refundOf = (processorRef: string | null): RefundInput => ({
      refundId: `rfnd_${'1'.repeat(24)}`,
      payment: knownAs(input, processorRef),
      amount: 20_000,
      speed: 'normal',
    });
    const paid = async (): Promise<string | null> => {
      const { processorRef } = await create();
      settle(processorRef ?? '', { status: 'captured', captured: true });
      return processorRef;
    };

    it('goes out under the same key and body each time, and is made once', async () => {
      const refund = refundOf(await paid());
      const answers = [await razorpay.processor.refund(refund, ctx()), await razorpay.processor.refund(refund, ctx({ nowMs: nowMs + 1 }))];
      expect(answers[1]).toEqual(answers[0]);
      expect(fakeApi.refunds.size).toBe(1);
      const [first, second] = fakeApi.requests.filter(({ path }) => path.endsWith('/refund'));
      expect(second?.text).toBe(first?.text);
      expect(second?.headers['x-refund-idempotency']).toBe(refund.refundId);
    });

    it('that is refused the second time is found by its receipt', async () => {
      const refund = refundOf(await paid());
      const first = await razorpay.processor.refund(refund, ctx());
      fakeApi.refundRefusal = 400;
      expect(await razorpay.processor.refund(refund, ctx())).toEqual(first);
    });

    it('that is being made is waited for', async () => {
      const refund = refundOf(await paid());
      fakeApi.refundRefusal = 409;
      expect(await razorpay.processor.refund(refund, ctx())).toMatchObject({ status: 'pending', processorRef: null });
    });
  });

  it('a cancelled page is cancelled', async () => {
    const card = inputOf({ instrument: { method: 'card', card: null } });
    const { processorRef } = await razorpay.processor.create(card, ctx());
    const known = knownAs(card, processorRef);
    for (let time = 0; time < 2; time++) expect(await razorpay.processor.void(known, ctx())).toMatchObject({ state: 'cancelled' });
  });
});
