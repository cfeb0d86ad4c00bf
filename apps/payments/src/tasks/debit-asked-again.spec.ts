import { FixedClock } from '#testing';
import { debitPaymentOf, registrationOf } from '../../test/fakes/samples';
import { mandatesAtRazorpay, type MandatesAtRazorpay } from '../../test/mandates-at-razorpay';
import { begun, created, given } from '../../test/network-histories';
import { NOW_MS } from '../../test/payment-histories';
import type { PaymentEvent } from '../payment/events';
import { AskProcessor, type ReportedOutcome } from './call-processor';
import { MoneyAlarm } from './money-alarm';
import { PendingOtps } from './pending-otps';

/** A debit takes money without the payer, and a process may die right after it has asked for one. */
describe('a debit whose creation is asked for again', () => {
  const counter = { inc: () => undefined };
  const quiet = { error: () => undefined, warn: () => undefined };
  let it_: MandatesAtRazorpay;
  let paymentId: string;
  let history: PaymentEvent[];

  beforeEach(async () => {
    it_ = await mandatesAtRazorpay();
    const { debit: at, ...input } = debitPaymentOf(await it_.active(registrationOf()), 'razorpay');
    paymentId = input.paymentId;
    const terms = created({ amount: input.amount, customer: input.customer, debit: { id: 'debit_1', attempt: 1, at } });
    history = [terms, begun({ processor: 'razorpay', reference: null, instrument: input.instrument })];
  });
  afterEach(() => it_.stop());

  async function ask(nowMs: number, isRepeated = false): Promise<ReportedOutcome> {
    const asker = new AskProcessor({
      findProcessor: () => it_.processor,
      otps: new PendingOtps(new FixedClock()),
      unseal: (token) => Promise.resolve(token),
      alarm: new MoneyAlarm({ logger: quiet, mismatches: counter, secondPayments: counter }),
      logger: quiet,
      timeoutMs: it_.ctx.timeoutMs,
    });
    const { accountId, livemode, signal, stillOurs } = it_.ctx;
    const head = { streamId: paymentId, accountId, livemode, version: 2, sequence: 2, createdAtMs: 0, updatedAtMs: 0 };
    const guard = { stillOurs, alone: <TResult>(act: () => Promise<TResult>) => act() };
    const reported = await asker.ask({ head, state: given(history).state }, { nowMs, traceId: 't', signal, guard, isRepeated });
    if (reported === null) throw new Error('nothing is due');
    return reported;
  }

  function record({ payload }: ReportedOutcome): void {
    history = [...history, ...given(history).when({ type: 'payments.record_outcome', payload }).events];
  }

  it('may be taken already: that Razorpay is too busy to say so is no failure, then and ever after', async () => {
    it_.fake.failNext('cut', 'payment');
    await ask(NOW_MS);
    expect(it_.fake.paymentsOf(paymentId)).toBe(1);
    // The process has died before it wrote down what it knew.
    it_.api.failNext('rate_limited');
    const again = await ask(NOW_MS + 6_000);
    expect(again.payload).toMatchObject({ answer: { state: 'processing', isUnknown: true, failure: { reason: 'payment_pending' } } });
    record(again);
    it_.api.failNext('rate_limited');
    const later = await ask(NOW_MS + 7_000);
    expect(later.payload).toMatchObject({ answer: { state: 'processing', isUnknown: true } });
    expect(later.payload.mayTryElsewhere).toBeUndefined();
    record(later);
    it_.fake.settle(paymentId, true);
    expect((await ask(NOW_MS + 60_000)).payload.answer).toMatchObject({ state: 'captured' });
    expect(it_.fake.paymentsOf(paymentId)).toBe(1);
  });

  it('may be taken already, too, when what came of it could not be written down, however soon it is asked for again', async () => {
    await ask(NOW_MS);
    it_.api.failNext('rate_limited');
    expect((await ask(NOW_MS + 1_000, true)).payload).toMatchObject({ answer: { state: 'processing', isUnknown: true } });
  });

  it('in time, and refused, was certainly not taken', async () => {
    it_.api.failNext('rate_limited');
    expect((await ask(NOW_MS + 1_000)).payload).toMatchObject({ mayTryElsewhere: true, answer: { state: 'failed' } });
  });
});
