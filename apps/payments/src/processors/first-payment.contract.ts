import type { KnownMandate, MandateProcessor } from './mandate-processor';
import { known, type MandatesUnderTest } from './mandates-under-test.contract';
import type { CallContext, KnownPayment } from './processor';

/** The rules of an adapter whose registrations take the first payment, as part of those of mandates. @param under what the suite drives. */
export function describeFirstPayment(under: () => MandatesUnderTest): void {
  const mandates = (): MandateProcessor => under().processor.mandates as MandateProcessor;
  const later = (): CallContext => ({ ...under().ctx, nowMs: under().ctx.nowMs + 60_000 });

  describe('takes the first payment with the registration', () => {
    const registered = async (isCaptured = true): Promise<KnownMandate> => {
      const input = under().registration(9_900);
      const open = { ...known(await mandates().register(input, under().ctx), input), first: { amount: 9_900, isKept: false } };
      under().fake.approve(input.mandateId, isCaptured);
      return open;
    };
    const first = { amount: 9_900, currency: 'INR', captureMethod: 'automatic', attempt: 1 } as const;
    const paid = async (): Promise<{ mandate: KnownMandate; payment: KnownPayment }> => {
      const open = await registered();
      const result = await mandates().fetch(open, under().ctx);
      const { reference = null } = (result.report?.state === 'active' && result.report.payment) || {};
      const { paymentId, instrument } = under().payment(open, '');
      const mandate = { ...known(result, open), first: { amount: 9_900, isKept: true } };
      return { mandate, payment: { ...first, paymentId, instrument, processorRef: reference } };
    };

    it('and says which payment it is, and what was taken', async () => {
      expect(under().processor.capabilities().mandates.upi?.takesFirst).toBe(true);
      expect(await mandates().fetch(await registered(), under().ctx)).toMatchObject({
        outcome: 'done',
        report: { state: 'active', payment: { amount: 9_900, reference: expect.any(String), atMs: expect.any(Number) } },
      });
    });

    it('and is not active before that is captured', async () => {
      const open = await registered(false);
      expect(await mandates().fetch(open, under().ctx)).toMatchObject({
        outcome: 'done',
        report: { state: 'requires_action', action: null },
      });
      under().fake.capture(open.mandateId);
      expect(await mandates().fetch(open, later())).toMatchObject({ report: { state: 'active', payment: { amount: 9_900 } } });
    });

    it('which is read and refunded like any payment', async () => {
      const { payment } = await paid();
      expect(await under().processor.fetch(payment, under().ctx)).toMatchObject({ state: 'captured', amount: 9_900, currency: 'INR' });
      const refundId = payment.paymentId.replace('pay_', 'rfnd_');
      const refund = await under().processor.refund({ refundId, payment, amount: 900, speed: 'normal' }, under().ctx);
      expect(refund).toMatchObject({ status: expect.stringMatching(/^(pending|processed)$/), processorRef: expect.any(String) });
    });

    it('and gives it back once when it ends before it is active', async () => {
      const open = await registered();
      for (const ctx of [under().ctx, later()]) expect((await mandates().revoke(open, ctx)).outcome).toBe('done');
      expect(await mandates().returnVerification?.(open, later())).toEqual({ outcome: 'done' });
      expect(under().fake.isEnded(open.mandateId)).toBe(true);
      expect(under().fake.returnedOf(open.mandateId)).toEqual([9_900]);
    });

    it('and looks again for what was under way when it ended', async () => {
      const open = await registered(false);
      expect(await mandates().revoke(open, under().ctx)).toEqual({ outcome: 'unknown' });
      expect(under().fake.isEnded(open.mandateId)).toBe(true);
      under().fake.capture(open.mandateId);
      expect((await mandates().revoke(open, later())).outcome).toBe('done');
      expect(under().fake.returnedOf(open.mandateId)).toEqual([9_900]);
    });

    it('and never gives back what is kept', async () => {
      const { mandate } = await paid();
      expect(await mandates().returnVerification?.(mandate, under().ctx)).toEqual({ outcome: 'done' });
      expect((await mandates().revoke(mandate, later())).outcome).toBe('done');
      expect(under().fake.returnedOf(mandate.mandateId)).toEqual([]);
    });

    it('and has nothing to give back of what it was never asked for', async () => {
      expect(await mandates().returnVerification?.(under().registration(9_900), under().ctx)).toEqual({ outcome: 'not_found' });
    });
  });
}
