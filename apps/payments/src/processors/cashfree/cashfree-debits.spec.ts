import { debitPaymentOf, noticeOf, registrationOf } from '../../../test/fakes/samples';
import { mandatesAtCashfree, type MandatesAtCashfree } from '../../../test/mandates-at-cashfree';
import type { RegisterMandateInput } from '../mandate-processor';
import type { KnownPayment, ProcessorPayment } from '../processor';

describe('Cashfree', () => {
  let it_: MandatesAtCashfree;
  beforeEach(async () => {
    it_ = await mandatesAtCashfree(true);
  });
  afterEach(() => it_.stop());

  const bankAccount = (): RegisterMandateInput => registrationOf({ instrument: { method: 'enach', account: null } });

  describe('debits', () => {
    const charged = async (): Promise<{ input: KnownPayment; begun: ProcessorPayment }> => {
      const mandate = await it_.active(bankAccount());
      const input = debitPaymentOf(mandate, 'cashfree');
      const begun = await it_.processor.create(input, it_.ctx);
      return { input: { ...input, processorRef: begun.processorRef }, begun };
    };

    it('of UPI are an execution under the notification, under our ids', async () => {
      const mandate = await it_.active();
      const notice = noticeOf(mandate);
      const { reference = '' } = await it_.processor.mandates.notify(notice, it_.ctx);
      const paymentId = `${notice.debitId}.1`;
      expect(reference).toBe(`${paymentId}.1`);
      const about = { subscription_id: mandate.mandateId, payment_id: paymentId, notification_id: reference, payment_amount: 499 };
      expect(it_.api.requests.at(-1)?.body).toEqual({ ...about, payment_remarks: 'Gold membership, November' });
      it_.api.recurring.notificationAs(notice.debitId, 'SUCCESS');
      const input = debitPaymentOf(mandate, 'cashfree', reference);
      const begun = await it_.processor.create(input, it_.ctx);
      expect(begun).toMatchObject({ state: 'processing', processorRef: `${mandate.mandateId}/${paymentId}` });
      expect(it_.api.requests.at(-1)?.body).toEqual({ execution_id: input.paymentId, payment_id: paymentId });
    });

    it('of a bank account are a charge under our id, and refunded by it, once', async () => {
      const { input, begun } = await charged();
      expect(begun).toMatchObject({ state: 'processing', amount: 49_900, processorRef: `${input.debit?.mandateId}/${input.paymentId}` });
      it_.api.recurring.settle(input.paymentId, 'SUCCESS');
      expect(await it_.processor.fetch(input, it_.ctx)).toMatchObject({
        state: 'captured',
        refs: { bankTransactionId: expect.any(String) },
      });
      const refund = { refundId: `rfnd_${'1'.repeat(24)}`, amount: 10_000, speed: 'normal', payment: input } as const;
      for (let time = 0; time < 2; time++) {
        expect(await it_.processor.refund(refund, it_.ctx)).toMatchObject({ status: 'processed' });
      }
      expect(it_.api.recurring.refunds.size).toBe(1);
      expect(await it_.processor.fetchRefund({ ...refund, processorRef: null }, it_.ctx)).toMatchObject({ status: 'processed' });
      it_.api.answerNextWith({ status: 400, body: { code: 'refund_payment_invalid' } });
      expect(await it_.processor.refund(refund, it_.ctx)).toMatchObject({ status: 'processed' });
    });

    it.each([
      ['Insufficient funds', 'insufficient_funds'],
      ['Mandate has been revoked by the customer', 'mandate_revoked'],
      ['Mandate is paused', 'mandate_paused'],
      ['Account blocked or frozen', 'debit_instrument_blocked'],
      ['Account is closed', 'debit_instrument_inactive'],
      ['Something else', 'payment_failed'],
    ])('that fail say why: %s', async (sentence, reason) => {
      const { input } = await charged();
      it_.api.recurring.settle(input.paymentId, 'FAILED', sentence);
      expect(await it_.processor.fetch(input, it_.ctx)).toMatchObject({
        state: 'failed',
        error: { reason, rawCode: 'U30', outcomeKnown: true },
      });
    });

    it('that are refused because an earlier call has made them are those; what is not there has failed', async () => {
      const refusal = { status: 400, body: { code: 'payment_invalid' } };
      const input = debitPaymentOf(await it_.active(bankAccount()), 'cashfree');
      it_.api.answerNextWith(refusal);
      expect(await it_.processor.create(input, it_.ctx)).toMatchObject({ state: 'failed', error: { rawCode: 'payment_invalid' } });
      it_.api.failNext('cut', /POST .*pay/);
      await it_.processor.create(input, it_.ctx);
      it_.api.answerNextWith(refusal);
      expect(await it_.processor.create(input, it_.ctx)).toMatchObject({ state: 'processing', processorRef: expect.any(String) });
      it_.api.answerNextWith(refusal);
      it_.api.failNext('server_error', /GET .*payments/);
      expect(await it_.processor.create(input, it_.ctx)).toMatchObject({ state: 'processing', isUnknown: true });
    });

    it('that Cashfree has never heard of are not found', async () => {
      const input = debitPaymentOf(await it_.active(bankAccount()), 'cashfree');
      const found = await it_.processor.fetch({ ...input, processorRef: null }, it_.ctx);
      expect(found).toMatchObject({ state: 'processing', isUnknown: true });
    });
  });

  describe('report by webhook', () => {
    it('that the payer has acted: it is asked how the mandate stands', async () => {
      const { mandateId } = await it_.active();
      const data = { subscription_id: mandateId, payment_id: `${mandateId}.auth`, payment_status: 'SUCCESS' };
      expect(it_.reported('SUBSCRIPTION_AUTH_STATUS', data)).toEqual([
        expect.objectContaining({ about: 'mandate', subject: { id: mandateId } }),
      ]);
    });

    it.each([
      ['SUCCESS', 'delivered'],
      ['FAILED', 'failed'],
      ['CANCELLED', 'opted_out'],
    ] as const)('that a notice was %s', async (status, outcome) => {
      const notice = noticeOf(await it_.active());
      await it_.processor.mandates.notify(notice, it_.ctx);
      const data = it_.api.recurring.notificationAs(notice.debitId, status);
      expect(it_.reported('SUBSCRIPTION_CONTROLLED_NOTIFICATION_STATUS', data)).toMatchObject([
        { about: 'notice', subject: { id: notice.debitId }, notice: { number: 1, outcome } },
      ]);
    });

    it('that the payer called a debit off', async () => {
      const notice = noticeOf(await it_.active());
      const data = { subscription_id: notice.mandate.mandateId, payment_id: `${notice.debitId}.1`, payment_status: 'CANCELLED' };
      expect(it_.reported('SUBSCRIPTION_PAYMENT_CANCELLED', data)).toMatchObject([
        { about: 'notice', subject: { id: notice.debitId }, notice: { number: 1, outcome: 'opted_out' } },
      ]);
    });

    it.each([
      ['SUBSCRIPTION_PAYMENT_SUCCESS', 'SUCCESS', 'captured'],
      ['SUBSCRIPTION_PAYMENT_FAILED', 'FAILED', 'failed'],
    ] as const)('what became of a charge: %s', async (type, status, state) => {
      const input = debitPaymentOf(await it_.active(bankAccount()), 'cashfree');
      await it_.processor.create(input, it_.ctx);
      const { paymentId, debit } = input;
      expect(it_.reported(type, it_.api.recurring.settle(paymentId, status))).toMatchObject([
        { about: 'payment', subject: { paymentId }, payment: { state, processorRef: `${debit?.mandateId}/${paymentId}` } },
      ]);
    });

    it('what became of an execution under a notice, by our id of the payment', () => {
      const { paymentId, debit } = debitPaymentOf(registrationOf(), 'cashfree');
      const data = {
        ...{ subscription_id: debit?.mandateId, payment_id: 'debit_0QvAb12c07ABCDEFGHIJKLMN.1', payment_amount: 499, cf_txn_id: '12' },
        ...{ execution_id: paymentId, execution_status: 'SUCCESS', payment_status: 'SUCCESS' },
      };
      const processorRef = `${debit?.mandateId}/debit_0QvAb12c07ABCDEFGHIJKLMN.1`;
      expect(it_.reported('SUBSCRIPTION_CONTROLLED_EXECUTION_STATUS', data)).toMatchObject([
        { about: 'payment', subject: { paymentId }, payment: { state: 'captured', amount: 49_900, processorRef } },
      ]);
    });

    it('nothing of a charge that is on its way', async () => {
      const { paymentId: payment_id, debit } = debitPaymentOf(await it_.active(bankAccount()), 'cashfree');
      expect(it_.reported('SUBSCRIPTION_PAYMENT_NOTIFICATION_INITIATED', { payment_id, subscription_id: debit?.mandateId })).toEqual([]);
    });

    it('how a refund of a debit stands', async () => {
      const { paymentId } = debitPaymentOf(registrationOf(), 'cashfree');
      const refund_note = `${it_.ctx.accountId} ${paymentId}`;
      const about = { refund_id: `rfnd_${'1'.repeat(24)}`, refund_amount: 100, refund_status: 'SUCCESS', refund_note, cf_refund_id: '7' };
      for (const [refund_speed, speedProcessed] of [
        ['STANDARD', 'normal'],
        ['INSTANT', 'instant'],
      ]) {
        expect(it_.reported('SUBSCRIPTION_REFUND_STATUS', { ...about, refund_speed })).toMatchObject([
          { about: 'refund', subject: { paymentId }, amount: 10_000, refund: { speedProcessed } },
        ]);
      }
    });

    it.each([
      ['SUBSCRIPTION_STATUS_CHANGED', { subscription_details: { subscription_id: 'shop_1', subscription_status: 'ACTIVE' } }],
      ['SUBSCRIPTION_PAYMENT_SUCCESS', { subscription_id: 'shop_1', payment_id: 'p_1', payment_status: 'SUCCESS', payment_amount: 1 }],
      ['SUBSCRIPTION_CONTROLLED_NOTIFICATION_STATUS', { notification_id: 'n_1', notification_status: 'SUCCESS' }],
    ])("nothing of another program's: %s", (type, data) => {
      expect(it_.reported(type, data)).toEqual([]);
    });
  });
});
