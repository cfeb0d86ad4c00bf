import type { PaymentResource } from '#contracts';
import { eventually } from '#testing';
import { attemptIdOf } from '../payment/attempt-id';
import { COLLECT, PaymentsUnderTest } from '../../test/payments-under-test';
import { razorpaySettings, FakeRazorpay } from '../../test/fakes/razorpay';

const LIVE = { 'x-hundi-livemode': 'true' };
const PAY = /POST .*create.upi/;

/** Live payments by UPI collect, of which Razorpay tells before it answers, twice, and out of turn (F5). */
describe('what a processor tells of a payment, whenever it tells it', () => {
  let payments: PaymentsUnderTest;
  let fakeApi: FakeRazorpay;

  beforeAll(async () => {
    fakeApi = new FakeRazorpay(() => payments.clock.nowMs() / 1000);
    await fakeApi.start();
    payments = await PaymentsUnderTest.start({ ...razorpaySettings(fakeApi.url), razorpayDirectEnabled: true });
  });
  afterAll(async () => {
    await payments.end();
    await fakeApi.stop();
  });

  const WORDS = {
    authorized: { status: 'authorized', captured: false },
    captured: { status: 'captured', captured: true, fee: 1180, tax: 180 },
    failed: { status: 'failed', captured: false, error_reason: 'payment_timed_out' },
  } as const;
  const current = (id: string): Promise<PaymentResource> => payments.payment(id, LIVE);
  const report = async (id: string, word: keyof typeof WORDS): Promise<void> => {
    const entity = { ...fakeApi.paymentOf(attemptIdOf(id, 1))!, ...WORDS[word] };
    const { commands = [] } = await payments.webhook('razorpay', fakeApi.webhook(`payment.${word}`, { payment: entity }));
    for (const command of commands) await payments.send(command);
  };
  /** One capture, of the whole amount, under the one number there is; nothing goes back (I3, I4). */
  const isCapturedOnce = async (id: string): Promise<void> => {
    const reference = fakeApi.paymentOf(attemptIdOf(id, 1))?.id;
    expect(await current(id)).toMatchObject({ status: 'captured', amount_captured: 50_000, processor_reference: reference });
    const types = await payments.typesOf(id);
    expect(types.filter((type) => type === 'payment.captured')).toHaveLength(1);
    expect(types.filter((type) => type === 'attempt.succeeded' || type === 'payment.refund_requested')).toEqual([]);
    expect(fakeApi.paymentsOf(attemptIdOf(id, 1))).toHaveLength(1);
  };

  it('before the answer to the creation: captured once, and the answer changes nothing back', async () => {
    const held = fakeApi.holdNext(PAY, 'after');
    const { streamId: id } = await payments.create(COLLECT, { livemode: true });
    await held.arrived;
    await eventually(() => expect(fakeApi.paymentOf(attemptIdOf(id, 1))).toBeDefined());
    await report(id, 'captured');
    await isCapturedOnce(id);
    const { sequence } = await current(id);
    held.goOn();
    const ended = 'hundi_tasks_total{service="payments",task="ask_processor",ending="refused"}';
    await eventually(async () => expect(await payments.metric(ended)).toBeGreaterThanOrEqual(1));
    expect((await current(id)).sequence).toBe(sequence);
    await isCapturedOnce(id);
  });

  it('before the answer that then never comes: captured once', async () => {
    fakeApi.failNext('cut', PAY);
    const held = fakeApi.holdNext(PAY, 'after');
    const { streamId: id } = await payments.create(COLLECT, { livemode: true });
    await held.arrived;
    await eventually(() => expect(fakeApi.paymentOf(attemptIdOf(id, 1))).toBeDefined());
    await report(id, 'authorized');
    held.goOn();
    await report(id, 'captured');
    await isCapturedOnce(id);
  });

  it.each<[string, (keyof typeof WORDS)[]]>([
    ['in order', ['authorized', 'captured']],
    ['the other way round', ['captured', 'authorized']],
    ['twice and three times', ['authorized', 'authorized', 'captured', 'captured', 'captured']],
    ['mixed', ['captured', 'authorized', 'captured', 'failed', 'authorized']],
    ['with a failure before the money', ['failed', 'authorized', 'failed', 'captured', 'captured']],
  ])('%s: captured once', async (_how, words) => {
    const { streamId: id } = await payments.create(COLLECT, { livemode: true });
    await eventually(async () => expect(await payments.statusOf(id, LIVE)).toBe('requires_action'));
    for (const word of words) await report(id, word);
    await isCapturedOnce(id);
  });

  it('all at once: captured once', async () => {
    const { streamId: id } = await payments.create(COLLECT, { livemode: true });
    await eventually(async () => expect(await payments.statusOf(id, LIVE)).toBe('requires_action'));
    await Promise.all((['captured', 'authorized', 'captured', 'authorized', 'captured'] as const).map((word) => report(id, word)));
    await isCapturedOnce(id);
  });
});
