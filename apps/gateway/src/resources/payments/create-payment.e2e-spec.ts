import { Client } from 'pg';
import { changedLast, eventually, hundiUnderTest } from '#testing';
import { ApiClient } from '../../../test/api-client';
import type { Answer } from '../../../test/api-client';
import { countEventsOf } from '../../../test/stored-effects';

const hundi = hundiUnderTest();
const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };
const newKey = (): string => `e2e-${crypto.randomUUID()}`;

describe('POST /v1/payments', () => {
  let api: ApiClient;
  let database: Client;
  const create = (body: unknown, headers: Record<string, string | string[]> = {}): Promise<Answer> =>
    api.post('/v1/payments', { key: hundi.testKey, body, headers });
  const read = (id: unknown): Promise<Answer> => api.get(`/v1/payments/${String(id)}`, { key: hundi.testKey });

  beforeAll(async () => {
    api = await ApiClient.connect(hundi.baseUrl);
    database = new Client({ connectionString: hundi.databaseUrl });
    await database.connect();
  });
  afterAll(() => database.end());

  describe('201', () => {
    it('captures the smallest UPI payment in the reply, and GET answers the same bytes', async () => {
      const created = await create(PAYMENT);
      expect(created.status).toBe(201);
      expect(created.json).toMatchObject({ object: 'payment', status: 'captured', amount: 50000, currency: 'INR', livemode: false });
      expect(created.headers.location).toBe(`/v1/payments/${String(created.json.id)}`);
      expect(created.headers['event-position']).toMatch(/^[1-9]\d*$/);
      const found = await read(created.json.id);
      expect([found.status, found.text]).toEqual([200, created.text]);
    });

    it('keeps every field that was sent', async () => {
      const body = {
        ...PAYMENT,
        description: 'Order #1001',
        customer: { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' },
        metadata: { order_id: '1001', gift: true, items: 3 },
      };
      const { payment_method, ...kept } = body;
      expect((await create(body)).json).toMatchObject({ ...kept, payment_method });
    });

    it('leaves the choice to the customer when several methods are given', async () => {
      const { payment_method, ...rest } = PAYMENT;
      expect(payment_method).toBe('upi');
      const { json } = await create({ ...rest, payment_methods: ['upi', 'card', 'netbanking'] });
      expect(json).toMatchObject({ status: 'created', payment_method: null, payment_methods: ['upi', 'card', 'netbanking'] });
    });

    it('takes a currency in any case and shows it in upper case', async () => {
      expect((await create({ amount: 5000, currency: 'usd', payment_method: 'card' })).json).toMatchObject({ currency: 'USD' });
    });

    it('ignores what it does not know from a lenient caller, binds it to nothing, and says so', async () => {
      const mischief = {
        id: 'pay_mine',
        status: 'refunded',
        livemode: true,
        account_id: 'acct_x',
        amount_captured: 1,
        fee: 1,
        created_at: 1,
      };
      const answer = await create({ ...PAYMENT, ...mischief, customer: { name: 'A', rank: 1 } }, { prefer: 'handling=lenient' });
      expect(answer.headers['ignored-parameters']?.split(', ').sort()).toEqual([...Object.keys(mischief), 'customer.rank'].sort());
      expect(answer.json).toMatchObject({ status: 'captured', livemode: false, amount_captured: 50000 });
      expect(answer.json.id).not.toBe('pay_mine');
    });

    it('keeps live payments apart from test payments', async () => {
      const live = await api.post('/v1/payments', { key: hundi.liveKey, body: PAYMENT });
      expect([201, 503]).toContain(live.status);
      if (live.status === 201) expect(live.json).toMatchObject({ livemode: true });
      else expect(live.error.code).toBe('processor_not_configured');
    });
  });

  describe('201 with an Idempotency-Key', () => {
    it('answers a repetition with the same bytes and makes one payment', async () => {
      const key = newKey();
      const first = await create(PAYMENT, { 'idempotency-key': key });
      const second = await create({ currency: 'INR', payment_method: 'upi', amount: 50000 }, { 'idempotency-key': key });
      expect([second.status, second.text, second.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
      expect(second.headers.location).toBe(first.headers.location);
      expect(first.headers['idempotent-replayed']).toBeUndefined();
      expect(await countEventsOf(database, [first.headers['request-id']])).toBeGreaterThan(0);
      expect(await countEventsOf(database, [second.headers['request-id']])).toBe(0);
    });

    it('makes one payment of twenty requests at once', async () => {
      const key = newKey();
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(PAYMENT, { 'idempotency-key': key })));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
      expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    });

    it('keeps the keys of modes and accounts apart', async () => {
      const key = newKey();
      const mine = await create(PAYMENT, { 'idempotency-key': key });
      const theirs = await api.post('/v1/payments', { key: hundi.otherTestKey, body: PAYMENT, headers: { 'idempotency-key': key } });
      expect(theirs.status).toBe(201);
      expect(theirs.json.id).not.toBe(mine.json.id);
    });

    it('answers a repetition that comes after expires_at like any other', async () => {
      const headers = { 'idempotency-key': newKey() };
      const body = { ...PAYMENT, expires_at: Math.floor(Date.now() / 1000) + 5 };
      const first = await create(body, headers);
      const hasPassed = async () => expect((await create(body)).error.errors).toMatchObject([{ reason: 'expires_at_passed' }]);
      await eventually(hasPassed, { everyMs: 250 });
      const again = await create(body, headers);
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
      const late = await create(body, { 'idempotency-key': newKey() });
      expect([late.status, late.error.errors]).toMatchObject([400, [{ param: 'expires_at', reason: 'expires_at_passed' }]]);
    });

    it('frees the key when the request was refused', async () => {
      const key = newKey();
      expect((await create({ ...PAYMENT, amount: 1 }, { 'idempotency-key': key })).status).toBe(400);
      expect((await create(PAYMENT, { 'idempotency-key': key })).status).toBe(201);
    });
  });

  describe('422', () => {
    it('refuses a key that was used for another body', async () => {
      const key = newKey();
      await create(PAYMENT, { 'idempotency-key': key });
      const answer = await create({ ...PAYMENT, amount: 60000 }, { 'idempotency-key': key });
      expect([answer.status, answer.error.code]).toEqual([422, 'idempotency_key_reused']);
    });
  });

  describe('401', () => {
    it.each([
      ['no key', undefined, 'api_key_missing'],
      ['a malformed key', 'sk_test_nothing', 'api_key_invalid'],
      ['a key with one wrong character', changedLast(hundi.testKey), 'api_key_invalid'],
      ['a revoked key', hundi.revokedKey, 'api_key_revoked'],
    ])('refuses %s', async (_what, key, code) => {
      const answer = await api.post('/v1/payments', { key, body: PAYMENT });
      expect([answer.status, answer.error.code]).toEqual([401, code]);
    });
  });

  describe('413', () => {
    it('refuses a body of 300 KB, with and without a length in front', async () => {
      const answer = await create(JSON.stringify({ ...PAYMENT, description: 'x'.repeat(300_000) }));
      expect([answer.status, answer.error.code]).toEqual([413, 'body_too_large']);
    });
  });

  describe('415', () => {
    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/jsonx',
    ])('refuses %s', async (type) => {
      const answer = await create(JSON.stringify(PAYMENT), { 'content-type': type });
      expect([answer.status, answer.error.code]).toEqual([415, 'media_type_unsupported']);
    });

    it('says what a form should have been', async () => {
      const { error } = await create('amount=50000', { 'content-type': 'application/x-www-form-urlencoded' });
      expect(error.message).toBe('Send the body as application/json: application/x-www-form-urlencoded is not taken.');
      expect(error.hint).toContain('Content-Type: application/json');
    });

    it('refuses a compressed body', async () => {
      expect((await create(JSON.stringify(PAYMENT), { 'content-encoding': 'gzip' })).status).toBe(415);
    });
  });
});
