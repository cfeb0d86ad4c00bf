import { Client } from 'pg';
import { askDatabase, changedLast, eventually } from '#testing';
import type { RequestLogResource } from '#contracts';
import type { Answer } from '../../test/api-client';
import { accepted, startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { paymentOf } from '../../test/payment-of';
import { memberOf, signedUp } from '../../test/person';
import { createAccount, createApiKey, setLiveMode } from '../accounts/operator-accounts';

type Row = Record<string, unknown>;
const DAY_MS = 86_400_000;

describe('the request log of an account', () => {
  let gateway: GatewayUnderTest;
  let accountId: string;
  let key: string;
  let liveKey: string;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
    gateway.answer = async (command) => accepted(command, { body: JSON.stringify(paymentOf(command.streamId, 'created')) });
    gateway.found = (path) => (path.includes('limit') ? '{"data":[],"has_more":false,"next_cursor":null}' : undefined);
  });
  beforeEach(async () => {
    accountId = (await createAccount(gateway.keyStore, { name: 'Acme' })).id;
    key = (await createApiKey(gateway.keyStore, { accountId, kind: 'secret', livemode: false })).key;
    liveKey = (await createApiKey(gateway.keyStore, { accountId, kind: 'secret', livemode: true })).key;
  });
  afterAll(() => gateway.stop());

  const send = (
    method: string,
    path: string,
    more: { body?: unknown; key?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => gateway.client.send(method, path, { key, ...more });
  const pay = (more: Parameters<typeof send>[2] = {}) =>
    send('POST', '/v1/payments', { body: { amount: 50_000, currency: 'INR' }, ...more });
  const rows = (): Promise<Row[]> =>
    askDatabase(gateway.keyStore.databaseUrl, `SELECT * FROM gateway.request_logs WHERE account_id = '${accountId}' ORDER BY id`);
  const written = async (count: number): Promise<Row[]> => {
    await eventually(async () => expect(await rows()).toHaveLength(count));
    return rows();
  };
  const list = async (query = '', asked = key): Promise<RequestLogResource[]> =>
    (await send('GET', `/v1/request_logs?limit=100${query}`, { key: asked })).json.data as RequestLogResource[];

  it('shows support what was asked and how it ended, and nothing of what was in it', async () => {
    const { person: owner, accountId: id } = await signedUp(gateway);
    const { person: support } = await memberOf(gateway, { by: owner, accountId: id, role: 'support' });
    const { key: theirs } = await createApiKey(gateway.keyStore, { accountId: id, kind: 'secret', livemode: false });
    const headers = { 'idempotency-key': 'order-17', 'user-agent': 'shop/1' };
    await pay({ key: theirs, headers, body: { amount: 50_000, currency: 'INR', metadata: { order: 'A-17' } } });
    const inAccount = { 'hundi-account': id, 'hundi-mode': 'test' };
    const [seen] = await eventually(async () => {
      const { json } = await support.get('/v1/request_logs?operation=createPayment', inAccount);
      expect(json.data).toHaveLength(1);
      return json.data as RequestLogResource[];
    });
    const one = await support.get(`/v1/request_logs/${seen?.id}`, inAccount);
    const nothing = { idempotency_key: null, request: { headers: {}, query: {}, body: null }, response: { headers: {}, body: null } };
    for (const log of [seen, one.json]) expect(log).toMatchObject({ path: '/v1/payments', status: 201, ...nothing });
    expect([one.text.includes('A-17'), one.text.includes('shop/1')]).toEqual([false, false]);
    expect((await owner.get(`/v1/request_logs/${seen?.id}`, inAccount)).text).toContain('A-17');
    expect((await support.get('/v1/audit_log', inAccount)).code).toBe('role_insufficient');
  });

  it('shows developers in live mode what they may read there: no identity verifications', async () => {
    const { person: owner, accountId: id } = await signedUp(gateway);
    await setLiveMode(gateway.keyStore, id, { isEnabled: true, note: 'test' });
    const { person: developer } = await memberOf(gateway, { by: owner, accountId: id, role: 'developer' });
    for (const livemode of [false, true]) {
      const { key: theirs } = await createApiKey(gateway.keyStore, { accountId: id, kind: 'secret', livemode });
      await send('POST', '/v1/kyc/verifications', { key: theirs, body: { document_type: 'pan' } });
      await pay({ key: theirs, body: { amount: -1 } });
      const inAccount = { 'hundi-account': id, 'hundi-mode': livemode ? 'live' : 'test' };
      const logs = await eventually(async () => {
        const { json } = await developer.get('/v1/request_logs?method=POST&order=asc', inAccount);
        expect(json.data).toHaveLength(2);
        return json.data as RequestLogResource[];
      });
      const shown = await Promise.all(logs.map(async (log) => (await developer.get(`/v1/request_logs/${log.id}`, inAccount)).json));
      const kyc = { document_type: livemode ? '[hidden]' : 'pan' };
      expect(shown).toMatchObject([
        { status: 400, request: { body: kyc } },
        { status: 400, request: { body: { amount: -1 } } },
      ]);
    }
  });

  it('has every write, every refusal, and what is read in test mode', async () => {
    await pay();
    await pay({ body: { amount: -1 } });
    await send('GET', '/v1/payments');
    await pay({ key: liveKey });
    await send('GET', '/v1/payments', { key: liveKey });
    await send('GET', '/v1/payments/nothing', { key: liveKey });
    const found = await written(5);
    expect(found.map(({ livemode, operation, status, error_code: code }) => [livemode, operation, status, code])).toEqual([
      [false, 'createPayment', 201, null],
      [false, 'createPayment', 400, 'parameter_invalid'],
      [false, 'listPayments', 200, null],
      [true, 'createPayment', 201, null],
      [true, 'getPayment', 404, 'resource_missing'],
    ]);
  });

  it('has what was refused with a key of the account, and nothing of others', async () => {
    const reader = await createApiKey(gateway.keyStore, { accountId, kind: 'restricted', livemode: false, scopes: ['events:read'] });
    await pay({ key: reader.key });
    await pay({ key: changedLast(key) });
    await gateway.client.send('GET', '/v1/nothing', {});
    await send('GET', '/v1/payments');
    expect((await written(2)).map(({ actor_id: id, status }) => [id === reader.id, status])).toEqual([
      [true, 403],
      [false, 200],
    ]);
  });

  it('says what was asked and answered, with who asked, and no key', async () => {
    const answer = await pay({ headers: { 'idempotency-key': 'order-1001', cookie: 'session=opensesame' } });
    await written(1);
    const id = String(answer.headers['request-id']);
    const { json } = await send('GET', `/v1/request_logs/${id}`);
    expect(json).toMatchObject({
      id,
      object: 'request_log',
      livemode: false,
      method: 'POST',
      path: '/v1/payments',
      operation: 'createPayment',
      status: 201,
      error_code: null,
      actor: { type: 'api_key', id: expect.stringMatching(/^key_/) },
      address: expect.stringMatching(/^1:/),
      idempotency_key: 'order-1001',
      resource: { type: 'payment', id: answer.json.id },
      request: { headers: { 'content-type': 'application/json' }, query: {}, body: { amount: 50_000, currency: 'INR' } },
      response: { headers: {}, body: { id: answer.json.id, object: 'payment', amount: 50_000 } },
      truncated: false,
    });
    expect(JSON.stringify(await rows())).not.toMatch(/opensesame|sk_test|Bearer|127\.0\.0\.1/);
    expect((await list('&method=POST'))[0]).toMatchObject({ id, request: { body: null }, response: { body: null } });
  });

  it('is read by filters and pages, the newest first', async () => {
    const first = await pay();
    await pay({ body: { amount: -1 } });
    await pay({ headers: { 'idempotency-key': 'k-3' } });
    await written(3);
    const ids = (await list('&method=POST')).map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(ids.toSorted().toReversed()).toEqual(ids);
    const counts = await Promise.all(
      [
        '&status=400',
        '&error_code=parameter_invalid',
        '&path=/v1/payments&method=POST',
        '&operation=createPayment',
        `&resource=${String(first.json.id)}`,
        '&operation=cancelPayment',
        `&method=POST&at[gte]=${Math.floor(Date.now() / 1_000) + 60}`,
        `&method=POST&at[gte]=${Math.floor(Date.now() / 1_000) - 60}`,
        `&method=POST&at[lt]=${Math.floor(Date.now() / 1_000) - 60}`,
      ].map(async (query) => (await list(query)).length),
    );
    expect(counts).toEqual([1, 1, 3, 3, 1, 0, 0, 3, 0]);
    const page = await send('GET', '/v1/request_logs?limit=2&method=POST');
    expect([page.json.has_more, (page.json.data as RequestLogResource[]).map(({ id }) => id)]).toEqual([true, ids.slice(0, 2)]);
    const next = await send('GET', `/v1/request_logs?limit=2&method=POST&cursor=${String(page.json.next_cursor)}`);
    expect([next.json.has_more, (next.json.data as RequestLogResource[]).map(({ id }) => id)]).toEqual([false, ids.slice(2)]);
    const back = await send('GET', `/v1/request_logs?limit=2&method=POST&ending_before=${ids[2]}`);
    expect((back.json.data as RequestLogResource[]).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect((await send('GET', '/v1/request_logs?status=odd')).error).toMatchObject({ code: 'parameter_invalid', param: 'status' });
    expect((await send('GET', '/v1/request_logs?who=me')).error).toMatchObject({ code: 'parameter_unknown' });
    expect((await send('GET', `/v1/request_logs/${ids[0]?.replace(/.$/, '_')}`)).status).toBe(404);
  });

  it('shows each account and mode its own', async () => {
    const answer = await pay();
    await written(1);
    const id = String(answer.headers['request-id']);
    const other = (await createAccount(gateway.keyStore, { name: 'Other' })).id;
    const otherKey = (await createApiKey(gateway.keyStore, { accountId: other, kind: 'secret', livemode: false })).key;
    expect((await send('GET', `/v1/request_logs/${id}`, { key: otherKey })).status).toBe(404);
    expect((await send('GET', `/v1/request_logs/${id}`, { key: liveKey })).status).toBe(404);
    // The refusal before may be in it.
    expect((await list('', liveKey)).filter(({ livemode, resource }) => !livemode || resource?.type === 'payment')).toEqual([]);
    expect((await list('', otherKey)).map(({ actor }) => actor.id)).not.toContain((await rows())[0]?.actor_id);
  });

  it('(60) has no row for a reader that says no account, nor those of another', async () => {
    await pay();
    await written(1);
    const seen = async (account: string): Promise<unknown> => {
      const options = `-c role=hundi_accounts_reader${account}`;
      const client = new Client({ connectionString: gateway.keyStore.databaseUrl, options });
      await client.connect();
      const { rows: found } = await client
        .query<{ count: string }>('SELECT count(*) FROM gateway.request_logs')
        .finally(() => client.end());
      return found[0]?.count;
    };
    expect(await seen('')).toBe('0');
    expect(await seen(' -c hundi.account_id=acct_other')).toBe('0');
    expect(await seen(` -c hundi.account_id=${accountId}`)).toBe('1');
  });

  describe('is kept for the days that the account says', () => {
    const setDays = (days: number | null) => send('PATCH', '/v1/account', { body: { settings: { request_log_days: days } } });
    const day = (inDays: number): string => new Date(Date.now() + inDays * DAY_MS).toISOString().slice(0, 10);
    const endsOn = async (): Promise<unknown[]> =>
      askDatabase(
        gateway.keyStore.databaseUrl,
        `SELECT DISTINCT ends_on::text AS day FROM gateway.request_logs WHERE account_id = '${accountId}' ORDER BY 1`,
      );

    it('seven unless it says otherwise', async () => {
      expect((await send('GET', '/v1/account')).json.settings).toMatchObject({ request_log_days: 7 });
      await pay();
      await eventually(async () => expect(await endsOn()).toEqual([{ day: day(7) }]));
    });

    it('up to thirty', async () => {
      expect((await setDays(30)).json.settings).toMatchObject({ request_log_days: 30 });
      expect((await setDays(31)).error).toMatchObject({ param: 'settings.request_log_days' });
      const { key: fresh } = await createApiKey(gateway.keyStore, { accountId, kind: 'secret', livemode: false });
      await pay({ key: fresh });
      await eventually(async () => expect(await endsOn()).toContainEqual({ day: day(30) }));
    });

    it('not at all with none, and what was there is not shown any more', async () => {
      const { person: owner, accountId: own } = await signedUp(gateway);
      accountId = own;
      key = (await createApiKey(gateway.keyStore, { accountId, kind: 'secret', livemode: false })).key;
      await pay();
      await written(1);
      expect(await setDays(0)).toMatchObject({ status: 403, error: { code: 'session_only', param: 'settings.request_log_days' } });
      const headers = { 'hundi-account': accountId, 'hundi-mode': 'test' };
      await owner.send('PATCH', '/v1/account', { body: { settings: { request_log_days: 0 } }, headers });
      const { key: fresh } = await createApiKey(gateway.keyStore, { accountId, kind: 'secret', livemode: false });
      expect(await list('', fresh)).toEqual([]);
      await pay({ key: fresh });
      await setDays(null);
      const { key: again } = await createApiKey(gateway.keyStore, { accountId, kind: 'secret', livemode: false });
      await eventually(async () => expect((await list('&operation=createPayment', again)).length).toBe(1));
    });

    it('and then dropped with its day', async () => {
      await pay();
      await written(1);
      const keep = (today: string) => askDatabase(gateway.keyStore.databaseUrl, `SELECT gateway.keep_partitions('{}', '${today}')`);
      await keep(day(7));
      expect(await rows()).toHaveLength(1);
      await keep(day(8));
      expect(await rows()).toEqual([]);
      await pay();
      await written(1);
    });
  });
});
