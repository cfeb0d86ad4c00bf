import type { Instrument } from '#contracts';
import { attemptIdOf } from '../../payment/attempt-id';
import { CASHFREE_KEYS, FakeCashfree } from '../../../test/fakes/cashfree';
import { contextOf, inputOf, NOW_MS } from '../../../test/fakes/samples';
import { describeNetworkProcessor } from '../network/network-processor.contract';
import type { CreateInput, ProcessorEvent, ProcessorPayment } from '../processor';
import { knownAs, type FakeProcessor, type ProcessorUnderTest } from '../processor.contract';
import type { CashfreeProcessor } from './cashfree';
import { linkId } from './cashfree-requests';
import { createCashfree } from './create-cashfree';

type UnderTest = ProcessorUnderTest & { processor: CashfreeProcessor; fake: FakeProcessor; fakeApi: FakeCashfree };

async function start(isDirectEnabled: boolean, instrument: Instrument): Promise<UnderTest> {
  const fakeApi = new FakeCashfree(() => NOW_MS);
  await fakeApi.start();
  const { processor, close } = createCashfree({
    apiUrl: `${fakeApi.url}/pg`,
    ...CASHFREE_KEYS,
    webhookSecrets: ['the secret before'],
    isDirectEnabled,
  });
  const idOf = (input: CreateInput): string => (isDirectEnabled ? attemptIdOf(input.paymentId, 1) : linkId(input));
  const making = { create: isDirectEnabled ? /POST .*sessions/ : /POST .*links/, refund: /POST .*refunds/ };
  return {
    processor,
    fakeApi,
    ctx: contextOf(),
    ...(!isDirectEnabled && { mayTryAgain: true }),
    input: () => inputOf({ instrument }),
    settle: (input, wanted) => {
      if (wanted === 'paid') fakeApi.pay(idOf(input));
      if (wanted === 'declined') fakeApi.decline(idOf(input));
    },
    fake: {
      failNext: (fault, what) => fakeApi.failNext(fault, what && making[what]),
      paymentsOf: (reference) => (isDirectEnabled ? (fakeApi.payments.get(reference)?.length ?? 0) : fakeApi.links.size),
      refundsOf: (refundId) => [...fakeApi.refunds.values()].filter(({ refund_id }) => refund_id === refundId).length,
      webhookFor: ({ processorRef, paymentId }) =>
        isDirectEnabled ? fakeApi.paymentWebhook(processorRef ?? '') : fakeApi.linkWebhook(linkId({ paymentId, attempt: 1 })),
      strangersWebhook: () =>
        fakeApi.sign({ type: 'PAYMENT_SUCCESS_WEBHOOK', data: { order: { order_id: 'shop_1', order_tags: null }, payment: {} } }),
      windowMs: 3_600_000,
      unplug: () => fakeApi.stop(),
      secrets: [CASHFREE_KEYS.clientSecret],
    },
    stop: async () => {
      await close();
      await fakeApi.stop().catch(() => undefined);
    },
  };
}

const upi: Instrument = { method: 'upi', flow: 'intent', vpa: null };
const card: Instrument = { method: 'card', card: null };

describeNetworkProcessor('Cashfree, server to server', () => start(true, upi));
describeNetworkProcessor("Cashfree's own page", () => start(false, card));

describe('Cashfree', () => {
  let it_: UnderTest;
  const begin = async (
    isDirectEnabled: boolean,
    change: Partial<CreateInput> = {},
  ): Promise<{ input: CreateInput; begun: ProcessorPayment }> => {
    it_ = await start(isDirectEnabled, upi);
    const input = inputOf(change);
    return { input, begun: await it_.processor.create(input, it_.ctx) };
  };
  const reported = (delivery: ReturnType<FakeCashfree['sign']>): ProcessorEvent[] =>
    it_.processor.parseWebhook({ ...delivery, receivedAtMs: NOW_MS });
  afterEach(() => it_.stop());

  it.each([
    [1_999, '19.99'],
    [50_000, '500.00'],
    [9_999_999_999, '99999999.99'],
  ])('gets %d paise as the number %s, digit for digit, and answers them back', async (amount, decimal) => {
    const { input, begun } = await begin(true, { amount });
    expect(it_.fakeApi.requests[0]?.text).toContain(`"order_amount":${decimal},`);
    it_.fakeApi.pay(begun.processorRef ?? '');
    expect(await it_.processor.fetch(knownAs(input, begun.processorRef), it_.ctx)).toMatchObject({ state: 'captured', amount });
  });

  it('gets our ids as tags, the end in the time of India, and with notifications to the customer off', async () => {
    const { input } = await begin(false);
    expect(it_.fakeApi.links.get(linkId(input))).toMatchObject({
      link_notes: { hundi_account: it_.ctx.accountId, hundi_payment: input.paymentId, hundi_attempt: '1' },
      link_notify: { send_sms: false, send_email: false },
      link_meta: { payment_methods: 'upi' },
      link_expiry_time: '2026-11-20T18:50:00+05:30',
    });
  });

  it.each<[string, Partial<CreateInput>, object]>([
    ['an intent link', {}, { kind: 'upi_intent', url: expect.stringMatching(/^upi:/) }],
    ['a code', { instrument: { method: 'upi', flow: 'qr', vpa: null } }, { kind: 'upi_qr', payload: expect.stringMatching(/^upi:/) }],
    [
      'a request in the app',
      { instrument: { method: 'upi', flow: 'collect', vpa: 'asha@okaxis' } },
      { kind: 'upi_collect', vpa: 'asha@okaxis' },
    ],
    ['the page of the bank', { instrument: { method: 'netbanking', bank: 'HDFC' } }, { url: expect.stringContaining('/pg/view/att_') }],
    ["Cashfree's page for cards", { instrument: card }, { kind: 'redirect_to_url', url: expect.stringContaining('/links/lnk_') }],
    [
      "Cashfree's page for a bank it has no number of",
      { instrument: { method: 'netbanking', bank: 'HSBC' } },
      { url: expect.stringContaining('lnk_') },
    ],
  ])('gives the customer %s', async (_name, change, action) => {
    expect((await begin(true, change)).begun).toMatchObject({ state: 'requires_action', nextAction: action });
  });

  it('takes nothing without a phone number; another processor may', async () => {
    const { begun } = await begin(true, { customer: { email: 'asha@example.com' } });
    expect(begun).toMatchObject({ state: 'failed', error: { class: 'invalid', param: 'customer.phone', mayTryElsewhere: true } });
    expect(it_.fakeApi.requests).toEqual([]);
  });

  it('says what a wrong UPI address is, and that it is no matter of the processor', async () => {
    const { begun } = await begin(true, { instrument: { method: 'upi', flow: 'collect', vpa: 'invalid@okaxis' } });
    expect(begun).toMatchObject({ state: 'failed', error: { reason: 'invalid_vpa', outcomeKnown: true } });
    expect(begun.error?.mayTryElsewhere).toBeUndefined();
  });

  it('reads the code of the network before the word around it', async () => {
    const { input, begun } = await begin(true);
    it_.fakeApi.pay(begun.processorRef ?? '', {
      payment_status: 'FAILED',
      error_details: { error_code: 'GATEWAY_ERROR', error_code_raw: 'ZM' },
    });
    expect((await it_.processor.fetch(knownAs(input, begun.processorRef), it_.ctx)).error).toMatchObject({
      reason: 'incorrect_pin',
      networkCode: 'ZM',
      rawCode: 'GATEWAY_ERROR',
    });
  });

  it.each([
    ['PENDING', 'processing'],
    ['FLAGGED', 'processing'],
    ['USER_DROPPED', 'failed'],
    ['CANCELLED', 'cancelled'],
    ['VOID', 'cancelled'],
  ])('reads %s as %s', async (payment_status, state) => {
    const { input, begun } = await begin(true);
    it_.fakeApi.pay(begun.processorRef ?? '', { payment_status });
    expect((await it_.processor.fetch(knownAs(input, begun.processorRef), it_.ctx)).state).toBe(state);
  });

  it.each(['500.001', '5e2', 'many'])('does not guess an amount that is not exact (%s)', async (payment_amount) => {
    const { input, begun } = await begin(true);
    it_.fakeApi.pay(begun.processorRef ?? '', { payment_amount });
    expect(await it_.processor.fetch(knownAs(input, begun.processorRef), it_.ctx)).toMatchObject({ state: 'processing', isUnknown: true });
  });

  it('captures money it holds, once, and lets it go', async () => {
    const { input, begun } = await begin(true);
    const payment = knownAs(input, begun.processorRef);
    it_.fakeApi.pay(begun.processorRef ?? '', { is_captured: false });
    expect((await it_.processor.fetch(payment, it_.ctx)).state).toBe('authorized');
    expect(await it_.processor.capture(payment, 30_000, it_.ctx)).toMatchObject({ state: 'captured', amount: 30_000 });
    expect((await it_.processor.capture(payment, 30_000, { ...it_.ctx, idempotencyKey: 'other' })).state).toBe('captured');
    it_.fakeApi.pay(begun.processorRef ?? '', { is_captured: false });
    expect((await it_.processor.void(payment, it_.ctx)).state).toBe('cancelled');
  });

  it('closes its page when a payment is cancelled, and not when it was paid before', async () => {
    const first = await begin(false);
    expect((await it_.processor.void(knownAs(first.input, first.begun.processorRef), it_.ctx)).state).toBe('cancelled');
    const input = inputOf();
    const { processorRef } = await it_.processor.create(input, it_.ctx);
    it_.fakeApi.pay(linkId(input));
    expect((await it_.processor.void(knownAs(input, processorRef), it_.ctx)).state).toBe('captured');
  });

  it.each([
    ['SUCCESS', 'processed'],
    ['PENDING', 'pending'],
    ['ONHOLD', 'pending'],
    ['CANCELLED', 'failed'],
  ] as const)('reads a refund that is %s as %s', async (status, expected) => {
    const { input, begun } = await begin(true);
    it_.fakeApi.pay(begun.processorRef ?? '');
    it_.fakeApi.refundStatus = status;
    const refund = {
      refundId: `rfnd_${'1'.repeat(24)}`,
      payment: knownAs(input, begun.processorRef),
      amount: 150,
      speed: 'instant',
    } as const;
    expect(await it_.processor.refund(refund, it_.ctx)).toMatchObject({ status: expected, speedProcessed: 'instant' });
    expect(it_.fakeApi.requests.at(-1)?.text).toContain('"refund_amount":1.50,');
  });

  describe('tells by webhook', () => {
    it('why a direct payment failed', async () => {
      const { input, begun } = await begin(true);
      it_.fakeApi.decline(begun.processorRef ?? '');
      expect(reported(it_.fakeApi.paymentWebhook(begun.processorRef ?? ''))).toMatchObject([
        {
          subject: { paymentId: input.paymentId },
          payment: { state: 'failed', error: { reason: 'insufficient_funds', networkCode: 'Z9' } },
        },
      ]);
    });

    it('that a link was paid, by which order, or ran out', async () => {
      const { input } = await begin(false);
      const id = linkId(input);
      Object.assign(it_.fakeApi.links.get(id) ?? {}, { link_status: 'EXPIRED' });
      expect(reported(it_.fakeApi.linkWebhook(id))).toMatchObject([{ payment: { state: 'expired', processorRef: id } }]);
      it_.fakeApi.pay(id);
      expect(reported(it_.fakeApi.linkWebhook(id))).toMatchObject([
        { payment: { state: 'captured', amount: 50_000, processorRef: `CFPay_${id}` } },
      ]);
    });

    it('that a link was paid without naming the order: that is asked for, as money is known by its order', async () => {
      const { input } = await begin(false);
      it_.fakeApi.pay(linkId(input));
      expect(reported(it_.fakeApi.linkWebhook(linkId(input), false))).toMatchObject([
        { payment: { state: 'processing', processorRef: linkId(input) } },
      ]);
    });

    it.each(['normal', 'instant'] as const)('what became of a refund, and how fast it was made (%s)', async (speed) => {
      const { input, begun } = await begin(true);
      it_.fakeApi.pay(begun.processorRef ?? '');
      const refundId = `rfnd_${'1'.repeat(24)}`;
      await it_.processor.refund({ refundId, payment: knownAs(input, begun.processorRef), amount: 150, speed }, it_.ctx);
      const subject = { accountId: it_.ctx.accountId, paymentId: input.paymentId };
      expect(reported(it_.fakeApi.refundWebhook([...it_.fakeApi.refunds.values()][0] ?? {}))).toMatchObject([
        { about: 'refund', subject, refundId, amount: 150, refund: { speedProcessed: speed } },
      ]);
    });
  });
});
