import { contextOf, debitPaymentOf, noticeOf, NOW_MS, registrationOf } from '../../../test/fakes/samples';
import { mandatesAtRazorpay, type MandatesAtRazorpay } from '../../../test/mandates-at-razorpay';
import { describeMandateProcessor } from '../mandate-processor.contract';

describeMandateProcessor('Razorpay', mandatesAtRazorpay);

describe('Razorpay, mandates', () => {
  let it_: MandatesAtRazorpay;
  beforeEach(async () => {
    it_ = await mandatesAtRazorpay();
  });
  afterEach(() => it_.stop());

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
    const account = {
      bank: 'HDFC',
      ifsc: 'HDFC0000001',
      number: '50100012345678',
      last4: '5678',
      holderName: 'Asha Verma',
      accountType: null,
      auth: 'debit_card',
    } as const;
    const input = registrationOf({ instrument: { method: 'enach', account: null } });
    await it_.processor.mandates.register({ ...input, account }, it_.ctx);
    expect(it_.api.requests.at(-1)?.body).toMatchObject({
      amount: 0,
      subscription_registration: {
        method: 'emandate',
        auth_type: 'debitcard',
        bank_account: { account_number: '50100012345678', ifsc_code: 'HDFC0000001' },
      },
    });
  });

  it.each([['email'], ['phone']] as const)('are rejected without the %s of the payer, before Razorpay is called', async (missing) => {
    const { [missing]: _none, ...payer } = registrationOf().payer;
    const result = await it_.processor.mandates.register({ ...registrationOf(), payer }, it_.ctx);
    expect(result).toMatchObject({
      outcome: 'done',
      report: { state: 'rejected', failure: { reason: 'mismatch_in_transaction_details' } },
    });
    expect(it_.api.requests).toEqual([]);
  });

  it('that Razorpay refuses are not taken on, with its reason', async () => {
    it_.api.answerNextWith({ status: 200, body: { items: [] } });
    it_.api.answerNextWith({
      status: 400,
      body: { error: { code: 'BAD_REQUEST_ERROR', reason: 'input_validation_failed', field: 'max_amount' } },
    });
    const result = await it_.processor.mandates.register(registrationOf(), it_.ctx);
    expect(result).toMatchObject({
      outcome: 'not_taken',
      report: { state: 'rejected', failure: { processorCode: 'input_validation_failed' } },
    });
  });

  it.each([
    ['initiated', { state: 'requires_action', action: null }],
    ['confirmed', { state: 'active' }],
    ['rejected', { state: 'rejected' }],
    ['paused', { state: 'paused', by: 'customer' }],
    ['cancelled', { state: 'revoked', by: 'customer' }],
  ])('are read by the status of the token: %s', async (status, report) => {
    const mandate = await it_.active();
    it_.api.recurring.tokenAs(mandate.references.processor ?? '', status);
    expect(await it_.processor.mandates.fetch(mandate, it_.ctx)).toMatchObject({ outcome: 'done', report });
  });

  it.each(['cancellation_initiated', 'something_new'])('are as they were while the token is %s', async (status) => {
    const mandate = await it_.active();
    it_.api.recurring.tokenAs(mandate.references.processor ?? '', status);
    expect(await it_.processor.mandates.fetch(mandate, it_.ctx)).toEqual({ outcome: 'done' });
  });

  it('give back what the registration took, once', async () => {
    const mandate = await it_.active();
    for (let time = 0; time < 2; time++)
      expect(await it_.processor.mandates.returnVerification(mandate, it_.ctx)).toEqual({ outcome: 'done' });
    await it_.processor.mandates.revoke(mandate, it_.ctx);
    expect([...it_.api.refunds.values()]).toMatchObject([{ amount: 100, notes: { hundi_mandate: mandate.mandateId } }]);
  });

  it('that take the first payment ask for its amount, and so does nothing else of the link', async () => {
    const input = { ...registrationOf(), first: { amount: 9_900, isKept: false } };
    await it_.processor.mandates.register(input, it_.ctx);
    expect(it_.api.requests.at(-1)?.body).toMatchObject({ amount: 9_900, subscription_registration: { max_amount: 50_000 } });
  });

  it('name the fee of the first payment, without the tax on it, and what the bank calls it', async () => {
    const input = { ...registrationOf(), first: { amount: 9_900, isKept: false } };
    await it_.processor.mandates.register(input, it_.ctx);
    const { payment } = it_.api.recurring.authorize(input.mandateId, 'confirmed', {
      fee: 236,
      tax: 36,
      created_at: NOW_MS / 1_000 - 60,
      acquirer_data: { rrn: '012345678901' },
    });
    const { report } = await it_.processor.mandates.fetch(input, it_.ctx);
    expect(report).toMatchObject({
      state: 'active',
      payment: {
        reference: payment.id,
        amount: 9_900,
        atMs: NOW_MS - 60_000,
        charge: { fee: 200, tax: 36 },
        references: { rrn: '012345678901' },
      },
    });
  });

  it.each([
    ['begun a moment ago', NOW_MS, 'unknown'],
    ['begun days ago', NOW_MS - 4 * 86_400_000, 'done'],
  ])('that end with a payment %s are looked at again: %i, %s', async (_when, createdAtMs, outcome) => {
    const input = { ...registrationOf(), first: { amount: 9_900, isKept: false } };
    await it_.processor.mandates.register(input, it_.ctx);
    it_.api.recurring.authorize(input.mandateId, 'confirmed', { status: 'created', captured: false, created_at: createdAtMs / 1_000 });
    expect(await it_.processor.mandates.revoke(input, it_.ctx)).toEqual({ outcome });
  });

  it('whose first payment went back at Razorpay are not active with it', async () => {
    const input = { ...registrationOf(), first: { amount: 9_900, isKept: false } };
    await it_.processor.mandates.register(input, it_.ctx);
    it_.api.recurring.authorize(input.mandateId, 'confirmed', { status: 'refunded', amount_refunded: 9_900 });
    expect(await it_.processor.mandates.fetch(input, it_.ctx)).toMatchObject({ report: { state: 'requires_action', action: null } });
  });

  it('hold a debit for 36 hours and 5 minutes after its notice on cards, and are paused by the payer alone', () => {
    expect(it_.processor.capabilities().mandates).toMatchObject({
      card: { waitMs: 129_900_000, pause: false },
      upi: { pause: false },
      enach: {},
    });
  });

  it('have their debits asked for by an order with a notification, so that Razorpay neither debits nor retries by itself', async () => {
    const mandate = await it_.active();
    const input = noticeOf(mandate);
    await it_.processor.mandates.notify(input, it_.ctx);
    expect(it_.api.requests.at(-1)?.body).toMatchObject({
      amount: 49_900,
      receipt: `${input.debitId}.1.1`,
      notification: { token_id: mandate.references.processor, payment_after: input.debitAfterMs / 1000 },
    });
  });

  it('are debited without a notice by an order of its own', async () => {
    const input = debitPaymentOf(await it_.active(), 'razorpay');
    expect(await it_.processor.create(input, it_.ctx)).toMatchObject({ state: 'processing', processorRef: expect.stringMatching(/^pay_/) });
    expect(it_.api.requests.at(-2)?.body).toMatchObject({ amount: 49_900, payment_capture: true });
    expect(it_.api.requests.at(-1)?.body).toMatchObject({
      recurring: '1',
      token: expect.stringMatching(/^token_/),
      email: 'asha@example.com',
    });
  });

  it('wait with a debit that another process may have begun a moment ago', async () => {
    const mandate = await it_.active();
    const { reference } = await it_.processor.mandates.notify(noticeOf(mandate), it_.ctx);
    const input = { ...debitPaymentOf(mandate, 'razorpay', reference), startedAtMs: NOW_MS - 6_000 };
    const ctx = contextOf();
    expect(await it_.processor.create(input, ctx)).toMatchObject({
      state: 'processing',
      isUnknown: true,
      checkAtMs: NOW_MS + ctx.timeoutMs - 1_000,
    });
    expect(it_.api.recurring.paymentsOf(input.paymentId)).toEqual([]);
  });
});
