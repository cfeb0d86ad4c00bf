import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const now = (): number => Math.floor(Date.now() / 1000);
const DAY = 86_400;

interface List {
  data: { id: string; type?: string }[];
}

describe('debits', () => {
  let merchant: Merchant;
  let customer: string;
  let mandate: string;
  const mandateOf = async (body: object = {}): Promise<string> => {
    const wanted = { customer_id: customer, method: 'upi', max_amount: 5_000_000, ends_at: now() + 365 * DAY, ...body };
    return String((await merchant.post('/v1/mandates', wanted)).json.id);
  };
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = String((await merchant.post('/v1/customers', { name: 'Asha' })).json.id);
  });
  beforeEach(async () => {
    mandate = await mandateOf();
  });
  const create = (body: object = {}, of = mandate) => merchant.post(`/v1/mandates/${of}/debits`, { amount: 49900, ...body });
  const simulate = (id: unknown, outcome: string, more: object = {}) =>
    merchant.post(`/v1/test_helpers/debits/${String(id)}/simulate`, { outcome, ...more });
  const get = (id: unknown) => merchant.get(`/v1/debits/${String(id)}`);

  describe('POST /v1/mandates/{id}/debits 201', () => {
    it('tells the payer, and plans the debit at least 24 hours ahead', async () => {
      const answer = await create({ description: 'Gold', reference_id: 'gold-1', metadata: { tier: 'gold' } });
      expect([answer.status, answer.json]).toMatchObject([
        201,
        {
          object: 'debit',
          livemode: false,
          status: 'scheduled',
          mandate_id: mandate,
          customer_id: customer,
          amount: 49900,
          currency: 'INR',
          umn: expect.stringMatching(/@sandbox$/),
          debit_after_at: null,
          notice: { number: 1, status: 'delivered', opted_out_at: null },
          afa: { required: false, approved_at: null, expires_at: null },
          next_action: null,
          retry_schedule: [24, 48, 72],
          attempts: [],
          payment_id: null,
          last_error: null,
          late: false,
          cancel_reason: null,
          description: 'Gold',
          reference_id: 'gold-1',
          post_notice_at: null,
          ended_at: null,
          metadata: { tier: 'gold' },
          sequence: 2,
        },
      ]);
      const { execute_at, notice } = answer.json as unknown as { execute_at: number; notice: { delivered_at: number } };
      expect(execute_at - notice.delivered_at).toBeGreaterThanOrEqual(DAY);
      expect(answer.headers.location).toBe(`/v1/debits/${String(answer.json.id)}`);
      expect((await get(answer.json.id)).json).toEqual(answer.json);
    });

    it('gives the same debit for the same key', async () => {
      const key = { 'idempotency-key': crypto.randomUUID() };
      const path = `/v1/mandates/${mandate}/debits`;
      const [first, again] = [await merchant.post(path, { amount: 100 }, key), await merchant.post(path, { amount: 100 }, key)];
      expect([again.status, again.text]).toEqual([201, first.text]);
    });

    it('waits for the payer above the limit of the category', async () => {
      const waiting = await create({ amount: 1_500_001 }, await mandateOf({ upi: { vpa: 'mandate.afa@sandbox' } }));
      expect(waiting.json).toMatchObject({ status: 'requires_action', afa: { required: true }, next_action: { type: 'wait' } });
      expect((await simulate(waiting.json.id, 'afa_approved')).json).toMatchObject({ status: 'scheduled', next_action: null });
    });
  });

  describe('POST /v1/mandates/{id}/debits refuses', () => {
    it.each<[string, object, string]>([
      ['no amount', { amount: null }, 'amount parameter_missing'],
      ['a fraction', { amount: 1.5 }, 'amount parameter_invalid'],
      ['too little', { amount: 99 }, 'amount amount_too_small'],
      ['hours that do not rise', { retry_schedule: [24, 24] }, 'retry_schedule parameter_invalid'],
      ['four retries', { retry_schedule: [1, 2, 3, 4] }, 'retry_schedule parameter_invalid'],
      ['a card number as description', { description: '4242424242424242' }, 'description parameter_invalid'],
      ['a time of null', { debit_after_at: null }, 'debit_after_at parameter_invalid'],
    ])('%s with 400', async (_what, body, problem) => {
      const answer = await create(body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });

    it('a time before the payer can be told, with the reason', async () => {
      const answer = await create({ debit_after_at: now() + 3_600 });
      expect([answer.status, answer.error]).toMatchObject([400, { param: 'debit_after_at', reason: 'notice_too_short' }]);
    });

    it('an amount above that of the mandate with 409', async () => {
      const answer = await create({ amount: 5_000_001 });
      expect([answer.status, answer.error]).toMatchObject([409, { code: 'mandate_amount_exceeded', param: 'amount' }]);
    });

    it('a mandate that is not active with 409', async () => {
      await merchant.post(`/v1/mandates/${mandate}/revoke`, {});
      const answer = await create();
      expect([answer.status, answer.error]).toMatchObject([409, { code: 'mandate_not_active', current_status: 'revoked' }]);
    });

    it('a mandate that is not there with 404', async () => {
      const answer = await create({}, 'mandate_0QvAb12c07ABCDEFGHIJKLMN');
      expect([answer.status, answer.error]).toMatchObject([404, { code: 'resource_missing', param: 'id' }]);
    });
  });

  describe('an attempt', () => {
    it('that succeeds is a payment, in one commit', async () => {
      const { json } = await create({ metadata: { tier: 'gold' } });
      const debit = (await simulate(json.id, 'succeeded')).json;
      expect(debit).toMatchObject({ status: 'succeeded', attempts: [{ number: 1, outcome: 'succeeded' }], late: false });
      const payment = (await merchant.get(`/v1/payments/${String(debit.payment_id)}`)).json;
      expect(payment).toMatchObject({
        status: 'captured',
        amount: 49900,
        payment_method: 'upi',
        mandate_id: mandate,
        customer_id: customer,
        reference_id: debit.id,
        metadata: { tier: 'gold' },
      });
      expect((await merchant.get(`/v1/mandates/${mandate}`)).json).toMatchObject({ last_debit_at: debit.ended_at });
      await eventually(async () => {
        const { data } = (await merchant.get(`/v1/events?resource_id=${String(json.id)}`)).json as unknown as List;
        expect(data.map(({ type }) => type)).toEqual(['debit.succeeded', 'debit.notified', 'debit.created']);
        expect(data[0]).toMatchObject({ data: { object: debit, previous_attributes: { status: 'scheduled' } } });
      });
    });

    it('that fails is tried again under a notice of its own', async () => {
      const { json } = await create();
      const failed = (await simulate(json.id, 'failed', { reason: 'bank_technical_error' })).json;
      expect(failed).toMatchObject({
        status: 'scheduled',
        notice: { number: 2, status: 'delivered' },
        attempts: [{ outcome: 'failed', reason: 'bank_technical_error', network_code: '91' }],
        last_error: { reason: 'bank_technical_error' },
      });
      const paid = (await simulate(json.id, 'succeeded')).json as unknown as { attempts: { payment_id: string }[] };
      expect(paid).toMatchObject({ status: 'succeeded', attempts: [{ outcome: 'failed' }, { outcome: 'succeeded' }], last_error: null });
      expect(new Set(paid.attempts.map(({ payment_id }) => payment_id)).size).toBe(2);
    });

    it('that a retry would not help ends the debit', async () => {
      const { json } = await create();
      expect((await simulate(json.id, 'failed', { reason: 'debit_instrument_blocked' })).json).toMatchObject({ status: 'failed' });
      const none = await create({ retry_schedule: [] });
      const ended = (await simulate(none.json.id, 'failed')).json;
      expect(ended).toMatchObject({ status: 'failed', last_error: { reason: 'insufficient_funds', network_code: 'Z9' } });
    });

    it('whose outcome is open is processing, and not tried again', async () => {
      const { json } = await create();
      expect((await simulate(json.id, 'deemed')).json).toMatchObject({ status: 'processing', attempts: [{ outcome: 'processing' }] });
      const cancel = await merchant.post(`/v1/debits/${String(json.id)}/cancel`, {});
      expect([cancel.status, cancel.error]).toMatchObject([409, { code: 'state_conflict', current_status: 'processing' }]);
      expect((await simulate(json.id, 'succeeded')).json).toMatchObject({ status: 'succeeded' });
    });

    it('on a bank account is a payment by eNACH', async () => {
      const account = { bank: 'SBXS', account_number: '50100987654322' };
      const { json } = await create({ debit_after_at: now() + 5 * DAY }, await mandateOf({ method: 'enach', enach: account }));
      expect(json).toMatchObject({ status: 'scheduled', notice: { number: 0, status: 'not_required' }, retry_schedule: [] });
      const debit = (await simulate(json.id, 'succeeded')).json;
      expect((await merchant.get(`/v1/payments/${String(debit.payment_id)}`)).json).toMatchObject({
        payment_method: 'enach',
        payment_method_details: { enach: { bank: 'SBXS', last4: '4322' } },
      });
      const listed = (await merchant.get(`/v1/payments?payment_method=enach&customer_id=${customer}`)).json as unknown as List;
      expect(listed.data.map(({ id }) => id)).toContain(debit.payment_id);
    });
  });

  describe('ends', () => {
    it('when the merchant cancels it, once', async () => {
      const { json } = await create();
      const path = `/v1/debits/${String(json.id)}/cancel`;
      expect((await merchant.post(path, {})).json).toMatchObject({ status: 'cancelled', cancel_reason: 'requested_by_merchant' });
      const again = await merchant.post(path, {});
      expect([again.status, again.error]).toMatchObject([409, { code: 'state_conflict', current_status: 'cancelled' }]);
    });

    it('when the payer opts out, or cannot be told', async () => {
      const { json } = await create();
      expect((await simulate(json.id, 'opted_out')).json).toMatchObject({ status: 'cancelled', cancel_reason: 'opted_out' });
      const untold = await create({ metadata: { sandbox_outcome: 'notice_failed' } });
      expect(untold.json).toMatchObject({ status: 'failed', notice: { status: 'failed' } });
      expect(untold.json.last_error).toMatchObject({ reason: 'pre_debit_notification_missing' });
    });

    it('with its mandate', async () => {
      const { json } = await create();
      await merchant.post(`/v1/test_helpers/mandates/${mandate}/simulate`, { outcome: 'revoked' });
      expect((await get(json.id)).json).toMatchObject({ status: 'cancelled', cancel_reason: 'mandate_revoked' });
    });
  });

  describe('POST …/simulate refuses', () => {
    it.each<[string, object, string]>([
      ['no outcome', {}, 'outcome parameter_missing'],
      ['an unknown outcome', { outcome: 'paid' }, 'outcome parameter_invalid'],
      ['a reason without a failure', { outcome: 'succeeded', reason: 'insufficient_funds' }, 'reason parameters_exclusive'],
    ])('%s with 400', async (_what, body, problem) => {
      const { json } = await create();
      const answer = await merchant.post(`/v1/test_helpers/debits/${String(json.id)}/simulate`, body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });

    it('what cannot happen in this status with 409', async () => {
      const { json } = await create();
      const answer = await simulate(json.id, 'afa_approved');
      expect([answer.status, answer.error]).toMatchObject([409, { code: 'state_conflict', allowed_from: ['requires_action'] }]);
    });
  });

  describe('GET 200', () => {
    it('lists the debits of a mandate, with what was just written', async () => {
      const [first, second] = [await create({ amount: 100 }), await create({ amount: 200, reference_id: 'two' })];
      await merchant.post(`/v1/debits/${String(first.json.id)}/cancel`, {});
      const listed = async (query = ''): Promise<unknown[]> =>
        ((await merchant.get(`/v1/mandates/${mandate}/debits${query}`)).json as unknown as List).data.map(({ id }) => id);
      expect(await listed()).toEqual([second.json.id, first.json.id]);
      expect(await listed('?status=cancelled')).toEqual([first.json.id]);
      expect(await listed('?amount[gte]=150')).toEqual([second.json.id]);
      expect(await listed('?reference_id=two')).toEqual([second.json.id]);
      const missing = await merchant.get('/v1/mandates/mandate_0QvAb12c07ABCDEFGHIJKLMN/debits');
      expect([missing.status, missing.error.code]).toEqual([404, 'resource_missing']);
    });

    it('shows a debit as it was', async () => {
      const { json } = await create();
      await simulate(json.id, 'succeeded');
      expect((await merchant.get(`/v1/debits/${String(json.id)}?as_of=2`)).json).toEqual(json);
    });
  });
});
