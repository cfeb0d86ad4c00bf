import type { PartnerDelivery } from '#partner-http';
import { attemptIdOf } from '../payment/attempt-id';
import type { CallContext, CreateInput, KnownPayment, PaymentProcessor, ProcessorPayment, ProcessorState, RefundInput } from './processor';

/** What can be made to happen to a processor behind a network, in the words of the stand-ins. */
export type NetworkFault = 'hang' | 'cut' | 'half' | 'garbage' | 'oversize' | 'server_error' | 'rate_limited' | 'unauthorized';

/** The far side of a processor behind a network. */
export interface FakeProcessor {
  /** Lets the next request go wrong; `create` and `refund` mean the one that makes something there. */
  failNext(fault: NetworkFault, what?: 'create' | 'refund'): void;
  /** How many payments, and how many refunds, were made there under one of our references. */
  paymentsOf(reference: string): number;
  refundsOf(refundId: string): number;
  /** The webhook that tells what the payment is now. */
  webhookFor(payment: KnownPayment): Omit<PartnerDelivery, 'receivedAtMs'>;
  /** A webhook, rightly signed, about a payment that another program made. */
  strangersWebhook(): Omit<PartnerDelivery, 'receivedAtMs'>;
  /** The age from which on a delivery is a replay, and how a given one is dated back. */
  windowMs: number;
  /** No request gets through any more. */
  unplug(): Promise<void>;
  /** Never in an answer. */
  secrets: readonly string[];
}

export type Wanted = 'paid' | 'declined' | 'open';

/** What an adapter must offer so that the suite can drive it. */
export interface ProcessorUnderTest {
  processor: PaymentProcessor;
  ctx: CallContext;
  /** A payment that will come to this end, each time with an id of its own. */
  input(wanted: Wanted): CreateInput;
  /** Customer and bank do their part. */
  settle(input: CreateInput, wanted: Wanted): void;
  /** On a page of the processor the customer may try again: one decline does not end the payment. */
  mayTryAgain?: true;
  fake?: FakeProcessor;
  stop(): Promise<void>;
}

const STATES: readonly ProcessorState[] = ['requires_action', 'processing', 'authorized', 'captured', 'failed', 'cancelled', 'expired'];

/** What Hundi knows of a payment once it has this reference. */
export const knownAs = (input: CreateInput, processorRef: string | null): KnownPayment => ({ ...input, processorRef });
/** The whole amount back. */
export const refundOf = (input: CreateInput, { processorRef }: ProcessorPayment): RefundInput => ({
  refundId: `rfnd_${input.paymentId.slice(4)}`,
  payment: knownAs(input, processorRef),
  amount: input.amount,
  speed: 'normal',
});

/** The rules that every adapter keeps (docs/reference/processors.md, Rules of every adapter). */
export function describeProcessor(name: string, start: () => Promise<ProcessorUnderTest>): void {
  describe(`${name} keeps the contract of a payment processor`, () => {
    let it_: ProcessorUnderTest;
    beforeEach(async () => {
      it_ = await start();
    });
    afterEach(() => it_.stop());

    /** Begun, settled, and asked for again. */
    const settled = async (wanted: Wanted): Promise<{ input: CreateInput; begun: ProcessorPayment; now: ProcessorPayment }> => {
      const input = it_.input(wanted);
      const begun = await it_.processor.create(input, it_.ctx);
      it_.settle(input, wanted);
      return { input, begun, now: await it_.processor.fetch(knownAs(input, begun.processorRef), it_.ctx) };
    };

    it('answers with a state of the port, the amount and the currency asked for', async () => {
      const { input, begun, now } = await settled('paid');
      expect(STATES).toContain(begun.state);
      expect(begun).toMatchObject({ amount: input.amount, currency: input.currency });
      expect(begun.processorRef).toMatch(/./);
      expect(now).toMatchObject({ state: 'captured', amount: input.amount, currency: input.currency });
      if (begun.state === 'requires_action') expect(begun.nextAction).toMatchObject({ expiresAtMs: input.expiresAtMs });
    });

    it('creates one payment however often the same call is repeated', async () => {
      const input = it_.input('paid');
      const [first, second] = [await it_.processor.create(input, it_.ctx), await it_.processor.create(input, it_.ctx)];
      expect(second.processorRef).toBe(first.processorRef);
      expect(second.amount).toBe(first.amount);
      expect(it_.fake?.paymentsOf(attemptIdOf(input.paymentId, 1)) ?? 1).toBe(1);
    });

    it('says the same of a payment however often it is asked', async () => {
      const { input, now } = await settled('paid');
      expect(await it_.processor.fetch(knownAs(input, now.processorRef), it_.ctx)).toEqual(now);
    });

    it('explains a decline: reason, source, step, and that the outcome is known', async () => {
      const { now } = await settled('declined');
      expect(now.state).toBe(it_.mayTryAgain ? 'requires_action' : 'failed');
      if (it_.mayTryAgain) return;
      expect(now.error).toMatchObject({ outcomeKnown: true, reason: 'insufficient_funds', source: 'customer', step: expect.any(String) });
      expect(now.error?.mayTryElsewhere).toBeUndefined();
    });

    it('never calls an open outcome failed', async () => {
      const { now } = await settled('open');
      expect(['processing', 'requires_action']).toContain(now.state);
      expect(now.error?.outcomeKnown ?? false).toBe(false);
    });

    it('refunds once however often it is asked to, and knows the refund afterwards', async () => {
      const { input, now } = await settled('paid');
      const asked = refundOf(input, now);
      const [first, second] = [await it_.processor.refund(asked, it_.ctx), await it_.processor.refund(asked, it_.ctx)];
      expect(['pending', 'processed', 'failed', 'cancelled']).toContain(first.status);
      expect(second).toEqual(first);
      expect(await it_.processor.fetchRefund({ ...asked, processorRef: first.processorRef }, it_.ctx)).toMatchObject({
        status: first.status,
      });
      expect(it_.fake?.refundsOf(asked.refundId) ?? 1).toBe(1);
    });

    it('names its methods, currencies and banks', async () => {
      const account = { accountId: `acct_${'0'.repeat(24)}`, livemode: false };
      expect(it_.processor.capabilities().currencies).toContain('INR');
      expect((await it_.processor.listBanks(account)).length).toBeGreaterThan(0);
    });
  });
}
