import { Client } from 'pg';
import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../test/api-client';
import { Merchant, newKey } from '../../test/merchant';
import { countEventsOf } from '../../test/stored-effects';

const hundi = hundiUnderTest();
const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };
const typesOf = (events: unknown): string[] => (events as { type: string }[]).map(({ type }) => type);

describe('?dry_run=true', () => {
  let merchant: Merchant;
  let database: Client;
  /** Of one payment: others expire and are settled meanwhile. */
  const storedRows = async (paymentId: unknown): Promise<unknown> => {
    const { rows } = await database.query(
      `SELECT (SELECT count(*)::int FROM payments.events WHERE stream_id = $1) AS events,
              (SELECT count(*)::int FROM payments.commands WHERE stream_id = $1) AS commands`,
      [paymentId],
    );
    return rows[0];
  };
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    database = new Client({ connectionString: hundi.databaseUrl });
    await database.connect();
  });
  afterAll(() => database.end());

  describe('200', () => {
    it('says what a creation would do, with its events, and stores nothing', async () => {
      const answer = await merchant.post('/v1/payments?dry_run=true', PAYMENT);
      expect([answer.status, answer.headers.location, answer.headers['event-position']]).toEqual([200, undefined, undefined]);
      expect(answer.json).toMatchObject({
        object: 'dry_run',
        status: 201,
        resource: { object: 'payment', status: 'captured', amount: 50000 },
      });
      expect(typesOf(answer.json.events)).toEqual(['payment.created', 'payment.authorized', 'payment.captured']);
      const { id } = answer.json.resource as { id: string };
      expect(await storedRows(id)).toEqual({ events: 0, commands: 0 });
      expect((await merchant.get(`/v1/payments/${id}`)).status).toBe(404);
    });

    it('keeps no key for the personal data of a customer that it does not create', async () => {
      const keysOf = async (id: unknown): Promise<unknown> =>
        (await database.query('SELECT count(*)::int AS keys FROM vault.data_keys WHERE subject = $1', [id])).rows[0];
      const customer = { name: 'Asha', email: 'asha@example.com' };
      const answer = await merchant.post('/v1/customers?dry_run=true', customer);
      expect(answer.json).toMatchObject({ status: 201, resource: customer });
      expect(await keysOf((answer.json.resource as { id: string }).id)).toEqual({ keys: 0 });
      expect(await keysOf((await merchant.post('/v1/customers', customer)).json.id)).toEqual({ keys: 1 });
    });

    it('decides on the payment as it is', async () => {
      const payment = await merchant.authorized();
      const answer = await merchant.post(`${payment}/capture?dry_run=true`, { amount: 100 });
      expect(answer.json).toMatchObject({ object: 'dry_run', status: 200, resource: { status: 'captured', amount_captured: 100 } });
      expect((await merchant.get(payment)).json.status).toBe('authorized');
    });

    it('uses up no Idempotency-Key', async () => {
      const headers = { 'idempotency-key': newKey() };
      await merchant.post('/v1/payments?dry_run=true', PAYMENT, headers);
      const real = await merchant.post('/v1/payments', { ...PAYMENT, amount: 100 }, headers);
      expect([real.status, real.headers['idempotent-replayed']]).toEqual([201, undefined]);
    });

    it('names a decline by the status that it would have', async () => {
      const body = { payment_method: 'upi', upi: { flow: 'collect', vpa: 'insufficient@sandbox' } };
      const answer = await merchant.post(`${await merchant.open()}/confirm?dry_run=true`, body);
      expect(answer.json).toMatchObject({ object: 'dry_run', status: 402, resource: { status: 'failed' } });
    });

    it('is not asked for with false', async () => {
      expect((await merchant.post('/v1/payments?dry_run=false', PAYMENT)).status).toBe(201);
    });
  });

  describe('400', () => {
    it('finds every problem that the request has', async () => {
      const answer = await merchant.post('/v1/payments?dry_run=true', { ...PAYMENT, amount: 0, currency: 'XXX' });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'amount amount_too_small', 'currency currency_not_supported']);
    });

    it.each(['dry_run=1', 'dry_run=', 'dry_run=true&dry_run=true'])('refuses %s, and does nothing', async (query) => {
      const answer = await merchant.post(`/v1/payments?${query}`, PAYMENT);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'dry_run parameter_invalid']);
      expect(await countEventsOf(database, [answer.headers['request-id']])).toBe(0);
    });
  });

  describe('404, 409', () => {
    it('refuses what would be refused', async () => {
      const missing = await merchant.with(hundi.otherTestKey).post(`${await merchant.authorized()}/capture?dry_run=true`);
      const twice = await merchant.post(`${await merchant.captured()}/capture?dry_run=true`);
      expect([missing.error.code, twice.error.code]).toEqual(['resource_missing', 'payment_already_captured']);
    });
  });
});
