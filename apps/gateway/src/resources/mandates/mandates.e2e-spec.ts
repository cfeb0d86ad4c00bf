import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const now = (): number => Math.floor(Date.now() / 1000);
const YEAR = 31_536_000;
const ACCOUNT_NUMBER = '50100987654321';
const HOLDER = 'Asha Venkataraman';
const CARD = { expiry_month: 12, expiry_year: 2035, cvv: '123' };
const VISA_0071 = '4999000071000009';

interface List {
  data: { id: string; type?: string }[];
}

describe('/v1/mandates', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = String((await merchant.post('/v1/customers', { name: 'Asha' })).json.id);
  });
  const create = (body: object = {}) =>
    merchant.post('/v1/mandates', { customer_id: customer, method: 'upi', max_amount: 49900, ends_at: now() + YEAR, ...body });
  const act = (id: unknown, verb: string) => merchant.post(`/v1/mandates/${String(id)}/${verb}`, {});
  const simulate = (id: unknown, outcome: string) => merchant.post(`/v1/test_helpers/mandates/${String(id)}/simulate`, { outcome });
  const listed = async (query: string): Promise<unknown[]> =>
    ((await merchant.get(`/v1/mandates?${query}`)).json as unknown as List).data.map(({ id }) => id);

  describe('POST 201', () => {
    it('makes a mandate on UPI that is active at once', async () => {
      const answer = await create();
      expect([answer.status, answer.json]).toMatchObject([
        201,
        {
          object: 'mandate',
          livemode: false,
          status: 'active',
          customer_id: customer,
          method: 'upi',
          max_amount: 49900,
          currency: 'INR',
          amount_rule: 'maximum',
          frequency: 'as_presented',
          debit_day: null,
          debit_day_rule: 'on',
          category: 'general',
          afa_limit: 1500000,
          payment_method_details: { upi: { vpa: null }, card: null, enach: null },
          next_action: null,
          last_error: null,
          umrn: null,
          paused_at: null,
          revoked_at: null,
          processor: 'sandbox',
          sequence: 2,
        },
      ]);
      expect(answer.json.umn).toMatch(/^[0-9A-Za-z]{32}@sandbox$/);
      expect(answer.headers.location).toBe(`/v1/mandates/${String(answer.json.id)}`);
      expect((await merchant.get(String(answer.headers.location))).json).toEqual(answer.json);
    });

    it('makes one on a card and on a bank account', async () => {
      const card = await create({ method: 'card', card: { ...CARD, number: VISA_0071 } });
      expect([card.status, card.json]).toMatchObject([
        201,
        { status: 'active', umn: null, payment_method_details: { card: { network: 'visa', last4: '0009', expiry: '12/2035' } } },
      ]);
      const enach = { bank: 'sbxs', account_number: ACCOUNT_NUMBER, holder_name: HOLDER, ifsc: 'hdfc0000001', account_type: 'savings' };
      const bank = await create({ method: 'enach', enach, frequency: 'monthly', debit_day: 5, amount_rule: 'fixed' });
      expect([bank.status, bank.json]).toMatchObject([
        201,
        {
          status: 'active',
          debit_day: 5,
          umrn: expect.stringMatching(/^[A-Z]{4}[A-Z0-9]{16}$/),
          payment_method_details: { enach: { bank: 'SBXS', last4: '4321', account_type: 'savings', auth: 'netbanking' } },
        },
      ]);
      for (const secret of [ACCOUNT_NUMBER, HOLDER, VISA_0071]) expect(bank.text + card.text).not.toContain(secret);
    });

    it('says what the payer has to do, and what a bank refused', async () => {
      const waiting = await create({ return_url: 'https://shop.example/return', description: 'Gold' });
      expect(waiting.json).toMatchObject({ status: 'requires_action', next_action: { type: 'upi_intent' }, umn: null });
      expect((waiting.json.next_action as { url: string }).url).toMatch(/^upi:\/\/mandate\?/);
      const declined = await create({ upi: { vpa: 'mandate.decline@sandbox' } });
      expect([declined.status, declined.json]).toMatchObject([
        201,
        { status: 'rejected', last_error: { reason: 'payment_cancelled', network_code: 'ZA' } },
      ]);
      const page = await create({ method: 'enach', enach: { bank: 'SBXP' } });
      expect(page.json).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url', url: page.json.short_url } });
      const bank = await create({ method: 'enach', enach: { bank: 'SBXM' } });
      expect(bank.json).toMatchObject({ status: 'requires_action', next_action: { type: 'wait', url: null } });
    });

    it('gives the same mandate for the same key', async () => {
      const key = { 'idempotency-key': crypto.randomUUID() };
      const body = { customer_id: customer, method: 'upi', max_amount: 49900, ends_at: now() + YEAR };
      const [first, again] = [await merchant.post('/v1/mandates', body, key), await merchant.post('/v1/mandates', body, key)];
      expect([again.status, again.text]).toEqual([201, first.text]);
    });
  });

  describe('POST 400', () => {
    it.each<[string, object, string]>([
      ['no method', { method: null }, 'method parameter_missing'],
      ['a method that has no mandates', { method: 'wallet' }, 'method parameter_invalid'],
      ['no end', { ends_at: null }, 'ends_at parameter_missing'],
      ['an instrument of another method', { card: { ...CARD, number: VISA_0071 } }, 'card parameters_exclusive'],
      ['a card number that is none', { method: 'card', card: { ...CARD, number: '4999000071000008' } }, 'card.number parameter_invalid'],
      ['what is no code of a bank', { method: 'enach', enach: { bank: 'HDF' } }, 'enach.bank bank_not_supported'],
      ['what is no account', { method: 'enach', enach: { bank: 'HDFC', account_number: '12' } }, 'enach.account_number parameter_invalid'],
      ['a VPA that is none', { upi: { vpa: 'nobody' } }, 'upi.vpa parameter_invalid'],
      ['a fraction', { max_amount: 499.5 }, 'max_amount parameter_invalid'],
      ['too little', { max_amount: 99 }, 'max_amount amount_too_small'],
    ])('refuses %s', async (_what, body, problem) => {
      const answer = await create(body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });

    it.each<[string, object, object]>([
      ['(21) a paisa above ₹99,999 on UPI', { max_amount: 9_999_901 }, { param: 'max_amount', reason: 'mandate_limit' }],
      ['an end before its start', { ends_at: 1_700_000_000 }, { param: 'ends_at', reason: 'end_before_start' }],
      ['a day without a cycle', { debit_day: 5 }, { param: 'debit_day', reason: 'debit_day_not_allowed' }],
      [
        'an end after that of the card',
        { method: 'card', card: { ...CARD, number: VISA_0071 }, ends_at: 2_100_000_000 },
        { param: 'ends_at', reason: 'card_expires' },
      ],
    ])('refuses %s, and keeps nothing', async (_what, body, error) => {
      const tag = crypto.randomUUID();
      const answer = await create({ ...body, reference_id: tag });
      expect([answer.status, answer.error]).toMatchObject([400, { code: 'parameter_invalid', ...error }]);
      expect(await listed(`reference_id=${tag}`)).toEqual([]);
    });

    it('refuses to pause what its rail cannot pause', async () => {
      const { json } = await create({ method: 'card', card: { ...CARD, number: VISA_0071 } });
      const answer = await act(json.id, 'pause');
      expect([answer.status, answer.error]).toMatchObject([400, { code: 'parameter_invalid', reason: 'pause_not_supported' }]);
    });
  });

  describe('POST 404', () => {
    it('refuses a customer who is not there', async () => {
      const answer = await create({ customer_id: 'cust_0QvAb12c07ABCDEFGHIJKLMN' });
      expect([answer.status, answer.error]).toMatchObject([404, { code: 'resource_missing', param: 'customer_id' }]);
    });
  });

  describe('POST 503', () => {
    it('refuses in live mode, where no processor registers mandates', async () => {
      const live = merchant.with(hundi.liveKey);
      const { json } = await live.post('/v1/customers', { name: 'Asha' });
      const body = { customer_id: json.id, method: 'upi', max_amount: 49900, ends_at: now() + YEAR };
      const answer = await live.post('/v1/mandates', body);
      expect([answer.status, answer.error]).toMatchObject([503, { code: 'processor_not_configured', reason: 'no_processor_for_mandate' }]);
    });
  });

  describe('changes', () => {
    it('by the merchant: paused, resumed, revoked, each told of in order', async () => {
      const { json } = await create();
      expect((await act(json.id, 'pause')).json).toMatchObject({ status: 'paused', paused_by: 'merchant', sequence: 3 });
      expect((await act(json.id, 'resume')).json).toMatchObject({ status: 'active', paused_by: null, sequence: 4 });
      const revoked = await act(json.id, 'revoke');
      expect(revoked.json).toMatchObject({ status: 'revoked', revoked_by: 'merchant', sequence: 5 });
      expect((await act(json.id, 'revoke')).error).toMatchObject({ code: 'state_conflict', current_status: 'revoked' });
      await eventually(async () => {
        const { data } = (await merchant.get(`/v1/events?resource_id=${String(json.id)}`)).json as unknown as List;
        const names = ['revoked', 'resumed', 'paused', 'activated', 'created'];
        expect(data.map(({ type }) => type)).toEqual(names.map((name) => `mandate.${name}`));
        expect(data[0]).toMatchObject({ data: { object: revoked.json, previous_attributes: { status: 'active' } } });
      });
      expect((await merchant.get(`/v1/mandates/${String(json.id)}?as_of=3`)).json).toMatchObject({ status: 'paused', sequence: 3 });
    });

    it('by the payer: what they paused is theirs to resume', async () => {
      const { json } = await create();
      expect((await simulate(json.id, 'paused')).json).toMatchObject({ status: 'paused', paused_by: 'customer' });
      const refused = await act(json.id, 'resume');
      expect([refused.status, refused.error]).toMatchObject([409, { code: 'state_conflict', current_status: 'paused', allowed_from: [] }]);
      expect((await simulate(json.id, 'resumed')).json).toMatchObject({ status: 'active' });
      expect((await simulate(json.id, 'revoked')).json).toMatchObject({ status: 'revoked', revoked_by: 'customer' });
    });

    it('by the payer: a mandate that waits is approved or declined', async () => {
      const waiting = () => create({ return_url: 'https://shop.example/return' });
      const approved = await simulate((await waiting()).json.id, 'approved');
      expect(approved.json).toMatchObject({ status: 'active', umn: expect.stringContaining('@sandbox'), next_action: null });
      const declined = await simulate((await waiting()).json.id, 'declined');
      expect(declined.json).toMatchObject({ status: 'rejected', last_error: { reason: 'payment_cancelled' } });
      expect((await simulate(approved.json.id, 'approved')).error).toMatchObject({
        code: 'state_conflict',
        allowed_from: ['created', 'requires_action'],
      });
    });

    it('by the bank: another card', async () => {
      const { json } = await create({ method: 'card', card: { ...CARD, number: VISA_0071 } });
      expect((await simulate(json.id, 'card_reissued')).json).toMatchObject({
        status: 'active',
        payment_method_details: { card: { last4: '0010', expiry: '12/2040' } },
      });
    });

    it.each([
      ['no outcome', {}, 'outcome parameter_missing'],
      ['an outcome that nobody knows', { outcome: 'approve' }, 'outcome parameter_invalid'],
    ])('refuses to simulate %s', async (_what, body, problem) => {
      const { json } = await create();
      const answer = await merchant.post(`/v1/test_helpers/mandates/${String(json.id)}/simulate`, body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });
  });

  describe('GET 200', () => {
    it('lists by customer, reference, status, method, frequency and amount, with what was just written', async () => {
      const tag = crypto.randomUUID();
      const first = await create({ reference_id: tag, metadata: { tag } });
      const second = await create({ method: 'enach', enach: { bank: 'SBXP' }, frequency: 'yearly', max_amount: 99900, metadata: { tag } });
      expect(await listed(`reference_id=${tag}`)).toEqual([first.json.id]);
      const mine = `metadata[tag]=${tag}&min_position=${String(second.headers['event-position'])}`;
      expect(await listed(mine)).toEqual([second.json.id, first.json.id]);
      expect(await listed(`${mine}&customer_id=${customer}&status=active`)).toEqual([first.json.id]);
      expect(await listed(`${mine}&method=enach`)).toEqual([second.json.id]);
      expect(await listed(`${mine}&frequency=yearly`)).toEqual([second.json.id]);
      expect(await listed(`${mine}&amount[lte]=50000`)).toEqual([first.json.id]);
      const refused = await merchant.get('/v1/mandates?method=wallet');
      expect([refused.status, ...problemsOf(refused)]).toEqual([400, 'method parameter_invalid']);
    });
  });
});
