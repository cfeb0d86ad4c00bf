import { Client } from 'pg';
import { hundiUnderTest } from '#testing';
import { ApiClient, problemsOf } from '../../../test/api-client';
import type { Answer } from '../../../test/api-client';
import { countEventsOf } from '../../../test/stored-effects';

const hundi = hundiUnderTest();
const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };

describe('POST /v1/payments with a bad body', () => {
  let api: ApiClient;
  let database: Client;
  const create = async (body: unknown, headers: Record<string, string | string[]> = {}): Promise<Answer> => {
    const answer = await api.post('/v1/payments', { key: hundi.testKey, body, headers });
    if (answer.status === 400) refused.push(answer.headers['request-id']);
    return answer;
  };
  const refused: (string | undefined)[] = [];

  beforeAll(async () => {
    api = await ApiClient.connect(hundi.baseUrl);
    database = new Client({ connectionString: hundi.databaseUrl });
    await database.connect();
  });
  afterAll(() => database.end());

  describe('400', () => {
    afterAll(async () => {
      const accepted = await api.post('/v1/payments', { key: hundi.testKey, body: PAYMENT });
      expect(await countEventsOf(database, [accepted.headers['request-id']])).toBeGreaterThan(0);
      expect(refused.length).toBeGreaterThan(0);
      expect(await countEventsOf(database, refused)).toBe(0);
    });

    it.each<[string, object]>([
      ['metadata', { metadata: { note: '~s1.acct.AAAA' } }],
      ['metadata', { metadata: { '~s1.acct.AAAA': 'note' } }],
      ['description', { description: '~s1.acct.AAAA' }],
      ['reference_id', { reference_id: '~s1.acct.AAAA' }],
      ['customer.name', { customer: { name: '~s1.acct.AAAA' } }],
    ])('names %s when a text in it begins like a sealed value, and says so', async (param, more) => {
      const answer = await create({ ...PAYMENT, ...more });
      expect([answer.status, answer.error.errors.map((problem) => [problem.param, problem.reason])]).toEqual([
        400,
        [[param, 'invalid_characters']],
      ]);
      expect(answer.error.message).toContain('begin with ~s1.');
    });

    it('names our fields to who sends those of another API, instead of taking the card without them', async () => {
      const card = { number: '4242424242424242', exp_month: 12, exp_year: 2035, cvc: '123' };
      const answer = await create({ ...PAYMENT, payment_method: 'card', card });
      const unknown = ['card.exp_month', 'card.exp_year', 'card.cvc'].map((param) => `${param} parameter_unknown`);
      const missing = ['card.expiry_month', 'card.expiry_year', 'card.cvv'].map((param) => `${param} parameter_missing`);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, ...unknown, ...missing]);
      expect(answer.error.hint).toBe(
        'In place of card.exp_month send card.expiry_month. In place of card.exp_year send card.expiry_year. In place of card.cvc send card.cvv.',
      );
    });

    it.each([
      ['return_url', { return_url: '~s1.acct.AAAA' }],
      ['customer_id', { customer_id: '~s1.acct.AAAA' }],
      ['upi.vpa', { upi: { flow: 'collect', vpa: '~s1.acct.AAAA' } }],
      ['processor', { processor: '~s1.acct.AAAA' }],
      ['statement_descriptor', { statement_descriptor: '~s1.acct.AAAA' }],
      ['payment_method_id', { payment_method_id: '~s1.acct.AAAA' }],
    ])('refuses what begins like a sealed value as %s, which has a form of its own', async (_param, more) => {
      expect([400, 404]).toContain((await create({ ...PAYMENT, ...more })).status);
    });

    it.each<[string, unknown, string[]]>([
      ['no body at all', undefined, ['amount parameter_missing', 'currency parameter_missing']],
      ['an empty object', {}, ['amount parameter_missing', 'currency parameter_missing']],
      ['null for required fields', { amount: null, currency: null }, ['amount parameter_missing', 'currency parameter_missing']],
      ['an amount as text', { ...PAYMENT, amount: '50000' }, ['amount parameter_invalid']],
      ['an amount as true', { ...PAYMENT, amount: true }, ['amount parameter_invalid']],
      ['an amount as a list', { ...PAYMENT, amount: [50000] }, ['amount parameter_invalid']],
      ['a fraction', { ...PAYMENT, amount: 500.5 }, ['amount parameter_invalid']],
      ['a negative amount', { ...PAYMENT, amount: -50000 }, ['amount parameter_invalid']],
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
      [
        'an unknown bank',
        { ...PAYMENT, payment_method: 'netbanking', netbanking: { bank: 'ZZZZ' } },
        ['netbanking.bank bank_not_supported'],
      ],
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
      ['a NUL in a key', '{"metadata":{"a\\u0000":1}}', 'metadata'],
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
});

function many(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
}

function card(number: string): object {
  return { amount: 50000, currency: 'INR', payment_method: 'card', card: { number, expiry_month: 12, expiry_year: 2030, cvv: '123' } };
}
