import { eventually, hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const MONTHLY = { amount: 49900, interval: 'month' };
const ONCE = { payment_method: 'upi', upi: { vpa: 'success@sandbox' } };
const UNKNOWN = 'sub_0QvAb12c07ABCDEFGHIJKLMN';

interface Listed {
  data: { id: string; type: string }[];
}

const listOf = ({ json }: Answer): Listed['data'] => (json as unknown as Listed).data;

describe('a subscription', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = String((await merchant.post('/v1/customers', { name: 'Asha Verma' })).json.id);
  });
  const made = async (body: object = {}): Promise<Answer['json']> => {
    const { status, json, text } = await merchant.post('/v1/subscriptions', { customer_id: customer, ...MONTHLY, ...body });
    if (status !== 201) throw new Error(`wanted a subscription, got ${text}`);
    return json;
  };
  const act = (id: unknown, verb: string, body: object = {}): Promise<Answer> =>
    merchant.post(`/v1/subscriptions/${String(id)}/${verb}`, body);
  const get = async (id: unknown): Promise<Answer['json']> => (await merchant.get(`/v1/subscriptions/${String(id)}`)).json;
  const simulate = (kind: string, id: unknown, outcome: string): Promise<Answer> =>
    merchant.post(`/v1/test_helpers/${kind}/${String(id)}/simulate`, { outcome });
  const latestInvoice = async (id: unknown): Promise<Answer['json']> =>
    (await merchant.get(`/v1/invoices/${String((await get(id)).latest_invoice_id)}`)).json;
  /** A subscription whose second period could not be debited. */
  const failed = async (body: object = {}): Promise<string> => {
    const { id } = await made(body);
    await simulate('subscriptions', id, 'renew');
    await simulate('debits', (await latestInvoice(id)).debit_id, 'failed');
    return String(id);
  };

  describe('of the sandbox', () => {
    it('200: renews at once, and is charged when its debit succeeds', async () => {
      const { id } = await made();
      const renewed = await simulate('subscriptions', id, 'renew');
      expect([renewed.status, renewed.json]).toMatchObject([
        200,
        { status: 'active', current_period_number: 2, outstanding_amount: 49900 },
      ]);
      await simulate('debits', (await latestInvoice(id)).debit_id, 'succeeded');
      expect(await get(id)).toMatchObject({ status: 'active', paid_count: 2, outstanding_amount: 0 });
      expect(await latestInvoice(id)).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle' });
    });

    it('200: ends its trial at once', async () => {
      const { id } = await made({ trial_days: 14 });
      expect((await simulate('subscriptions', id, 'trial_end')).json).toMatchObject({ current_period_number: 1 });
    });
  });

  describe('whose debit failed', () => {
    it('is past_due until a try succeeds', async () => {
      const id = await failed();
      expect(await get(id)).toMatchObject({
        status: 'past_due',
        retry: { attempt: 1, next_at: expect.any(Number) },
        outstanding_amount: 49900,
      });
      await simulate('debits', (await latestInvoice(id)).debit_id, 'succeeded');
      expect(await get(id)).toMatchObject({ status: 'active', retry: null, outstanding_amount: 0 });
    });

    it('is halted when no try is left, and active after the customer paid once (45)', async () => {
      const id = await failed({ retry_schedule: [] });
      expect(await get(id)).toMatchObject({ status: 'halted', halt_reason: 'retries_exhausted', next_charge_at: null });
      const mandate = String((await get(id)).mandate_id);
      expect((await act(id, 'retry', ONCE)).json).toMatchObject({ status: 'active', halt_reason: null, outstanding_amount: 0 });
      const invoice = await latestInvoice(id);
      expect(invoice).toMatchObject({ status: 'paid', amount_paid: 49900 });
      const payments = listOf(await merchant.get(`/v1/payments?reference_id=${String(invoice.id)}&status=captured`));
      expect(payments.map((payment) => payment.id)).toEqual([invoice.payment_id]);
      const debits = (await merchant.get(`/v1/mandates/${mandate}/debits`)).json as unknown as { data: { status: string }[] };
      expect(debits.data.map(({ status }) => status)).toEqual(['failed']);
    });

    it('is halted at once when the payer revokes the mandate', async () => {
      const { id, mandate_id: mandateId } = await made();
      await simulate('mandates', mandateId, 'revoked');
      expect(await get(id)).toMatchObject({ status: 'halted', halt_reason: 'mandate_revoked', mandate_id: null });
    });

    it('200: is debited again by a retry without an instrument', async () => {
      const id = await failed();
      const before = (await latestInvoice(id)).debit_id;
      const retried = await act(id, 'retry');
      expect([retried.status, retried.json.status]).toEqual([200, 'past_due']);
      expect((await latestInvoice(id)).debit_id).not.toBe(before);
    });

    it('409: is not retried when there is nothing to pay, 400: nor without saying how', async () => {
      const { id } = await made();
      const again = await act(id, 'retry', ONCE);
      expect([again.status, again.error]).toMatchObject([409, { code: 'state_conflict', current_status: 'active' }]);
      const wrong = await act(id, 'retry', { upi: { vpa: 'success@sandbox' } });
      expect([wrong.status, ...problemsOf(wrong)]).toEqual([400, 'payment_method parameter_missing']);
    });
  });

  describe('that is cancelled', () => {
    it('200: now, with its mandate', async () => {
      const { id, mandate_id: mandateId } = await made();
      const answer = await act(id, 'cancel', { reason: 'Moved away' });
      expect([answer.status, answer.json]).toMatchObject([
        200,
        {
          status: 'cancelled',
          cancel_reason: 'Moved away',
          cancelled_at: expect.any(Number),
          ended_at: expect.any(Number),
          next_charge_at: null,
        },
      ]);
      expect((await merchant.get(`/v1/mandates/${String(mandateId)}`)).json).toMatchObject({ status: 'revoked', revoked_by: 'merchant' });
      const again = await act(id, 'cancel');
      expect([again.status, again.error]).toMatchObject([409, { code: 'state_conflict', current_status: 'cancelled' }]);
    });

    it('200: with all of the money back', async () => {
      const { id } = await made();
      await act(id, 'cancel', { refund: 'full', revoke_mandate: false });
      await eventually(async () => expect(await latestInvoice(id)).toMatchObject({ status: 'paid', amount_refunded: 49900 }));
    });

    it.each([{ at: 'period_end' }, { cancel_at_cycle_end: 1 }, { cancel_at_period_end: true }])(
      '(41) 200: at the end of the period by %j, and goes on after all',
      async (body) => {
        const { id, current_period_end_at: endAt } = await made();
        expect((await act(id, 'cancel', body)).json).toMatchObject({ status: 'active', cancel_at: endAt });
        const answer = await merchant.patch(`/v1/subscriptions/${String(id)}`, { cancel_at: null });
        expect([answer.status, answer.json]).toMatchObject([200, { status: 'active', cancel_at: null }]);
      },
    );

    it('400: not in the past', async () => {
      const { id } = await made();
      const answer = await act(id, 'cancel', { at: 1 });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'at parameter_invalid']);
    });
  });

  describe('that is paused', () => {
    it('200: is not charged until it is resumed', async () => {
      const { id, next_charge_at: nextAt } = await made();
      expect((await act(id, 'pause')).json).toMatchObject({
        status: 'paused',
        pause: { from_at: expect.any(Number), resume_at: null },
        next_charge_at: null,
      });
      const twice = await act(id, 'pause');
      expect([twice.status, twice.error]).toMatchObject([409, { code: 'state_conflict', current_status: 'paused' }]);
      expect((await act(id, 'resume')).json).toMatchObject({ status: 'active', pause: null, next_charge_at: nextAt });
      const again = await act(id, 'resume');
      expect([again.status, again.error]).toMatchObject([409, { code: 'state_conflict', current_status: 'active' }]);
    });

    it('200: until a time that lies ahead', async () => {
      const { id } = await made();
      const resumeAt = Math.floor(Date.now() / 1000) + 86_400;
      expect((await act(id, 'pause', { resume_at: resumeAt })).json).toMatchObject({ pause: { resume_at: resumeAt } });
      const passed = await act((await made()).id, 'pause', { resume_at: 1 });
      expect([passed.status, ...problemsOf(passed)]).toEqual([400, 'resume_at parameter_invalid']);
    });
  });

  it('PATCH 200: changes what it is called and how long it goes on, and tells of it', async () => {
    const json = await made({ metadata: { tier: 'gold', since: 2025 } });
    const path = `/v1/subscriptions/${String(json.id)}`;
    const change = { description: 'Gold', reference_id: 'gold-1001', total_count: 12, retry_schedule: [1, 2], notify_customer: false };
    const answer = await merchant.patch(path, { ...change, metadata: { since: null } });
    expect([answer.status, answer.json]).toMatchObject([200, { ...change, remaining_count: 11, metadata: { tier: 'gold' } }]);
    await eventually(async () => {
      const [newest] = listOf(await merchant.get(`/v1/events?resource_id=${String(json.id)}`));
      expect(newest).toMatchObject({
        type: 'subscription.updated',
        data: { previous_attributes: { total_count: null, description: null } },
      });
    });
    expect(problemsOf(await merchant.patch(path, { currency: 'USD' }))).toEqual(['currency parameter_unknown']);
  });

  it('GET 200: is listed by customer, plan, mandate, status, collection and reference', async () => {
    const own = String((await merchant.post('/v1/customers', { name: 'Ravi' })).json.id);
    const { id: plan } = (await merchant.post('/v1/plans', { name: 'Gold', ...MONTHLY })).json;
    const first = await made({ customer_id: own, reference_id: 'one' });
    const second = await made({ customer_id: own, amount: undefined, interval: undefined, plan_id: plan, collection: 'send_invoice' });
    const listed = async (query: string): Promise<string[]> =>
      listOf(await merchant.get(`/v1/subscriptions?customer_id=${own}${query}`)).map(({ id }) => id);
    expect(await listed('')).toEqual([second.id, first.id]);
    expect(await listed(`&plan_id=${String(plan)}`)).toEqual([second.id]);
    expect(await listed(`&mandate_id=${String(first.mandate_id)}`)).toEqual([first.id]);
    expect(await listed('&collection=automatic')).toEqual([first.id]);
    expect(await listed('&reference_id=one')).toEqual([first.id]);
    expect(await listed('&status=cancelled')).toEqual([]);
  });

  it('GET 200: has its history and its invoices below it', async () => {
    const json = await made();
    const path = `/v1/subscriptions/${String(json.id)}`;
    expect(listOf(await merchant.get(`${path}/events`)).map(({ type }) => type)).toEqual([
      'subscription.charged',
      'subscription.activated',
      'subscription.created',
    ]);
    expect(listOf(await merchant.get(`${path}/invoices`)).map(({ id }) => id)).toEqual([json.latest_invoice_id]);
    expect(listOf(await merchant.get(`${path}/invoices?status=open`))).toEqual([]);
    const byFilter = await merchant.get(`/v1/invoices?customer_id=${customer}&subscription_id=${String(json.id)}`);
    expect(listOf(byFilter).map(({ id }) => id)).toEqual([json.latest_invoice_id]);
    expect((await merchant.get(`${path}?as_of=1`)).json).toMatchObject({ status: 'created', sequence: 1 });
  });

  it('404: of another account, of the other mode, or of none is not there', async () => {
    const { id } = await made();
    for (const [key, one] of [
      [hundi.otherTestKey, id],
      [hundi.liveKey, id],
      [hundi.testKey, UNKNOWN],
    ] as const) {
      const stranger = merchant.with(key);
      const path = `/v1/subscriptions/${String(one)}`;
      const answers = [
        await stranger.get(path),
        await stranger.patch(path, { description: 'taken' }),
        await stranger.post(`${path}/cancel`, {}),
        await stranger.post(`${path}/retry`, ONCE),
        await stranger.get(`${path}/invoices`),
      ];
      for (const { status, error } of answers) {
        // In live mode a UPI address may be refused before it is looked for.
        expect([404, key === hundi.liveKey ? 400 : 404]).toContain(status);
        expect(['resource_missing', 'upi_collect_not_allowed']).toContain(error.code);
      }
    }
    expect(await get(id)).toMatchObject({ status: 'active', description: null });
  });
});
