import type { CallContext, CreateInput, KnownPayment, PaymentProcessor, ProcessorState } from './processor';

/** What an adapter must offer so that the suite can drive it. */
export interface ProcessorUnderTest {
  processor: PaymentProcessor;
  ctx: CallContext;
  /** A payment that the processor captures, one that it declines, and one whose outcome stays open. */
  captured: CreateInput;
  declined: CreateInput;
  open: CreateInput;
}

const STATES: readonly ProcessorState[] = ['requires_action', 'processing', 'authorized', 'captured', 'failed', 'cancelled', 'expired'];

const known = (input: CreateInput, processorRef: string | null): KnownPayment => ({ ...input, processorRef });

/** The rules of spec/india.md 5.1 that every adapter keeps. */
export function describeProcessor(name: string, start: () => ProcessorUnderTest): void {
  describe(`${name} keeps the contract of a payment processor`, () => {
    it('answers with a state of the port, the amount and the currency asked for', async () => {
      const { processor, ctx, captured } = start();
      const payment = await processor.create(captured, ctx);
      expect(STATES).toContain(payment.state);
      expect(payment).toMatchObject({ state: 'captured', amount: captured.amount, currency: captured.currency });
      expect(payment.processorRef).toMatch(/./);
    });

    it('creates one payment however often the same call is repeated', async () => {
      const { processor, ctx, captured } = start();
      const [first, second] = [await processor.create(captured, ctx), await processor.create(captured, ctx)];
      expect(second).toEqual(first);
    });

    it('says of a payment what it said when it was created', async () => {
      const { processor, ctx, captured } = start();
      const created = await processor.create(captured, ctx);
      const fetched = await processor.fetch(known(captured, created.processorRef), ctx);
      expect(fetched).toEqual(created);
    });

    it('explains a decline: reason, source, step, and that the outcome is known', async () => {
      const { processor, ctx, declined } = start();
      const { state, error } = await processor.create(declined, ctx);
      expect(state).toBe('failed');
      expect(error).toMatchObject({ outcomeKnown: true, reason: expect.any(String), source: expect.any(String), step: expect.any(String) });
    });

    it('never calls an open outcome failed', async () => {
      const { processor, ctx, open } = start();
      const { state, error } = await processor.create(open, ctx);
      expect(state).toBe('processing');
      expect(error?.outcomeKnown ?? false).toBe(false);
    });

    it('answers refunds with one of four words', async () => {
      const { processor, ctx, captured } = start();
      const { processorRef } = await processor.create(captured, ctx);
      const payment = known(captured, processorRef);
      const asked = { refundId: `rfnd_${'0'.repeat(24)}`, payment, amount: captured.amount, speed: 'normal' } as const;
      const refund = await processor.refund(asked, ctx);
      expect(['pending', 'processed', 'failed', 'cancelled']).toContain(refund.status);
      expect((await processor.fetchRefund({ ...asked, processorRef: refund.processorRef }, ctx)).status).toBe(refund.status);
    });

    it('names its methods, currencies and banks', async () => {
      const { processor } = start();
      const account = { accountId: `acct_${'0'.repeat(24)}`, livemode: false };
      expect(processor.capabilities().currencies).toContain('INR');
      expect((await processor.listBanks(account)).length).toBeGreaterThan(0);
    });
  });
}
