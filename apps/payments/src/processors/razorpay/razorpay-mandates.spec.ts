import { FakeRazorpay, RAZORPAY_KEYS } from '../../../test/fakes/razorpay';
import { contextOf, debitPaymentOf, noticeOf, NOW_MS, registrationOf } from '../../../test/fakes/samples';
import { describeMandateProcessor, type MandatesUnderTest } from '../mandate-processor.contract';
import type { KnownMandate } from '../mandate-processor';
import type { ProcessorEvent } from '../processor';
import { createRazorpay } from './create-razorpay';
import type { RazorpayProcessor } from './razorpay';

const MAKING = {
  registration: /POST .*auth_links/,
  notice: /POST .*orders/,
  payment: /POST .*recurring/,
  revocation: /(?:PUT|POST) .*cancel/,
};
const LOW_FUNDS = { status: 'failed', error_reason: 'insufficient_funds', error_description: 'asha@example.com has no money' };

async function start(): Promise<MandatesUnderTest & { processor: RazorpayProcessor; api: FakeRazorpay }> {
  const api = new FakeRazorpay(() => NOW_MS / 1000);
  await api.start();
  const { recurring } = api;
  const { keyId, keySecret, webhookSecret } = RAZORPAY_KEYS;
  const settings = { webhookSecrets: [webhookSecret], isDirectEnabled: false };
  const { processor, close } = createRazorpay({ apiUrl: api.url, keyId, keySecret, ...settings });
  return {
    api,
    processor,
    ctx: contextOf(),
    registration: () => registrationOf(),
    notice: (mandate) => noticeOf(mandate),
    payment: (mandate, notice) => debitPaymentOf(mandate, 'razorpay', notice),
    fake: {
      failNext: (fault, what) => api.failNext(fault, MAKING[what]),
      registrationsOf: (mandateId) => recurring.linksOf(mandateId).length,
      noticesOf: (debitId) => recurring.noticesOf(debitId).length,
      paymentsOf: (paymentId) => recurring.paymentsOf(paymentId).length,
      approve: (mandateId) => void recurring.authorize(mandateId),
      deliver: ({ debitId }) => void recurring.notificationAs(recurring.noticesOf(debitId)[0]?.id ?? '', 'delivered'),
      settle: (paymentId, isPaid) => void recurring.settle(paymentId, isPaid ? undefined : LOW_FUNDS),
      isEnded: (mandateId) => isEnded(api, mandateId),
      secrets: [keySecret, webhookSecret],
    },
    stop: async () => {
      await close();
      await api.stop().catch(() => undefined);
    },
  };
}

/** The page is closed, or the token that was authorized on it is cancelled at the network. */
function isEnded({ recurring, payments }: FakeRazorpay, mandateId: string): boolean {
  const [link] = recurring.linksOf(mandateId);
  if (link?.['status'] === 'cancelled') return true;
  const payment = [...payments.values()].find(({ invoice_id }) => invoice_id === link?.id);
  const token = recurring.tokens.get(String(payment?.['token_id']));
  return (token?.['recurring_details'] as { status: string } | undefined)?.status === 'cancellation_initiated';
}

describeMandateProcessor('Razorpay', start);

describe('Razorpay, mandates', () => {
  let it_: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    it_ = await start();
  });
  afterEach(() => it_.stop());

  const reported = (delivery: ReturnType<FakeRazorpay['webhook']>): ProcessorEvent[] =>
    it_.processor.parseWebhook({ ...delivery, receivedAtMs: NOW_MS });
  const active = async (input = registrationOf()): Promise<KnownMandate> => {
    await it_.processor.mandates.register(input, it_.ctx);
    it_.api.recurring.authorize(input.mandateId);
    const { report } = await it_.processor.mandates.fetch(input, it_.ctx);
    return { ...input, references: (report !== undefined && 'references' in report ? report.references : undefined) ?? {} };
  };

  it('are asked for by a link with the terms, our ids as notes, and no message by Razorpay', async () => {
    const input = registrationOf({ frequency: 'monthly', debitDay: 5 });
    await it_.processor.mandates.register(input, it_.ctx);
    expect(it_.api.requests.at(-1)?.body).toEqual({
      customer: { name: 'Asha Verma', email: 'asha@example.com', contact: '+919876543210' },
      type: 'link',
      amount: 100,
      currency: 'INR',
      description: 'Gold membership',
      subscription_registration: {
        method: 'upi',
        max_amount: 50_000,
        expire_at: input.terms.endsAtMs / 1000,
        frequency: 'monthly',
        recurring_value: 5,
        recurring_type: 'on',
      },
      receipt: input.mandateId,
      expire_by: input.expiresAtMs / 1000,
      sms_notify: false,
      email_notify: false,
      notes: { hundi_account: it_.ctx.accountId, hundi_mandate: input.mandateId },
    });
  });

  it('on a bank account take nothing for the verification, and name the account when all of it is known', async () => {
    const account = { bank: 'HDFC', ifsc: 'HDFC0000001', number: '50100012345678', last4: '5678', holderName: 'Asha Verma', accountType: null, auth: 'debit_card' } as const;
    const input = registrationOf({ instrument: { method: 'enach', account: null } });
    await it_.processor.mandates.register({ ...input, account }, it_.ctx);
    expect(it_.api.requests.at(-1)?.body).toMatchObject({
      amount: 0,
      subscription_registration: { method: 'emandate', auth_type: 'debitcard', bank_account: { account_number: '50100012345678', ifsc_code: 'HDFC0000001' } },
    });
  });

  it.each([['email'], ['phone']] as const)('are rejected without the %s of the payer, before Razorpay is called', async (missing) => {
    const { [missing]: _none, ...payer } = registrationOf().payer;
    const result = await it_.processor.mandates.register({ ...registrationOf(), payer }, it_.ctx);
    expect(result).toMatchObject({ outcome: 'done', report: { state: 'rejected', failure: { reason: 'mismatch_in_transaction_details' } } });
    expect(it_.api.requests).toEqual([]);
  });

  it('that Razorpay refuses are not taken on, with its reason', async () => {
    it_.api.answerNextWith({ status: 200, body: { items: [] } });
    it_.api.answerNextWith({ status: 400, body: { error: { code: 'BAD_REQUEST_ERROR', reason: 'input_validation_failed', field: 'max_amount' } } });
    const result = await it_.processor.mandates.register(registrationOf(), it_.ctx);
    expect(result).toMatchObject({ outcome: 'not_taken', report: { state: 'rejected', failure: { processorCode: 'input_validation_failed' } } });
  });

  it.each([
    ['initiated', { state: 'requires_action', action: null }],
    ['confirmed', { state: 'active' }],
    ['rejected', { state: 'rejected' }],
    ['paused', { state: 'paused', by: 'customer' }],
    ['cancelled', { state: 'revoked', by: 'customer' }],
  ])('are read by the status of the token: %s', async (status, report) => {
    const mandate = await active();
    it_.api.recurring.tokenAs(mandate.references.processor ?? '', status);
    expect(await it_.processor.mandates.fetch(mandate, it_.ctx)).toMatchObject({ outcome: 'done', report });
  });

  it.each(['cancellation_initiated', 'something_new'])('are as they were while the token is %s', async (status) => {
    const mandate = await active();
    it_.api.recurring.tokenAs(mandate.references.processor ?? '', status);
    expect(await it_.processor.mandates.fetch(mandate, it_.ctx)).toEqual({ outcome: 'done' });
  });

  it('give back what the registration took, once', async () => {
    const mandate = await active();
    for (let time = 0; time < 2; time++) expect(await it_.processor.mandates.returnVerification(mandate, it_.ctx)).toEqual({ outcome: 'done' });
    await it_.processor.mandates.revoke(mandate, it_.ctx);
    expect([...it_.api.refunds.values()]).toMatchObject([{ amount: 100, notes: { hundi_mandate: mandate.mandateId } }]);
  });

  it('hold a debit for 36 hours and 5 minutes after its notice on cards, and are paused by the payer alone', () => {
    expect(it_.processor.capabilities().mandates).toMatchObject({ card: { waitMs: 129_900_000, pause: false }, upi: { pause: false }, enach: {} });
  });

  it('have their debits asked for by an order with a notification, so that Razorpay neither debits nor retries by itself', async () => {
    const mandate = await active();
    const input = noticeOf(mandate);
    await it_.processor.mandates.notify(input, it_.ctx);
    expect(it_.api.requests.at(-1)?.body).toMatchObject({
      amount: 49_900,
      receipt: `${input.debitId}.1.1`,
      notification: { token_id: mandate.references.processor, payment_after: input.debitAfterMs / 1000 },
    });
  });

  it('are debited without a notice by an order of its own', async () => {
    const input = debitPaymentOf(await active(), 'razorpay');
    expect(await it_.processor.create(input, it_.ctx)).toMatchObject({ state: 'processing', processorRef: expect.stringMatching(/^pay_/) });
    expect(it_.api.requests.at(-2)?.body).toMatchObject({ amount: 49_900, payment_capture: true });
    expect(it_.api.requests.at(-1)?.body).toMatchObject({ recurring: '1', token: expect.stringMatching(/^token_/), email: 'asha@example.com' });
  });

  it('wait with a debit that another process may have begun a moment ago', async () => {
    const mandate = await active();
    const { reference } = await it_.processor.mandates.notify(noticeOf(mandate), it_.ctx);
    const input = { ...debitPaymentOf(mandate, 'razorpay', reference), startedAtMs: NOW_MS - 6_000 };
    const ctx = contextOf();
    expect(await it_.processor.create(input, ctx)).toMatchObject({ state: 'processing', isUnknown: true, checkAtMs: NOW_MS + ctx.timeoutMs - 1_000 });
    expect(it_.api.recurring.paymentsOf(input.paymentId)).toEqual([]);
  });

  describe('report by webhook', () => {
    it('that the payer has paid on the page: it is asked which token came of it', async () => {
      const input = registrationOf();
      await it_.processor.mandates.register(input, it_.ctx);
      const { invoice, payment } = it_.api.recurring.authorize(input.mandateId);
      const subject = { accountId: it_.ctx.accountId, id: input.mandateId };
      for (const [name, entities] of [['invoice.paid', { invoice, payment }], ['payment.captured', { payment }]] as const) {
        expect(reported(it_.api.webhook(name, entities))).toEqual([expect.objectContaining({ about: 'mandate', subject })]);
      }
    });

    it.each([
      ['token.confirmed', 'confirmed', 'active'],
      ['token.rejected', 'rejected', 'rejected'],
      ['token.paused', 'paused', 'paused'],
      ['token.cancelled', 'cancelled', 'revoked'],
    ])('%s by the token', async (name, status, state) => {
      const { processor: token = '' } = (await active()).references;
      const events = reported(it_.api.webhook(name, { token: it_.api.recurring.tokenAs(token, status) }));
      expect(events).toMatchObject([{ about: 'mandate', subject: { reference: token }, report: { state } }]);
    });

    it.each(['delivered', 'failed'] as const)('that a notice was %s, by the order, with the time within the payload', async (status) => {
      const { reference = '' } = await it_.processor.mandates.notify(noticeOf(await active()), it_.ctx);
      const notification = it_.api.recurring.notificationAs(reference, status);
      const events = reported(it_.api.webhook(`order.notification.${status}`, { notification }));
      expect(events).toMatchObject([{ about: 'notice', subject: { reference }, notice: { outcome: status, reference } }]);
    });

    it('what became of a debit, as of any payment', async () => {
      const input = debitPaymentOf(await active(), 'razorpay');
      await it_.processor.create(input, it_.ctx);
      const payment = it_.api.recurring.settle(input.paymentId, LOW_FUNDS);
      expect(reported(it_.api.webhook('payment.failed', { payment }))).toMatchObject([
        { about: 'payment', subject: { paymentId: input.paymentId }, payment: { state: 'failed', error: { reason: 'insufficient_funds' } } },
      ]);
    });
  });
});
