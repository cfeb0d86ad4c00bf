import { TaskTakenError } from '#event-store';
import type { KnownMandate, MandateProcessor, NoticeInput } from './mandate-processor';
import { known, type MandatesUnderTest } from './mandates-under-test.contract';
import { describeFirstPayment } from './first-payment.contract';
import type { CallContext, CreateInput, ProcessorPayment } from './processor';
import type { NetworkFault } from './processor.contract';

const NO_ANSWER: readonly NetworkFault[] = ['hang', 'cut', 'half', 'garbage', 'server_error', 'rate_limited'];

/** The rules that every adapter keeps for mandates and debits (docs/reference/processors.md, Mandates and debits). */
export function describeMandateProcessor(name: string, start: () => Promise<MandatesUnderTest>): void {
  describe(`${name} keeps the contract of mandates and debits`, () => {
    let it_: MandatesUnderTest;
    let mandates: MandateProcessor;
    beforeEach(async () => {
      it_ = await start();
      mandates = it_.processor.mandates as MandateProcessor;
    });
    afterEach(() => it_.stop());

    const patience = (fault: NetworkFault): CallContext => ({ ...it_.ctx, timeoutMs: fault === 'hang' ? 1_000 : it_.ctx.timeoutMs });
    const later = (): CallContext => ({ ...it_.ctx, nowMs: it_.ctx.nowMs + 60_000 });
    const active = async (): Promise<KnownMandate> => {
      const input = it_.registration();
      const open = known(await mandates.register(input, it_.ctx), input);
      it_.fake.approve(input.mandateId);
      return known(await mandates.fetch(open, it_.ctx), open);
    };
    const notified = async (): Promise<{ mandate: KnownMandate; input: NoticeInput; reference: string }> => {
      const mandate = await active();
      const input = it_.notice(mandate);
      const { reference = '' } = await mandates.notify(input, it_.ctx);
      it_.fake.deliver(input);
      return { mandate, input, reference };
    };
    const fetched = (input: CreateInput, { processorRef }: Pick<ProcessorPayment, 'processorRef'>): Promise<ProcessorPayment> =>
      it_.processor.fetch({ ...input, processorRef }, later());

    it('registers a mandate that the payer then approves', async () => {
      const input = it_.registration();
      const first = await mandates.register(input, it_.ctx);
      expect(first).toMatchObject({
        outcome: 'done',
        report: { state: 'requires_action', action: { url: expect.stringMatching(/^(https|upi):/) } },
      });
      const open = known(first, input);
      const { report = { state: 'requires_action' } } = await mandates.fetch(open, it_.ctx);
      expect(report.state).toBe('requires_action');
      it_.fake.approve(input.mandateId);
      expect(await mandates.fetch(open, it_.ctx)).toMatchObject({
        outcome: 'done',
        report: { state: 'active', references: { processor: expect.any(String) } },
      });
    });

    it('registers one mandate however often it is asked to', async () => {
      const input = it_.registration();
      const results = [await mandates.register(input, it_.ctx), await mandates.register(input, later())];
      expect(results.map(({ report }) => report?.state)).toEqual(['requires_action', 'requires_action']);
      expect(it_.fake.registrationsOf(input.mandateId)).toBe(1);
    });

    it.each(NO_ANSWER)('knows nothing of a registration that ends with %s, and finds it by our id when asked again', async (fault) => {
      const input = it_.registration();
      it_.fake.failNext(fault, 'registration');
      expect(await mandates.register(input, patience(fault))).toEqual({ outcome: 'unknown' });
      expect(await mandates.register(input, later())).toMatchObject({ outcome: 'done', report: { state: 'requires_action' } });
      expect(it_.fake.registrationsOf(input.mandateId)).toBe(1);
    });

    it('ends a mandate of which it was never answered, and one that the payer approved', async () => {
      const input = it_.registration();
      it_.fake.failNext('cut', 'registration');
      await mandates.register(input, it_.ctx);
      expect((await mandates.revoke(input, it_.ctx)).outcome).toBe('done');
      expect(it_.fake.isEnded(input.mandateId)).toBe(true);
      const mandate = await active();
      expect((await mandates.revoke(mandate, it_.ctx)).outcome).toBe('done');
      expect(it_.fake.isEnded(mandate.mandateId)).toBe(true);
      expect((await mandates.revoke(mandate, later())).outcome).toBe('done');
    });

    it('ends a mandate that was approved after all, by our id alone', async () => {
      const input = it_.registration();
      await mandates.register(input, it_.ctx);
      it_.fake.approve(input.mandateId);
      expect((await mandates.revoke(input, later())).outcome).toBe('done');
      expect(it_.fake.isEnded(input.mandateId)).toBe(true);
    });

    it('has nothing to end of what it was never asked for', async () => {
      expect(await mandates.revoke(it_.registration(), it_.ctx)).toEqual({ outcome: 'not_found' });
    });

    it.each<NetworkFault>(['hang', 'garbage', 'server_error'])(
      'leaves open whether it ended a mandate when that ends with %s',
      async (fault) => {
        const mandate = await active();
        it_.fake.failNext(fault, 'revocation');
        expect(await mandates.revoke(mandate, patience(fault))).toEqual({ outcome: 'unknown' });
        expect((await mandates.revoke(mandate, later())).outcome).toBe('done');
      },
    );

    it('asks for one notice however often it is asked to, and learns of its delivery', async () => {
      const mandate = await active();
      const input = it_.notice(mandate);
      const first = await mandates.notify(input, it_.ctx);
      expect(first).toEqual({ outcome: 'sent', reference: expect.any(String) });
      expect(await mandates.notify(input, later())).toEqual(first);
      expect(it_.fake.noticesOf(input.debitId)).toBe(1);
      it_.fake.deliver(input);
      expect(await mandates.fetchNotice({ ...input, reference: first.reference ?? '' }, it_.ctx)).toMatchObject({ outcome: 'delivered' });
    });

    it.each(NO_ANSWER)('knows nothing of a notice whose request ends with %s, and makes no second one', async (fault) => {
      const mandate = await active();
      const input = it_.notice(mandate);
      it_.fake.failNext(fault, 'notice');
      expect(await mandates.notify(input, patience(fault))).toEqual({ outcome: 'unknown' });
      expect((await mandates.notify(input, later())).outcome).toBe('sent');
      expect(it_.fake.noticesOf(input.debitId)).toBe(1);
    });

    it.each([
      [true, 'captured'],
      [false, 'failed'],
    ])('takes the money of a debit under its notice: paid %p, %s', async (isPaid, state) => {
      const { mandate, reference } = await notified();
      const input = it_.payment(mandate, reference);
      const begun = await it_.processor.create(input, it_.ctx);
      expect(begun).toMatchObject({ state: 'processing', processorRef: expect.any(String) });
      it_.fake.settle(input.paymentId, isPaid);
      expect(await fetched(input, begun)).toMatchObject({ state, amount: input.amount, currency: 'INR' });
    });

    it.each(NO_ANSWER)('leaves a debit open whose call ends with %s, finds it by our id, and takes the money once', async (fault) => {
      const { mandate, reference } = await notified();
      const input = it_.payment(mandate, reference);
      it_.fake.failNext(fault, 'payment');
      const first = await it_.processor.create(input, patience(fault));
      expect(fault === 'rate_limited' ? first.error : first).toMatchObject(
        fault === 'rate_limited' ? { mayTryElsewhere: true } : { state: 'processing', isUnknown: true },
      );
      expect(await it_.processor.create(input, later())).toMatchObject({ state: 'processing', processorRef: expect.any(String) });
      expect(it_.fake.paymentsOf(input.paymentId)).toBe(1);
      it_.fake.settle(input.paymentId, true);
      expect(await fetched(input, { processorRef: null })).toMatchObject({ state: 'captured' });
    });

    it('tries a debit again under the same notice with a payment of its own', async () => {
      const { mandate, reference } = await notified();
      const [first, second] = [it_.payment(mandate, reference), it_.payment(mandate, reference)];
      const failed = await it_.processor.create(first, it_.ctx);
      it_.fake.settle(first.paymentId, false);
      const paid = await it_.processor.create(second, it_.ctx);
      it_.fake.settle(second.paymentId, true);
      expect((await fetched(first, failed)).state).toBe('failed');
      expect((await fetched(second, paid)).state).toBe('captured');
    });

    describeFirstPayment(() => it_);

    it('makes nothing for a process that may not go on', async () => {
      const notOurs = new TaskTakenError('the partition belongs to another process');
      const ctx: CallContext = { ...it_.ctx, stillOurs: () => Promise.reject(notOurs) };
      const input = it_.registration();
      await expect(mandates.register(input, ctx)).rejects.toBe(notOurs);
      expect(it_.fake.registrationsOf(input.mandateId)).toBe(0);
      const { mandate, reference } = await notified();
      const payment = it_.payment(mandate, reference);
      await expect(it_.processor.create(payment, ctx)).rejects.toBe(notOurs);
      expect(it_.fake.paymentsOf(payment.paymentId)).toBe(0);
    });

    it('repeats neither secrets nor what is personal in anything it answers', async () => {
      const input = it_.registration();
      const { mandate, reference } = await notified();
      const payment = it_.payment(mandate, reference);
      const answers = [await mandates.register(input, it_.ctx), await it_.processor.create(payment, it_.ctx)];
      const text = JSON.stringify(answers);
      for (const secret of [...it_.fake.secrets, 'asha@example.com', '+919876543210', 'Asha Verma', '50100012345678']) {
        expect(text).not.toContain(secret);
      }
    });
  });
}
