import { TaskTakenError } from '#event-store';
import { DeliveryRefusedError, type PartnerDelivery } from '#partner-http';
import { attemptIdOf } from '../../payment/attempt-id';
import { type CallContext, type CreateInput, type KnownPayment, type ProcessorPayment } from '../processor';
import {
  describeProcessor,
  knownAs,
  refundOf,
  type FakeProcessor,
  type NetworkFault,
  type ProcessorUnderTest,
} from '../processor.contract';

type UnderTest = ProcessorUnderTest & { fake: FakeProcessor };

/** What the network adds: every way in which a call can end without an answer. */
export function describeNetworkProcessor(name: string, start: () => Promise<UnderTest>): void {
  describeProcessor(name, start);

  describe(`${name} behind a network`, () => {
    let it_: UnderTest;
    beforeEach(async () => {
      it_ = await start();
    });
    afterEach(() => it_.stop());

    const create = (input: CreateInput): Promise<ProcessorPayment> => it_.processor.create(input, it_.ctx);
    /** The time-out for a party that never replies. */
    const patience = (fault: NetworkFault): CallContext => ({ ...it_.ctx, timeoutMs: fault === 'hang' ? 1_000 : it_.ctx.timeoutMs });
    const paid = async (): Promise<{ input: CreateInput; payment: KnownPayment; now: ProcessorPayment }> => {
      const input = it_.input('paid');
      const begun = await create(input);
      it_.settle(input, 'paid');
      const now = await it_.processor.fetch(knownAs(input, begun.processorRef), it_.ctx);
      return { input, payment: knownAs(input, now.processorRef), now };
    };

    it.each<NetworkFault>(['hang', 'cut', 'half', 'garbage', 'oversize', 'server_error'])(
      'leaves a payment open whose creation ends with %s, and finds it when asked again',
      async (fault) => {
        const input = it_.input('paid');
        it_.fake.failNext(fault, 'create');
        const first = await it_.processor.create(input, patience(fault));
        expect(first).toMatchObject({ state: 'processing', isUnknown: true, error: { outcomeKnown: false } });
        expect(first.error?.mayTryElsewhere).toBeUndefined();
        // What was sent before has arrived by then, or never will.
        const second = await it_.processor.create(input, { ...it_.ctx, nowMs: it_.ctx.nowMs + 60_000 });
        expect(['requires_action', 'processing']).toContain(second.state);
        expect(second.processorRef).toMatch(/./);
        expect(it_.fake.paymentsOf(attemptIdOf(input.paymentId, 1))).toBe(1);
      },
    );

    it('finds by our own id what was paid although its creation never came back', async () => {
      const input = it_.input('paid');
      it_.fake.failNext('cut', 'create');
      await create(input);
      it_.settle(input, 'paid');
      expect(await it_.processor.fetch(knownAs(input, null), it_.ctx)).toMatchObject({ state: 'captured', amount: input.amount });
    });

    it.each<NetworkFault>(['rate_limited', 'unauthorized'])('lets another processor try after %s: nothing was taken on', async (fault) => {
      it_.fake.failNext(fault);
      expect(await create(it_.input('paid'))).toMatchObject({ state: 'failed', error: { mayTryElsewhere: true, outcomeKnown: true } });
    });

    it('lets another processor try when no connection stands', async () => {
      await it_.fake.unplug();
      expect(await create(it_.input('paid'))).toMatchObject({ state: 'failed', error: { mayTryElsewhere: true, rawCode: 'not_sent' } });
    });

    it.each<NetworkFault>(['hang', 'half', 'garbage', 'server_error', 'rate_limited', 'unauthorized'])(
      'calls no payment failed because asking for it ended with %s',
      async (fault) => {
        const { payment, now } = await paid();
        it_.fake.failNext(fault);
        expect(await it_.processor.fetch(payment, patience(fault))).toMatchObject({ state: 'processing', isUnknown: true });
        expect(await it_.processor.fetch(payment, it_.ctx)).toEqual(now);
      },
    );

    it.each<NetworkFault>(['cut', 'half', 'garbage', 'server_error', 'rate_limited', 'unauthorized'])(
      'keeps a refund pending whose call ended with %s; the repeated call makes no second one',
      async (fault) => {
        const { input, now } = await paid();
        const asked = refundOf(input, now);
        it_.fake.failNext(fault, 'refund');
        expect(await it_.processor.refund(asked, it_.ctx)).toMatchObject({ status: 'pending' });
        const again = await it_.processor.refund(asked, it_.ctx);
        expect(again.status).toBe('processed');
        expect(await it_.processor.fetchRefund({ ...asked, processorRef: null }, it_.ctx)).toEqual(again);
        expect(it_.fake.refundsOf(asked.refundId)).toBe(1);
      },
    );

    it('makes neither a payment nor a refund for a process that may not go on', async () => {
      const notOurs = new TaskTakenError('the partition belongs to another process');
      const ctx: CallContext = { ...it_.ctx, stillOurs: () => Promise.reject(notOurs) };
      const unpaid = it_.input('paid');
      await expect(it_.processor.create(unpaid, ctx)).rejects.toBe(notOurs);
      expect(it_.fake.paymentsOf(attemptIdOf(unpaid.paymentId, 1))).toBe(0);
      const { input, now } = await paid();
      const asked = refundOf(input, now);
      await expect(it_.processor.refund(asked, ctx)).rejects.toBe(notOurs);
      expect(it_.fake.refundsOf(asked.refundId)).toBe(0);
    });

    it('gives no refund back that is larger than the payment', async () => {
      const { input, now } = await paid();
      const asked = { ...refundOf(input, now), amount: input.amount + 1 };
      expect(await it_.processor.refund(asked, it_.ctx)).toMatchObject({ status: 'failed' });
    });

    it('repeats neither secrets nor what is personal in anything it answers', async () => {
      const input = it_.input('declined');
      const begun = await create(input);
      it_.settle(input, 'declined');
      const now = await it_.processor.fetch(knownAs(input, begun.processorRef), it_.ctx);
      const text = JSON.stringify([begun, now]);
      for (const secret of [...it_.fake.secrets, 'asha@example.com', '+919876543210', 'Asha Verma']) expect(text).not.toContain(secret);
    });

    describe('webhooks', () => {
      const received = (delivery: Omit<PartnerDelivery, 'receivedAtMs'>): PartnerDelivery => ({
        ...delivery,
        receivedAtMs: it_.ctx.nowMs,
      });

      it('rightly signed tell whose payment was paid and how much, with one id each time', async () => {
        const { input, payment } = await paid();
        const delivery = received(it_.fake.webhookFor(payment));
        const [event, ...others] = it_.processor.parseWebhook(delivery);
        expect(others).toEqual([]);
        expect(event).toMatchObject({
          about: 'payment',
          subject: { accountId: it_.ctx.accountId, paymentId: input.paymentId, attempt: 1 },
          payment: { state: 'captured', amount: input.amount, currency: input.currency },
        });
        expect(it_.processor.parseWebhook(delivery)).toEqual([event]);
      });

      it('are refused without the right signature over exactly these bytes', async () => {
        const { payment } = await paid();
        const { headers, rawBody } = it_.fake.webhookFor(payment);
        const altered = Buffer.from(
          Buffer.from(rawBody).toString().replace('captured', 'refunded').replace('SUCCESS', 'FAILED').replace('PAID', 'FREE'),
        );
        const unsigned = Object.fromEntries(Object.entries(headers).filter(([header]) => !header.includes('signature')));
        const wrong = Object.fromEntries(
          Object.entries(headers).map(([header, value]) => [header, header.includes('signature') ? 'AAAA' : value]),
        );
        for (const delivery of [
          { headers, rawBody: altered },
          { headers: unsigned, rawBody },
          { headers: wrong, rawBody },
        ]) {
          expect(() => it_.processor.parseWebhook(received(delivery))).toThrow(new DeliveryRefusedError('signature_invalid'));
        }
      });

      it('are refused when they are too old, however well they are signed', async () => {
        const { payment } = await paid();
        const delivery = { ...it_.fake.webhookFor(payment), receivedAtMs: it_.ctx.nowMs + it_.fake.windowMs + 1_000 };
        expect(() => it_.processor.parseWebhook(delivery)).toThrow(new DeliveryRefusedError('timestamp_outside_window'));
      });

      it('about payments of others say nothing to us', () => {
        expect(it_.processor.parseWebhook(received(it_.fake.strangersWebhook()))).toEqual([]);
      });
    });
  });
}
