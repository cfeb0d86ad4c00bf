import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { newId, shardOfAccount, shardOfId } from '#contracts';
import { SystemClock, SystemRandom } from '#service';
import { hundiUnderTest } from '#testing';
import type { Answer } from '../../test/api-client';
import { Merchant, newKey } from '../../test/merchant';
import { Receiver } from '../../test/receiver';

const hundi = hundiUnderTest();
const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };
/** Longer ago than a command may act. */
const LONG_AGO = '5 minutes';

/** A request to one of the services. */
interface Use {
  service: string;
  send(key: string): Promise<Answer>;
}

describe('an Idempotency-Key', () => {
  let merchant: Merchant;
  let receiver: Receiver;
  let database: Client;
  let customer: string;
  let endpoint: string;
  const made: string[] = [];
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    receiver = await Receiver.open();
    database = new Client({ connectionString: hundi.databaseUrl });
    await database.connect();
    customer = (await merchant.customer({ name: 'Asha Rao' })).split('/').at(-1) ?? '';
    endpoint = await register(await registration(newKey()));
  });
  afterAll(async () => {
    for (const path of made) await merchant.delete(path);
    await receiver.close();
    await database.end();
  });
  const registration = (key: string): Promise<Answer> =>
    merchant.post('/v1/webhook_endpoints', { url: receiver.url(newKey()), enabled_events: ['refund.failed'] }, { 'idempotency-key': key });
  const register = async (answer: Answer): Promise<string> => {
    if (answer.status === 201) made.push(String(answer.headers.location));
    return String(answer.headers.location);
  };
  const pay = (key: string): Promise<Answer> => merchant.post('/v1/payments', PAYMENT, { 'idempotency-key': key });
  const verify = (key: string, more: object = {}): Promise<Answer> => {
    const body = { customer_id: customer, document_type: 'pan', document_number: 'ABCPE1234F', ...more };
    return merchant.post('/v1/kyc/verifications', body, { 'idempotency-key': key });
  };
  const ping = (key: string): Promise<Answer> => merchant.post(`${endpoint}/ping`, undefined, { 'idempotency-key': key });
  const uses: Record<string, Use> = {
    payment: { service: 'payments', send: (key) => pay(key) },
    verification: { service: 'kyc', send: (key) => verify(key) },
    registration: {
      service: 'webhooks',
      send: async (key) => {
        const answer = await registration(key);
        await register(answer);
        return answer;
      },
    },
    ping: { service: 'webhooks', send: (key) => ping(key) },
  };
  const use = (what: string): Use => uses[what] ?? never(what);
  const never = (what: string): never => {
    throw new Error(`no ${what}`);
  };
  const verdict = ({ status, error }: Answer): unknown[] => [status, error.code];
  const lookUp = (key: string): Promise<Answer> => merchant.get(`/v1/idempotency_keys/${encodeURIComponent(key)}`);

  describe('belongs to one request of the account, whichever service carries it out', () => {
    it.each([
      ['payment', 'verification'],
      ['payment', 'registration'],
      ['payment', 'ping'],
      ['verification', 'payment'],
      ['verification', 'ping'],
      ['registration', 'payment'],
      ['registration', 'verification'],
      ['ping', 'payment'],
    ])('422: of a %s, it is refused for a %s, and shows the first', async (first, second) => {
      const key = newKey();
      const [was, other] = [await use(first).send(key), await use(second).send(key)];
      expect(was.status).toBeLessThan(300);
      expect(verdict(other)).toEqual([422, 'idempotency_key_reused']);
      const again = await use(first).send(key);
      if (first !== 'registration')
        expect([again.status, again.headers['idempotent-replayed'], again.json]).toEqual([was.status, 'true', was.json]);
      expect((await lookUp(key)).json).toMatchObject({ status: 'completed', object_id: was.json.id, http_status: was.status });
    });

    it('finds its answer after the customer that the request names was erased', async () => {
      const key = newKey();
      const path = await merchant.customer({ name: 'Asha Rao' });
      const ask = (withKey: string, more: object = {}): Promise<Answer> =>
        verify(withKey, { customer_id: path.split('/').at(-1), ...more });
      const first = await ask(key);
      expect(first.status).toBe(201);
      await merchant.delete(path);
      const again = await ask(key);
      const { 'idempotent-replayed': replayed, location } = again.headers;
      expect([again.status, again.json.id, replayed, location]).toEqual([201, first.json.id, 'true', first.headers.location]);
      expect(verdict(await ask(key, { metadata: { order: 7 } }))).toEqual([422, 'idempotency_key_reused']);
      expect(verdict(await ask(newKey()))).toEqual([404, 'resource_missing']);
    });

    it('422: of a verification, also for another verification', async () => {
      const key = newKey();
      expect((await verify(key)).status).toBe(201);
      expect(verdict(await verify(key, { metadata: { order: 7 } }))).toEqual([422, 'idempotency_key_reused']);
    });

    it('lets one of two requests at once at two services have it', async () => {
      for (let round = 0; round < 5; round++) {
        const key = newKey();
        const answers = await Promise.all([pay(key), verify(key)]);
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
        const won = answers.find(({ status }) => status === 201);
        expect((await lookUp(key)).json).toMatchObject({ status: 'completed', object_id: won?.json.id });
      }
    });

    it('is free again after a refusal, for every service', async () => {
      const key = newKey();
      const verified = await verify(newKey());
      const cancelled = await merchant.post(`${String(verified.headers.location)}/cancel`, undefined, { 'idempotency-key': key });
      expect(verdict(cancelled)).toEqual([409, 'state_conflict']);
      expect(verdict(await merchant.post(`${await merchant.captured()}/capture`, {}, { 'idempotency-key': key }))).toEqual([
        409,
        'payment_already_captured',
      ]);
      const gone = await register(await registration(newKey()));
      await merchant.delete(gone);
      expect((await merchant.post(`${gone}/disable`, undefined, { 'idempotency-key': key })).status).toBe(404);
      expect((await lookUp(key)).status).toBe(404);
      expect((await pay(key)).status).toBe(201);
    });

    it('is another one in the other mode', async () => {
      const key = newKey();
      expect((await verify(key)).status).toBe(201);
      const live = merchant.with(hundi.liveKey);
      expect((await live.post('/v1/customers', { reference_id: key }, { 'idempotency-key': key })).status).toBe(201);
    });

    it('is not used up by a dry run', async () => {
      const key = newKey();
      const body = { customer_id: customer, document_type: 'pan', document_number: 'ABCPE1234F' };
      await merchant.post('/v1/kyc/verifications?dry_run=true', body, { 'idempotency-key': key });
      expect((await pay(key)).status).toBe(201);
    });
  });

  describe('held by a request that never came to an end', () => {
    /** What a gateway leaves behind that dies between holding the key and sending the command. */
    const leave = async (key: string, age: string): Promise<void> => {
      const random = new SystemRandom(new SystemClock());
      const accountId = await accountOf();
      const id = createHash('sha256').update(`${accountId}\ntest\n${key}`).digest('hex').slice(0, 32);
      await database.query(
        `INSERT INTO payments.commands (shard, command_id, stream_id, operation, idempotency_id, idempotency_key, fingerprint, outcome,
           http_status, created_at)
         VALUES ($1, $2, $3, 'kyc.create', $4::uuid, $5, 'of no request', 'held', 0, now() - $6::interval)`,
        [shardOfAccount(accountId), random.uuid(), newId('kycVerification', shardOfAccount(accountId), 1, random), id, key, age],
      );
    };
    const accountOf = async (): Promise<string> => {
      const sql = 'SELECT account_id FROM payments.streams WHERE shard = $1 AND stream_id = $2';
      const { rows } = await database.query<{ account_id: string }>(sql, [shardOfId('customer', customer), customer]);
      return rows[0]?.account_id ?? '';
    };

    it.each(['payment', 'verification', 'registration', 'ping'])('is free for a %s as soon as that cannot act any more', async (what) => {
      const key = newKey();
      await leave(key, LONG_AGO);
      expect((await lookUp(key)).status).toBe(404);
      const answer = await use(what).send(key);
      expect(answer.status).toBeLessThan(300);
      expect((await lookUp(key)).json).toMatchObject({ status: 'completed', object_id: answer.json.id });
    });

    it.each(['payment', 'verification'])('409: is in use until then, for a %s that is another request', async (what) => {
      const key = newKey();
      await leave(key, '0 seconds');
      const answer = await use(what).send(key);
      expect(verdict(answer)).toEqual([409, 'idempotency_key_in_use']);
      expect(answer.json.error).toMatchObject({ retryable: true });
      expect(answer.headers['retry-after']).toBe('1');
      expect((await lookUp(key)).json).toMatchObject({ status: 'in_progress', object_id: null });
    });

    it('stays with the same request, which goes on', async () => {
      const key = newKey();
      const first = await verify(key);
      expect(first.status).toBe(201);
      // As if the gateway had died before it sent the command: the key is held, and no service knows it.
      await database.query('DELETE FROM kyc.commands WHERE idempotency_key = $1', [key]);
      const again = await verify(key);
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
      expect(verdict(await pay(key))).toEqual([422, 'idempotency_key_reused']);
    });
  });

  it('shows what a ping was answered with', async () => {
    const key = newKey();
    const answer = await ping(key);
    expect((await lookUp(key)).json).toMatchObject({ http_status: 200, object_id: answer.json.id, result: answer.json });
  });
});
