import { debitPaymentOf, noticeOf, registrationOf } from '../../../test/fakes/samples';
import { LOW_FUNDS, mandatesAtRazorpay, type MandatesAtRazorpay } from '../../../test/mandates-at-razorpay';

describe('Razorpay, mandates and debits', () => {
  let it_: MandatesAtRazorpay;
  beforeEach(async () => {
    it_ = await mandatesAtRazorpay();
  });
  afterEach(() => it_.stop());

  describe('report by webhook', () => {
    it('that the payer has paid on the page: it is asked which token came of it', async () => {
      const input = registrationOf();
      await it_.processor.mandates.register(input, it_.ctx);
      const { invoice, payment } = it_.api.recurring.authorize(input.mandateId);
      const subject = { accountId: it_.ctx.accountId, id: input.mandateId };
      for (const [name, entities] of [
        ['invoice.paid', { invoice, payment }],
        ['payment.captured', { payment }],
      ] as const) {
        expect(it_.reported(it_.api.webhook(name, entities))).toEqual([expect.objectContaining({ about: 'mandate', subject })]);
      }
    });

    it.each([
      ['token.confirmed', 'confirmed', 'active'],
      ['token.rejected', 'rejected', 'rejected'],
      ['token.paused', 'paused', 'paused'],
      ['token.cancelled', 'cancelled', 'revoked'],
    ])('%s by the token', async (name, status, state) => {
      const { processor: token = '' } = (await it_.active()).references;
      const events = it_.reported(it_.api.webhook(name, { token: it_.api.recurring.tokenAs(token, status) }));
      expect(events).toMatchObject([{ about: 'mandate', subject: { reference: token }, report: { state } }]);
    });

    it.each(['delivered', 'failed'] as const)('that a notice was %s, by the order, with the time within the payload', async (status) => {
      const { reference = '' } = await it_.processor.mandates.notify(noticeOf(await it_.active()), it_.ctx);
      const notification = it_.api.recurring.notificationAs(reference, status);
      const events = it_.reported(it_.api.webhook(`order.notification.${status}`, { notification }));
      expect(events).toMatchObject([{ about: 'notice', subject: { reference }, notice: { outcome: status, reference } }]);
    });

    it('that a refund of a first payment was made, and not that of the mandate', async () => {
      const input = { ...registrationOf(), first: { amount: 9_900, isKept: false } };
      await it_.processor.mandates.register(input, it_.ctx);
      const { payment } = it_.api.recurring.authorize(input.mandateId);
      const [paymentId, refundId] = ['pay', 'rfnd'].map((kind) => input.mandateId.replace('mandate', kind));
      const notes = { hundi_account: it_.ctx.accountId, hundi_payment: paymentId, hundi_refund: refundId };
      const refund = { id: 'rfnd_1', entity: 'refund', amount: 900, status: 'processed', payment_id: payment.id, notes };
      expect(it_.reported(it_.api.webhook('refund.processed', { refund, payment }))).toMatchObject([
        { about: 'refund', refundId, amount: 900 },
      ]);
      const back = { ...refund, notes: { hundi_account: it_.ctx.accountId, hundi_mandate: input.mandateId } };
      expect(it_.reported(it_.api.webhook('refund.processed', { refund: back, payment }))).toEqual([]);
    });

    it('what became of a debit, as of any payment', async () => {
      const input = debitPaymentOf(await it_.active(), 'razorpay');
      await it_.processor.create(input, it_.ctx);
      const payment = it_.api.recurring.settle(input.paymentId, LOW_FUNDS);
      expect(it_.reported(it_.api.webhook('payment.failed', { payment }))).toMatchObject([
        {
          about: 'payment',
          subject: { paymentId: input.paymentId },
          payment: { state: 'failed', error: { reason: 'insufficient_funds' } },
        },
      ]);
    });
  });
});
