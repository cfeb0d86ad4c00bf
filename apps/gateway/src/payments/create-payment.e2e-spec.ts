import { Client } from 'pg';
import { eventually, hundiUnderTest } from '#testing';
import { ApiClient, problemsOf } from '../../test/api-client';
import type { Answer } from '../../test/api-client';

const hundi = hundiUnderTest();
const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };
const newKey = (): string => `e2e-${crypto.randomUUID()}`;

describe('POST /v1/payments', () => {
  let api: ApiClient;
  let database: Client;
  const create = (body: unknown, headers: Record<string, string | string[]> = {}): Promise<Answer> =>
    api.post('/v1/payments', { key: hundi.testKey, body, headers });
  const read = (id: unknown): Promise<Answer> => api.get(`/v1/payments/${String(id)}`, { key: hundi.testKey });
  const storedEvents = async (): Promise<number> => {
    const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM payments.events');
    return rows[0]?.count ?? -1;
  };

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

    it('keeps everything interface.md shows', async () => {
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

    it('ignores what it does not know, binds it to nothing, and says so', async () => {
      const mischief = { id: 'pay_mine', status: 'refunded', livemode: true, account_id: 'acct_x', amount_captured: 1, fee: 1, created_at: 1 };
      const answer = await create({ ...PAYMENT, ...mischief, customer: { name: 'A', rank: 1 } });
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
      const before = await storedEvents();
      const second = await create({ currency: 'INR', payment_method: 'upi', amount: 50000 }, { 'idempotency-key': key });
      expect([second.status, second.text, second.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
      expect(second.headers.location).toBe(first.headers.location);
      expect(first.headers['idempotent-replayed']).toBeUndefined();
      expect(await storedEvents()).toBe(before);
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

  describe('400', () => {
    let eventsBefore: number;
    beforeAll(async () => {
      eventsBefore = await storedEvents();
    });
    afterAll(async () => {
      await eventually(async () => expect(await storedEvents()).toBe(eventsBefore));
    });

    it.each<[string, unknown, string[]]>([
      ['no body at all', undefined, ['amount parameter_missing', 'currency parameter_missing']],
      ['an empty object', {}, ['amount parameter_missing', 'currency parameter_missing']],
      ['null for required fields', { amount: null, currency: null }, ['amount parameter_missing', 'currency parameter_missing']],
      ['an amount as text', { ...PAYMENT, amount: '50000' }, ['amount parameter_invalid']],
      ['an amount as true', { ...PAYMENT, amount: true }, ['amount parameter_invalid']],
      ['an amount as a list', { ...PAYMENT, amount: [50000] }, ['amount parameter_invalid']],
      ['a fraction', { ...PAYMENT, amount: 500.5 }, ['amount parameter_invalid']],
      ['a negative amount', { ...PAYMENT, amount: -50000 }, ['amount amount_too_small']],
      ['zero', { ...PAYMENT, amount: 0 }, ['amount amount_too_small']],
      ['less than one rupee', { ...PAYMENT, amount: 99 }, ['amount amount_too_small']],
      ['more than the ceiling', { ...PAYMENT, payment_method: 'card', amount: 10_000_000_000 }, ['amount amount_too_large']],
      ['a huge amount', { ...PAYMENT, amount: 1e21 }, ['amount amount_too_large']],
      ['an unknown currency', { ...PAYMENT, currency: 'XXX' }, ['currency currency_not_supported']],
      ['a currency as a number', { ...PAYMENT, currency: 356 }, ['currency parameter_invalid']],
      ['upi with USD', { ...PAYMENT, currency: 'USD' }, ['payment_method currency_not_supported']],
      ['an unknown method', { ...PAYMENT, payment_method: 'cash' }, ['payment_method parameter_invalid']],
      ['both method forms that contradict', { ...PAYMENT, payment_methods: ['card'] }, ['payment_method parameters_exclusive']],
      ['an empty list of methods', { amount: 50000, currency: 'INR', payment_methods: [] }, ['payment_methods parameter_invalid']],
      ['a customer as text', { ...PAYMENT, customer: 'Asha' }, ['customer parameter_invalid']],
      ['a customer as a list', { ...PAYMENT, customer: [{ name: 'Asha' }] }, ['customer parameter_invalid']],
      ['nested metadata', { ...PAYMENT, metadata: { a: { b: 1 } } }, ['metadata metadata_invalid']],
      ['metadata with a list', { ...PAYMENT, metadata: { a: [1] } }, ['metadata metadata_invalid']],
      ['metadata with null', { ...PAYMENT, metadata: { a: null } }, ['metadata metadata_invalid']],
      ['51 keys of metadata', { ...PAYMENT, metadata: many(51) }, ['metadata metadata_invalid']],
      ['10,000 keys of metadata', { ...PAYMENT, metadata: many(10_000) }, ['metadata metadata_invalid']],
      ['a metadata key of 41 characters', { ...PAYMENT, metadata: { ['k'.repeat(41)]: 1 } }, ['metadata metadata_invalid']],
      ['a metadata value of 501 characters', { ...PAYMENT, metadata: { a: 'x'.repeat(501) } }, ['metadata metadata_invalid']],
      ['a description of 501 characters', { ...PAYMENT, description: 'x'.repeat(501) }, ['description parameter_invalid']],
      ['a reference of 65 characters', { ...PAYMENT, reference_id: 'x'.repeat(65) }, ['reference_id parameter_invalid']],
      ['a wrong phone number', { ...PAYMENT, customer: { phone: '12' } }, ['customer.phone phone_invalid']],
      ['a wrong e-mail address', { ...PAYMENT, customer: { email: 'asha' } }, ['customer.email email_invalid']],
      ['a wrong URL', { ...PAYMENT, return_url: 'javascript:alert(1)' }, ['return_url url_invalid']],
      ['a card number that is not of the sandbox', card('4539148803436467'), ['card.number parameter_invalid']],
      ['an unknown bank', { ...PAYMENT, payment_method: 'netbanking', netbanking: { bank: 'ZZZZ' } }, ['netbanking.bank bank_not_supported']],
      [
        'everything at once',
        { amount: '1', currency: 'YEN', payment_method: 5, description: 1, customer: { name: 1, email: 'x', phone: 'y' }, metadata: 1 },
        [
          'amount parameter_invalid',
          'payment_method parameter_invalid',
          'description parameter_invalid',
          'customer.name parameter_invalid',
          'customer.email email_invalid',
          'customer.phone phone_invalid',
          'metadata metadata_invalid',
          'currency currency_not_supported',
        ],
      ],
    ])('refuses %s and names every field', async (_what, body, problems) => {
      const answer = await create(body);
      expect(answer.status).toBe(400);
      expect(problemsOf(answer)).toEqual(problems);
      expect(`${String(answer.error.param)} ${answer.error.code}`).toBe(problems[0]);
    });

    it.each<[string, string | Buffer, string | null]>([
      ['text that is no JSON', '{"amount":', null],
      ['a list instead of an object', '[]', null],
      ['a bare word', '"payment"', null],
      ['a key given twice', '{"amount":100,"currency":"INR","amount":200}', 'amount'],
      ['a nested key given twice', '{"customer":{"name":"A","name":"B"}}', 'customer.name'],
      ['21 levels', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, null],
      ['50,000 levels', '['.repeat(50_000) + ']'.repeat(50_000), null],
      ['a lone surrogate', '{"description":"\\ud800"}', 'description'],
      ['a NUL', '{"description":"a\\u0000b"}', 'description'],
      ['a NUL in a key', '{"metadata":{"a\\u0000":1}}', null],
      ['__proto__', '{"__proto__":{"amount":1}}', '__proto__'],
      ['constructor.prototype', '{"constructor":{"prototype":{}}}', 'constructor'],
      ['a number no computer holds', '{"amount":1e400}', 'amount'],
      ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), null],
    ])('refuses %s with json_invalid', async (_what, body, param) => {
      const answer = await create(body);
      expect([answer.status, answer.error.code]).toEqual([400, 'json_invalid']);
      if (param !== null) expect(answer.error.param).toBe(param);
    });

    it('refuses unknown parameters, nested and in the query, when strictness is asked for', async () => {
      const headers = { prefer: 'handling=strict' };
      const body = { ...PAYMENT, ammount: 1, customer: { nick: 'A' } };
      const answer = await api.post('/v1/payments?dry=1', { key: hundi.testKey, body, headers });
      expect(answer.status).toBe(400);
      expect(problemsOf(answer)).toEqual(['ammount parameter_unknown', 'customer.nick parameter_unknown', 'dry parameter_unknown']);
    });

    it.each([
      ['empty', ''],
      ['of 256 characters', 'k'.repeat(256)],
      ['with an umlaut', 'schl\u00fcssel'],
    ])('refuses an Idempotency-Key that is %s', async (_what, key) => {
      const answer = await create(PAYMENT, { 'idempotency-key': key });
      expect(problemsOf(answer)).toEqual(['Idempotency-Key parameter_invalid']);
    });

    it('refuses two Idempotency-Keys', async () => {
      expect(problemsOf(await create(PAYMENT, { 'idempotency-key': ['a', 'b'] }))).toEqual(['Idempotency-Key parameter_invalid']);
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
    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', 'application/jsonx'])(
      'refuses %s',
      async (type) => {
        const answer = await create(JSON.stringify(PAYMENT), { 'content-type': type });
        expect([answer.status, answer.error.code]).toEqual([415, 'media_type_unsupported']);
      },
    );

    it('refuses a compressed body', async () => {
      expect((await create(JSON.stringify(PAYMENT), { 'content-encoding': 'gzip' })).status).toBe(415);
    });
  });
});

function many(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
}

function card(number: string): object {
  return { amount: 50000, currency: 'INR', payment_method: 'card', card: { number, expiry_month: 12, expiry_year: 2030, cvv: '123' } };
}

function changedLast(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
}
