import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const GOLD = { name: 'Gold', amount: 49900, interval: 'month' };

describe('/v1/plans', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  const create = (body: object = {}) => merchant.post('/v1/plans', { ...GOLD, ...body });
  const fresh = (): string => `ref-${crypto.randomUUID()}`;

  describe('POST 201', () => {
    it('makes a plan of name, amount and interval', async () => {
      const answer = await create();
      expect(answer.status).toBe(201);
      expect(answer.json).toMatchObject({
        object: 'plan',
        livemode: false,
        name: 'Gold',
        amount: 49900,
        currency: 'INR',
        interval: 'month',
        interval_count: 1,
        description: null,
        active: true,
        trial_days: 0,
        tax: null,
        reference_id: null,
        metadata: {},
        sequence: 1,
      });
      expect(answer.headers.location).toBe(`/v1/plans/${String(answer.json.id)}`);
      expect((await merchant.get(String(answer.headers.location))).json).toEqual(answer.json);
    });

    it('reads what Razorpay’s clients send', async () => {
      const item = { name: 'Gold', amount: 129900, currency: 'INR', description: 'All of it' };
      const answer = await merchant.post('/v1/plans', { period: 'quarterly', interval: 1, item, notes: { tier: 'gold' } });
      expect([answer.status, answer.json]).toMatchObject([
        201,
        { name: 'Gold', amount: 129900, interval: 'month', interval_count: 3, description: 'All of it', metadata: { tier: 'gold' } },
      ]);
    });

    it('gives the same plan for the same key', async () => {
      const key = { 'idempotency-key': crypto.randomUUID() };
      const [first, again] = [await merchant.post('/v1/plans', GOLD, key), await merchant.post('/v1/plans', GOLD, key)];
      expect([again.status, again.text]).toEqual([201, first.text]);
    });
  });

  describe('POST 400', () => {
    it.each<[string, object, string]>([
      ['no interval', { interval: null }, 'interval parameter_missing'],
      ['an interval nobody has', { interval: 'fortnight' }, 'interval parameter_invalid'],
      ['too little', { amount: 99 }, 'amount amount_too_small'],
      ['a fraction', { amount: 499.5 }, 'amount parameter_invalid'],
      ['too long a trial', { trial_days: 731 }, 'trial_days parameter_invalid'],
      ['a rate of tax that is not in force', { tax: { sac: '998431', rate_bps: 1750 } }, 'tax.rate_bps parameter_invalid'],
      ['a currency that is not open', { currency: 'JPY' }, 'currency currency_not_supported'],
    ])('refuses %s', async (_what, body, problem) => {
      const answer = await create(body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });
  });

  describe('POST 409', () => {
    it('refuses a reference that another plan of the mode has', async () => {
      const reference_id = fresh();
      const first = await create({ reference_id });
      const second = await create({ reference_id });
      const existing = (second.json.error as { existing_id?: unknown }).existing_id;
      expect([second.status, second.error.code, second.error.param, existing]).toEqual([
        409,
        'resource_already_exists',
        'reference_id',
        first.json.id,
      ]);
      expect((await merchant.with(hundi.liveKey).post('/v1/plans', { ...GOLD, reference_id })).status).toBe(201);
    });
  });

  describe('GET 200', () => {
    it('lists by reference, metadata, amount, interval and whether it is active, with what was just written', async () => {
      const tag = fresh();
      const monthly = await create({ reference_id: tag, metadata: { tag } });
      const yearly = await create({ interval: 'year', amount: 499000, active: false, metadata: { tag } });
      const ids = async (query: string): Promise<unknown> =>
        ((await merchant.get(`/v1/plans?${query}`)).json as unknown as { data: { id: string }[] }).data.map(({ id }) => id);
      expect(await ids(`reference_id=${tag}`)).toEqual([monthly.json.id]);
      const listed = `metadata[tag]=${tag}&min_position=${String(yearly.headers['event-position'])}`;
      expect(await ids(listed)).toEqual([yearly.json.id, monthly.json.id]);
      expect(await ids(`${listed}&active=false`)).toEqual([yearly.json.id]);
      expect(await ids(`${listed}&interval=month`)).toEqual([monthly.json.id]);
      expect(await ids(`${listed}&amount=499000`)).toEqual([yearly.json.id]);
    });

    it('shows a plan as it was', async () => {
      const { json } = await create();
      await merchant.patch(`/v1/plans/${String(json.id)}`, { name: 'Silver' });
      expect((await merchant.get(`/v1/plans/${String(json.id)}?as_of=1`)).json).toMatchObject({ name: 'Gold', sequence: 1 });
    });
  });

  describe('GET 404', () => {
    it('answers a plan of another account, or of the other mode, like one that does not exist', async () => {
      const id = String((await create()).json.id);
      for (const key of [hundi.otherTestKey, hundi.liveKey]) {
        const answer = await merchant.with(key).get(`/v1/plans/${id}`);
        expect([answer.status, answer.error.code]).toEqual([404, 'resource_missing']);
      }
    });
  });

  describe('PATCH 200', () => {
    it('changes words and whether it is sold, and tells of it', async () => {
      const { json } = await create({ metadata: { tier: 'gold' } });
      const path = `/v1/plans/${String(json.id)}`;
      const answer = await merchant.patch(path, { name: 'Silver', active: false, trial_days: 7, metadata: { tier: null, since: 2026 } });
      expect(answer.json).toEqual({
        ...json,
        name: 'Silver',
        active: false,
        trial_days: 7,
        metadata: { since: 2026 },
        sequence: 2,
        updated_at: answer.json.updated_at,
      });
      await eventually(async () => {
        const { data } = (await merchant.get(`/v1/events?resource_id=${String(json.id)}`)).json as unknown as { data: object[] };
        expect(data).toMatchObject([
          { type: 'plan.updated', data: { object: { name: 'Silver' }, previous_attributes: { name: 'Gold', active: true } } },
          { type: 'plan.created', data: { object: json } },
        ]);
      });
    });
  });

  describe('PATCH 400', () => {
    it('never changes the price', async () => {
      const { json } = await create();
      const path = `/v1/plans/${String(json.id)}`;
      const answer = await merchant.patch(path, { amount: 99900, interval: 'year' });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'amount parameter_unknown', 'interval parameter_unknown']);
      expect(answer.error.hint).toBe('The price of a plan never changes. Create another plan.');
      expect((await merchant.get(path)).json).toEqual(json);
    });

    it('does not empty the name', async () => {
      const { json } = await create();
      const answer = await merchant.patch(`/v1/plans/${String(json.id)}`, { name: '' });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'name parameter_missing']);
    });
  });
});
