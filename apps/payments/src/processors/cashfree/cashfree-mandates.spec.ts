import { NOW_MS, registrationOf } from '../../../test/fakes/samples';
import { mandatesAtCashfree, type MandatesAtCashfree } from '../../../test/mandates-at-cashfree';
import { describeMandateProcessor } from '../mandate-processor.contract';
import type { RegisterMandateInput } from '../mandate-processor';

describeMandateProcessor('Cashfree', () => mandatesAtCashfree(true));

describe('Cashfree, mandates', () => {
  let it_: MandatesAtCashfree;
  beforeEach(async () => {
    it_ = await mandatesAtCashfree(true);
  });
  afterEach(() => it_.stop());

  const bankAccount = (): RegisterMandateInput => registrationOf({ instrument: { method: 'enach', account: null } });
  const requestsOf = (path: RegExp): unknown[] => it_.api.requests.filter((one) => path.test(one.path)).map(({ body }) => body);

  it('are subscriptions on demand under our id, so that Cashfree debits nothing by itself', async () => {
    const input = registrationOf();
    await it_.processor.mandates.register(input, it_.ctx);
    expect(requestsOf(/subscriptions$/)).toEqual([
      {
        subscription_id: input.mandateId,
        customer_details: { customer_name: 'Asha Verma', customer_email: 'asha@example.com', customer_phone: '9876543210' },
        plan_details: { plan_name: 'Gold membership', plan_type: 'ON_DEMAND', plan_currency: 'INR', plan_max_amount: 500 },
        authorization_details: { authorization_amount: 1, authorization_amount_refund: true, payment_methods: ['upi'] },
        subscription_meta: { notification_channel: [] },
        subscription_expiry_time: '2027-11-20T18:30:00+05:30',
        subscription_tags: { hundi_account: it_.ctx.accountId, hundi_mandate: input.mandateId },
      },
    ]);
    expect(requestsOf(/subscriptions\/pay$/)).toMatchObject([{ payment_type: 'AUTH', payment_method: { upi: { channel: 'link' } } }]);
  });

  it('that take the first payment ask for its amount, which Cashfree is not to give back', async () => {
    await it_.processor.mandates.register({ ...registrationOf(), first: { amount: 9_900, isKept: false } }, it_.ctx);
    expect(requestsOf(/subscriptions$/)).toMatchObject([
      { authorization_details: { authorization_amount: 99, authorization_amount_refund: false, payment_methods: ['upi'] } },
    ]);
  });

  it.each([
    ['our number', true, undefined],
    ["Cashfree's", false, 'cf_auth_1'],
  ])('name the first payment by %s', async (_whose, isDirect, payment_id) => {
    await it_.stop();
    it_ = await mandatesAtCashfree(isDirect);
    const input = { ...registrationOf(), first: { amount: 9_900, isKept: false } };
    await it_.processor.mandates.register(input, it_.ctx);
    const paid = it_.api.recurring.authorize(input.mandateId, { ...(payment_id !== undefined && { payment_id }) });
    const reference = `${input.mandateId}/${String(paid['payment_id'])}`;
    const { report } = await it_.processor.mandates.fetch(input, it_.ctx);
    expect(report).toMatchObject({
      state: 'active',
      payment: { reference, amount: 9_900, atMs: NOW_MS, references: { bankTransactionId: paid['cf_txn_id'] } },
    });
  });

  it('are asked about when a webhook is of the payment of their authorization', async () => {
    const { mandateId } = await it_.active();
    const paid = it_.api.recurring.authorize(mandateId);
    for (const type of ['SUBSCRIPTION_PAYMENT_SUCCESS', 'SUBSCRIPTION_AUTH_STATUS']) {
      expect(it_.reported(type, paid)).toEqual([expect.objectContaining({ about: 'mandate', subject: { id: mandateId } })]);
    }
  });

  it('are approved in the app of the payer by a link', async () => {
    const { report } = await it_.processor.mandates.register(registrationOf(), it_.ctx);
    expect(report).toMatchObject({ state: 'requires_action', action: { kind: 'upi_intent', url: expect.stringMatching(/^upi:/) } });
  });

  it('on a bank account take nothing for the verification, name the account, and send the payer to the page of Cashfree', async () => {
    const account = {
      bank: 'HDFC',
      ifsc: 'HDFC0000001',
      number: '50100012345678',
      last4: '5678',
      holderName: 'Asha Verma',
      accountType: 'savings',
      auth: 'netbanking',
    } as const;
    const { report } = await it_.processor.mandates.register({ ...bankAccount(), account }, it_.ctx);
    expect(report).toEqual({ state: 'requires_action', action: null });
    expect(it_.api.requests.at(-1)?.body).toMatchObject({
      customer_details: {
        customer_bank_account_number: '50100012345678',
        customer_bank_ifsc: 'HDFC0000001',
        customer_bank_account_type: 'SAVINGS',
      },
      authorization_details: { authorization_amount: 0, payment_methods: ['enach'] },
      subscription_meta: { notification_channel: ['EMAIL', 'SMS'] },
    });
  });

  it('without the server-to-server API are all approved on the page of Cashfree', async () => {
    await it_.stop();
    it_ = await mandatesAtCashfree(false);
    const { report } = await it_.processor.mandates.register(registrationOf(), it_.ctx);
    expect(report).toEqual({ state: 'requires_action', action: null });
    expect(it_.api.requests).toHaveLength(1);
  });

  it.each([['email'], ['phone']] as const)('are rejected without the %s of the payer, before Cashfree is called', async (missing) => {
    const { [missing]: _none, ...payer } = registrationOf().payer;
    const result = await it_.processor.mandates.register({ ...registrationOf(), payer }, it_.ctx);
    expect(result).toMatchObject({ report: { state: 'rejected', failure: { reason: 'mismatch_in_transaction_details' } } });
    expect(it_.api.requests).toEqual([]);
  });

  it('that Cashfree refuses are not taken on, with its reason', async () => {
    it_.api.answerNextWith({ status: 400, body: { code: 'plan_max_amount_invalid', type: 'invalid_request_error', message: 'no' } });
    const result = await it_.processor.mandates.register(registrationOf(), it_.ctx);
    expect(result).toMatchObject({
      outcome: 'not_taken',
      report: { state: 'rejected', failure: { processorCode: 'plan_max_amount_invalid' } },
    });
  });

  it.each([
    ['BANK_APPROVAL_PENDING', { state: 'requires_action', action: null }],
    ['ACTIVE', { state: 'active' }],
    ['PAUSED', { state: 'paused', by: 'merchant' }],
    ['CUSTOMER_PAUSED', { state: 'paused', by: 'customer' }],
    ['ON_HOLD', { state: 'paused', by: 'bank' }],
    ['CUSTOMER_CANCELLED', { state: 'revoked', by: 'customer' }],
    ['CANCELLED', { state: 'revoked', by: 'merchant' }],
    ['EXPIRED', { state: 'expired' }],
    ['LINK_EXPIRED', { state: 'expired' }],
  ])('are read by the status of the subscription: %s', async (status, report) => {
    const mandate = await it_.active();
    it_.api.recurring.statusAs(mandate.mandateId, status);
    expect(await it_.processor.mandates.fetch(mandate, it_.ctx)).toMatchObject({ outcome: 'done', report });
    const events = it_.reported('SUBSCRIPTION_STATUS_CHANGED', it_.api.recurring.statusReport(mandate.mandateId));
    expect(events).toMatchObject([{ about: 'mandate', subject: { id: mandate.mandateId }, report }]);
  });

  it('are as they were while their status is one that is not documented', async () => {
    const mandate = await it_.active();
    it_.api.recurring.statusAs(mandate.mandateId, 'SOMETHING_NEW');
    expect(await it_.processor.mandates.fetch(mandate, it_.ctx)).toEqual({ outcome: 'done' });
    expect(it_.reported('SUBSCRIPTION_STATUS_CHANGED', it_.api.recurring.statusReport(mandate.mandateId))).toEqual([]);
  });

  it('are rejected when the payer refuses in the app, but not on the page, where they may try again', async () => {
    const [inApp, onPage] = [registrationOf(), bankAccount()];
    for (const input of [inApp, onPage]) {
      await it_.processor.mandates.register(input, it_.ctx);
      it_.api.recurring.statusAs(input.mandateId, 'INITIALIZED', { authorization_status: 'FAILED' });
    }
    expect(await it_.processor.mandates.fetch(inApp, it_.ctx)).toMatchObject({ report: { state: 'rejected' } });
    expect(await it_.processor.mandates.fetch(onPage, it_.ctx)).toEqual({ outcome: 'done' });
  });

  it.each([
    ['upi', '0123456789abcdef0123456789ABCDEF@okaxis', { umn: '0123456789abcdef0123456789ABCDEF@okaxis' }],
    ['enach', 'HDFC0000000012345678', { umrn: 'HDFC0000000012345678' }],
    ['upi', 'asha@okaxis', {}],
  ])('name the number of the network: %s, %s', async (_method, authorization_reference, references) => {
    const mandate = await it_.active();
    it_.api.recurring.statusAs(mandate.mandateId, 'ACTIVE', { authorization_reference });
    const { report } = await it_.processor.mandates.fetch(mandate, it_.ctx);
    expect(report).toEqual({ state: 'active', references: { processor: expect.any(String), ...references } });
  });

  it('are paused and resumed, and a second time is no harm', async () => {
    const mandate = await it_.active();
    const call = (idempotencyKey: string) => ({ ...it_.ctx, idempotencyKey });
    for (const key of ['a', 'b']) expect(await it_.processor.mandates.pause(mandate, call(key))).toEqual({ outcome: 'done' });
    for (const key of ['c', 'd']) expect(await it_.processor.mandates.resume(mandate, call(key))).toEqual({ outcome: 'done' });
    for (const key of ['e', 'f']) expect(await it_.processor.mandates.revoke(mandate, call(key))).toEqual({ outcome: 'done' });
    expect(await it_.processor.mandates.pause(mandate, call('g'))).toEqual({ outcome: 'done' });
  });

  it('take the first payment with the registration on UPI, each debit there with a notice, and no cards', () => {
    expect(it_.processor.capabilities().mandates).toEqual({
      upi: { pause: true, approveWithinMs: 86_400_000, firstNeedsNotice: true, takesFirst: true },
      enach: { pause: true },
    });
  });
});
