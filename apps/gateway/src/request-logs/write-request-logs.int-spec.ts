import { fastify, type FastifyInstance } from 'fastify';
import { createLogger, Metrics, SystemClock, SystemRandom } from '#service';
import { askDatabase, eventually, testDatabase, type TestDatabase } from '#testing';
import type { EventStore } from '#event-store';
import { newId, type Clock } from '#contracts';
import { openAccountsStore } from '../accounts/accounts-store';
import { AddressDigests } from '../auth/address-digests';
import { Pepper } from '../auth/pepper';
import { migrateGateway } from '../migrate-gateway';
import { installRequestLog } from './install-request-log';
import { packed } from './packed-details';
import { RequestLogs } from './request-logs';
import { insertLogRecords, keepRequestLogDays } from './request-logs.table';

/** Fewer than a gateway lets wait. */
const WAITING_MAX = 50;
const DIGESTS = new AddressDigests(new Pepper('a pepper of the tests'));
const ACCOUNT = 'acct_0TgWzRaB17xK2mNq5Yd8Vf3L';
const caller = {
  accountId: ACCOUNT,
  livemode: false,
  keyId: 'key_1',
  kind: 'secret',
  scopes: [],
  addresses: null,
  rules: { requestLogDays: 7 },
} as const;

describe('writing the request log', () => {
  let database: TestDatabase;
  let store: EventStore;
  let metrics: Metrics;
  let server: FastifyInstance;
  let logs: RequestLogs;
  const clock: Clock = new SystemClock();
  const random = new SystemRandom(clock);
  beforeEach(async () => {
    database = await testDatabase('gateway', migrateGateway);
    metrics = new Metrics();
    store = openAccountsStore(database.url, { clock, random, logger: createLogger({ service: 'test', level: 'silent' }), metrics });
    logs = new RequestLogs({ store, metrics, digests: DIGESTS, isEnabled: true, waitingMax: WAITING_MAX });
    server = fastify({ genReqId: () => newId('requestLog', 0, clock.nowMs(), random) });
    server.decorateRequest('caller', null);
    server.decorateRequest('keyHolder', null);
    server.addHook('onRequest', (request, _reply, done) => {
      request.caller = caller;
      done();
    });
    installRequestLog(server, logs);
    server.post('/v1/payments', async () => ({ id: 'pay_1' }));
  });
  afterEach(async () => {
    await server.close();
    await store.stop();
    await database.drop();
  });

  const ask = async (count: number): Promise<void> => {
    for (let times = 0; times < count; times++) await server.inject({ method: 'POST', url: '/v1/payments', payload: {} });
  };
  const rows = (): Promise<object[]> => askDatabase(database.url, 'SELECT id FROM gateway.request_logs');
  const metric = async (name: string): Promise<string | undefined> =>
    (await metrics.expose()).text.split('\n').find((line) => line.startsWith(`hundi_request_logs_${name}`));

  it('is done four times a second', async () => {
    logs.onApplicationBootstrap();
    await ask(3);
    await eventually(async () => expect(await rows()).toHaveLength(3));
    await logs.onApplicationShutdown();
    expect(await metric('written_total')).toBe('hundi_request_logs_written_total 3');
  });

  it('is done with what is left when the gateway stops', async () => {
    await ask(30);
    expect(await rows()).toEqual([]);
    await logs.onApplicationShutdown();
    expect(await rows()).toHaveLength(30);
    expect(await metric('waiting')).toBe('hundi_request_logs_waiting 0');
  });

  it('drops and counts what comes while too many wait', async () => {
    await ask(WAITING_MAX + 2);
    expect(await metric('dropped_total{reason="full"}')).toBe('hundi_request_logs_dropped_total{reason="full"} 2');
    expect(await metric('waiting')).toBe(`hundi_request_logs_waiting ${WAITING_MAX}`);
    await logs.onApplicationShutdown();
    expect(await rows()).toHaveLength(WAITING_MAX);
  });

  it('is done once the table is there again, each request once', async () => {
    await askDatabase(database.url, 'ALTER TABLE gateway.request_logs RENAME TO away');
    logs.onApplicationBootstrap();
    await ask(2);
    await eventually(async () => expect(await metric('waiting')).toBe('hundi_request_logs_waiting 2'));
    await askDatabase(database.url, 'ALTER TABLE gateway.away RENAME TO request_logs');
    await eventually(async () => expect(await rows()).toHaveLength(2));
    await logs.onApplicationShutdown();
    expect(await rows()).toHaveLength(2);
  });

  it('writes nothing twice when the database wrote it and its answer was lost', async () => {
    const record = { accountId: ACCOUNT, livemode: false, atMs: 0, endsOn: '2030-01-01', method: 'POST', path: '/v1/payments' };
    const result = { operation: null, status: 201, errorCode: null, durationMs: 1, actorId: 'key_1', resourceId: null, details: '{}' };
    const batch = packed(['req_1', 'req_2'].map((id) => ({ ...record, ...result, id })));
    await keepRequestLogDays(store, ['2030-01-01'], '2030-01-01');
    await insertLogRecords(store, batch);
    await insertLogRecords(store, batch);
    expect(await rows()).toEqual([{ id: 'req_1' }, { id: 'req_2' }]);
  });

  it('hides a number of a card also where a long text is cut in its middle', async () => {
    const userAgent = `${'x'.repeat(284)} 4111111111111111`;
    await server.inject({ method: 'POST', url: '/v1/payments', payload: {}, headers: { 'user-agent': userAgent } });
    await logs.onApplicationShutdown();
    const [row] = await askDatabase<{ text: string }>(
      database.url,
      `SELECT convert_from(details, 'UTF8') AS text FROM gateway.request_logs`,
    );
    expect(row?.text).toContain('"user-agent":"[hidden]"');
    expect(row?.text).not.toContain('4111');
  });

  it('makes and drops days by two gateways at once', async () => {
    const keep = (today: string): Promise<unknown> =>
      askDatabase(database.url, "SELECT gateway.keep_partitions('{2030-01-01,2030-01-02}', $1)", [today]);
    await Promise.all([keep('2030-01-01'), keep('2030-01-01'), keep('2030-01-01')]);
    const days = (): Promise<object[]> =>
      askDatabase(
        database.url,
        "SELECT inhrelid::regclass::text AS day FROM pg_inherits WHERE inhparent = 'gateway.request_logs'::regclass ORDER BY 1",
      );
    expect(await days()).toEqual([{ day: 'gateway.request_logs_20300101' }, { day: 'gateway.request_logs_20300102' }]);
    await Promise.all([keep('2030-01-02'), keep('2030-01-02')]);
    expect(await days()).toEqual([{ day: 'gateway.request_logs_20300102' }]);
  });
});
