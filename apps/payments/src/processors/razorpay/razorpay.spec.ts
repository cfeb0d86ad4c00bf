import type { Instrument } from '#contracts';
import { attemptIdOf } from '../../payment/attempt-id';
import { RAZORPAY_KEYS, FakeRazorpay } from '../../../test/fakes/razorpay';
import { contextOf, inputOf, NOW_MS } from '../../../test/fakes/samples';
import { describeNetworkProcessor } from '../network/network-processor.contract';
import { knownAs, type FakeProcessor, type ProcessorUnderTest } from '../processor.contract';
import type { CreateInput, ProcessorPayment, ProcessorEvent } from '../processor';
import { createRazorpay } from './create-razorpay';
import type { RazorpayProcessor } from './razorpay';

const referenceOf = (paymentId: string): string => attemptIdOf(paymentId, 1);

async function start(
  isDirectEnabled: boolean,
  instrument: Instrument,
): Promise<ProcessorUnderTest & { processor: RazorpayProcessor; fake: FakeProcessor; fakeApi: FakeRazorpay }> {
  const fakeApi = new FakeRazorpay(() => NOW_MS / 1000);
  await fakeApi.start();
  const { processor, close } = createRazorpay({
    apiUrl: fakeApi.url,
    keyId: RAZORPAY_KEYS.keyId,
    keySecret: RAZORPAY_KEYS.keySecret,
    webhookSecrets: ['an older secret', RAZORPAY_KEYS.webhookSecret],
    isDirectEnabled,
  });
  const making = { create: isDirectEnabled ? /POST .*create/ : /POST .*payment_links/, refund: /POST .*refund/ };
  return {
    processor,
    fakeApi,
    ctx: contextOf(),
    ...(!isDirectEnabled && { mayTryAgain: true }),
    input: () => inputOf({ instrument }),
    settle: ({ paymentId }, wanted) => {
      if (wanted === 'paid') fakeApi.pay(referenceOf(paymentId));
      if (wanted === 'declined') fakeApi.decline(referenceOf(paymentId));
    },
    fake: {
      failNext: (fault, what) => fakeApi.failNext(fault, what && making[what]),
      paymentsOf: (reference) =>
        [...fakeApi.links.values()].filter((link) => link['reference_id'] === reference).length + fakeApi.paymentsOf(reference).length,
      refundsOf: (refundId) => [...fakeApi.refunds.values()].filter(({ receipt }) => receipt === refundId).length,
      webhookFor: ({ processorRef }) => fakeApi.webhook('payment.captured', { payment: fakeApi.payments.get(processorRef ?? '') }),
      strangersWebhook: () =>
        fakeApi.webhook('payment.captured', {
          payment: { id: 'pay_Other', status: 'captured', amount: 1, currency: 'INR', notes: [] },
        }),
      windowMs: 25 * 3_600_000,
      unplug: () => fakeApi.stop(),
      secrets: [RAZORPAY_KEYS.keySecret, RAZORPAY_KEYS.webhookSecret],
    },
    stop: async () => {
      await close();
      await fakeApi.stop().catch(() => undefined);
    },
  };
}
const upi: Instrument = { method: 'upi', flow: 'intent', vpa: null };
const card: Instrument = { method: 'card', card: null };

describeNetworkProcessor('Razorpay, server to server', () => start(true, upi));
describeNetworkProcessor("Razorpay's own page", () => start(false, card));

describe('Razorpay', () => {
  let it_: Awaited<ReturnType<typeof start>>;
  const begin = async (
    isDirectEnabled: boolean,
    change: Partial<CreateInput> = {},
  ): Promise<{ input: CreateInput; begun: ProcessorPayment }> => {
    it_ = await start(isDirectEnabled, upi);
    const input = inputOf(change);
    return { input, begun: await it_.processor.create(input, it_.ctx) };
  };
  const reported = (delivery: ReturnType<FakeRazorpay['webhook']>): ProcessorEvent[] =>
    it_.processor.parseWebhook({ ...delivery, receivedAtMs: NOW_MS });
  afterEach(() => it_.stop());

  it('gets the amount as an integer of paise, our ids as notes, and with notifications to the customer off', async () => {
    const { input } = await begin(false);
    const link = it_.fakeApi.linkOf(referenceOf(input.paymentId));
    expect(link).toMatchObject({
      amount: 50_000,
      currency: 'INR',
      notes: { hundi_account: it_.ctx.accountId, hundi_payment: input.paymentId, hundi_attempt: '1' },
      notify: { sms: false, email: false },
      options: { checkout: { method: { upi: '1', card: '0', netbanking: '0', wallet: '0' } } },
    });
    expect(JSON.stringify(link)).not.toContain('Asha Verma');
  });

  it.each<[string, Partial<CreateInput>, object]>([
    ['an intent link', {}, { kind: 'upi_intent', url: expect.stringMatching(/^upi:/) }],
    ['a code', { instrument: { method: 'upi', flow: 'qr', vpa: null } }, { kind: 'upi_qr', payload: expect.stringMatching(/^upi:/) }],
    [
      'a request in the app',
      { instrument: { method: 'upi', flow: 'collect', vpa: 'asha@okaxis' } },
      { kind: 'upi_collect', vpa: 'asha@okaxis' },
    ],
    ['the page of the bank', { instrument: { method: 'netbanking', bank: 'HDFC' } }, { kind: 'redirect_to_url', method: 'GET' }],
    ["Razorpay's page for cards", { instrument: card }, { kind: 'redirect_to_url', url: expect.stringContaining('rzp.test/i/plink_') }],
    ["Razorpay's page without an e-mail address", { customer: { phone: '+919876543210' } }, { url: expect.stringContaining('plink_') }],
  ])('gives the customer %s', async (_name, change, action) => {
    expect((await begin(true, change)).begun).toMatchObject({ state: 'requires_action', nextAction: action });
  });

  it('says what a wrong UPI address is, and that it is no matter of the processor', async () => {
    const { begun } = await begin(true, { instrument: { method: 'upi', flow: 'collect', vpa: 'invalid@okaxis' } });
    expect(begun).toMatchObject({ state: 'failed', error: { class: 'invalid', reason: 'invalid_vpa', outcomeKnown: true } });
    expect(begun.error?.mayTryElsewhere).toBeUndefined();
  });

  it('never lets another processor try while a collect request may be on its way to the customer', async () => {
    it_ = await start(true, upi);
    await it_.fakeApi.stop();
    const input = inputOf({ instrument: { method: 'upi', flow: 'collect', vpa: 'asha@okaxis' } });
    expect(await it_.processor.create(input, it_.ctx)).toMatchObject({ state: 'processing', error: { outcomeKnown: false } });
  });

  it('takes the GST out of the fee, and the numbers by which banks find the payment', async () => {
    const { input, begun } = await begin(true);
    it_.fakeApi.pay(referenceOf(input.paymentId));
    expect(await it_.processor.fetch(knownAs(input, begun.processorRef), it_.ctx)).toMatchObject({
      fee: { amount: 1000, gst: 180 },
      refs: { rrn: '632418123456', upiTransactionId: 'RZPSTANDIN1' },
      facts: { payerAccountType: 'bank_account' },
    });
  });

  it.each(['refunded_twice', 'on_hold', ''])('treats an undocumented status (%p) as open', async (status) => {
    const { input, begun } = await begin(true);
    it_.fakeApi.pay(referenceOf(input.paymentId), { status });
    expect((await it_.processor.fetch(knownAs(input, begun.processorRef), it_.ctx)).state).toBe('processing');
  });

  it.each([
    [true, 'captured'],
    [false, 'cancelled'],
  ])(
    'tells money that was refunded after a capture (%p) from money that was never taken and went back by itself',
    async (captured, state) => {
      const { input, begun } = await begin(true);
      it_.fakeApi.pay(referenceOf(input.paymentId), { status: 'refunded', captured });
      expect((await it_.processor.fetch(knownAs(input, begun.processorRef), it_.ctx)).state).toBe(state);
    },
  );

  it('captures late money once; the second time it says what holds', async () => {
    const { input, begun } = await begin(true);
    it_.fakeApi.pay(referenceOf(input.paymentId), { status: 'authorized', captured: false });
    const payment = knownAs(input, begun.processorRef);
    expect((await it_.processor.fetch(payment, it_.ctx)).state).toBe('authorized');
    expect((await it_.processor.capture(payment, 50_000, it_.ctx)).state).toBe('captured');
    expect((await it_.processor.capture(payment, 50_000, it_.ctx)).state).toBe('captured');
  });

  it('says that it cannot let go of money it holds', async () => {
    const { input, begun } = await begin(true);
    it_.fakeApi.pay(referenceOf(input.paymentId), { status: 'authorized', captured: false });
    const reported = await it_.processor.void(knownAs(input, begun.processorRef), it_.ctx);
    expect(reported).toMatchObject({ state: 'authorized', error: { rawCode: 'void_not_supported', outcomeKnown: true } });
  });

  it('closes its page when a payment is cancelled, and not when it was paid before', async () => {
    const first = await begin(false);
    expect((await it_.processor.void(knownAs(first.input, first.begun.processorRef), it_.ctx)).state).toBe('cancelled');
    const input = inputOf();
    const { processorRef } = await it_.processor.create(input, it_.ctx);
    it_.fakeApi.pay(referenceOf(input.paymentId));
    expect((await it_.processor.void(knownAs(input, processorRef), it_.ctx)).state).toBe('captured');
  });

  it('refunds fast where that is possible', async () => {
    const { input, begun } = await begin(true);
    it_.fakeApi.pay(referenceOf(input.paymentId));
    const refund = {
      refundId: `rfnd_${'1'.repeat(24)}`,
      payment: knownAs(input, begun.processorRef),
      amount: 100,
      speed: 'instant',
    } as const;
    expect(await it_.processor.refund(refund, it_.ctx)).toMatchObject({
      status: 'processed',
      speedProcessed: 'instant',
      refs: { arn: expect.any(String) },
    });
    expect([...it_.fakeApi.refunds.values()][0]).toMatchObject({ speed: 'optimum', amount: 100 });
  });

  it.each([
    [400, true, 'processed'],
    [400, false, 'failed'],
    [409, false, 'pending'],
  ])('calls a refund refused with %i, made before: %p, %s: none that was made is given up', async (refusal, isMade, status) => {
    const { input, begun } = await begin(true);
    it_.fakeApi.pay(referenceOf(input.paymentId));
    const payment = knownAs(input, begun.processorRef);
    const refund = { refundId: `rfnd_${'2'.repeat(24)}`, payment, amount: 100, speed: 'normal' } as const;
    if (isMade) await it_.processor.refund(refund, it_.ctx);
    it_.fakeApi.refundRefusal = refusal;
    expect((await it_.processor.refund(refund, it_.ctx)).status).toBe(status);
  });

  it('opens the circuit after five calls without an answer, and asks no more for a while', async () => {
    it_ = await start(true, upi);
    for (let call = 0; call < 5; call++) it_.fakeApi.failNext('server_error');
    for (let call = 0; call < 8; call++) await it_.processor.create(inputOf(), it_.ctx);
    expect(it_.fakeApi.requests).toHaveLength(5);
    expect(await it_.processor.create(inputOf(), it_.ctx)).toMatchObject({ error: { mayTryElsewhere: true, rawCode: 'not_sent' } });
  });

  describe('tells by webhook', () => {
    it('that a link was paid', async () => {
      const { input } = await begin(false);
      const reference = referenceOf(input.paymentId);
      const payment = it_.fakeApi.pay(reference);
      const events = reported(it_.fakeApi.webhook('payment_link.paid', { payment_link: it_.fakeApi.linkOf(reference), payment }));
      expect(events).toMatchObject([{ subject: { paymentId: input.paymentId }, payment: { state: 'captured', processorRef: payment.id } }]);
    });

    it('that a link ran out', async () => {
      const { input, begun } = await begin(false);
      const link = it_.fakeApi.linkOf(referenceOf(input.paymentId));
      const events = reported(it_.fakeApi.webhook('payment_link.expired', { payment_link: link }));
      expect(events).toMatchObject([{ payment: { state: 'expired', processorRef: begun.processorRef, amount: 50_000 } }]);
    });

    it('that a direct payment failed, and nothing about one failed try on its page', async () => {
      const direct = await begin(true);
      const failed = it_.fakeApi.decline(referenceOf(direct.input.paymentId));
      expect(reported(it_.fakeApi.webhook('payment.failed', { payment: failed }))).toMatchObject([
        { payment: { state: 'failed', error: { reason: 'insufficient_funds' } } },
      ]);
      await it_.stop();
      const hosted = await begin(false);
      expect(
        reported(it_.fakeApi.webhook('payment.failed', { payment: it_.fakeApi.decline(referenceOf(hosted.input.paymentId)) })),
      ).toEqual([]);
    });

    it('what became of a refund', async () => {
      const { input, begun } = await begin(true);
      it_.fakeApi.pay(referenceOf(input.paymentId));
      const refundId = `rfnd_${'1'.repeat(24)}`;
      await it_.processor.refund({ refundId, payment: knownAs(input, begun.processorRef), amount: 100, speed: 'normal' }, it_.ctx);
      expect(reported(it_.fakeApi.webhook('refund.processed', { refund: [...it_.fakeApi.refunds.values()][0] }))).toMatchObject([
        { about: 'refund', subject: { paymentId: input.paymentId }, refundId, amount: 100, refund: { status: 'processed' } },
      ]);
    });
  });
});
