import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shardOfAccount } from '#contracts';
import type { Command } from '#contracts';
import { eventually } from '#testing';
import { accepted, startGatewayUnderTest } from '../test/gateway-under-test';
import type { GatewayUnderTest } from '../test/gateway-under-test';

const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };

describe('what stands behind', () => {
  let gateway: GatewayUnderTest;
  const lastCommand = (): Command => {
    const command = gateway.commands.at(-1);
    if (command === undefined) throw new Error('no command has arrived');
    return command;
  };

  beforeAll(async () => {
    // A request that waits for a key in use gives up before the request that uses it.
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' }, commandWaitMs: 4_000 });
  });
  afterAll(() => gateway.stop());

  it('sends the checked payload, the caller and a deadline, and nothing the caller must not set', async () => {
    const body = { ...PAYMENT, currency: 'inr', id: 'pay_x', status: 'captured', livemode: true, account_id: 'acct_x', fee: 0 };
    // Any refusal will do as an answer: only the command is looked at.
    gateway.answer = async (command) => accepted(command, { status: 422, refusal: { code: 'idempotency_key_reused' } });
    const headers = { 'idempotency-key': 'k-1', prefer: 'handling=lenient' };
    await gateway.client.post('/v1/payments', { key: gateway.testKey, body, headers });
    const command = lastCommand();
    expect(command).toMatchObject({ type: 'payments.create', accountId: gateway.accountId, livemode: false, causationId: null });
    expect(command.idempotency).toEqual({ key: 'k-1', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    expect(command.deadlineAtMs - command.issuedAtMs).toBe(30_000);
    expect(command.actor.kind).toBe('api_key');
    expect(command.payload).toEqual({
      amount: 50000,
      currency: 'INR',
      methods: ['upi'],
      captureMethod: 'automatic',
      instrument: expect.anything() as object,
    });
  });

  it('passes a refusal on with its status, code and details', async () => {
    const refusal = { code: 'idempotency_key_reused' as const };
    gateway.answer = async (command) => accepted(command, { status: 422, refusal });
    const answer = await gateway.client.post('/v1/payments', { key: gateway.testKey, body: PAYMENT });
    expect([answer.status, answer.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('answers outcome_unknown with the id when no answer comes in time', async () => {
    gateway.answer = () => new Promise(() => undefined);
    const answer = await gateway.client.post('/v1/payments', { key: gateway.testKey, body: PAYMENT });
    expect([answer.status, answer.error.code]).toEqual([503, 'outcome_unknown']);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.headers.location).toBe(`/v1/payments/${lastCommand().streamId}`);
    expect(answer.json).toMatchObject({ error: { payment_id: lastCommand().streamId, retryable: true } });
  });

  it('answers idempotency_key_in_use after two seconds, and sends nothing', async () => {
    gateway.answer = () => new Promise(() => undefined);
    const call = { key: gateway.testKey, body: PAYMENT, headers: { 'idempotency-key': 'k-busy' } };
    const before = gateway.commands.length;
    const [first, second] = await Promise.all([gateway.client.post('/v1/payments', call), gateway.client.post('/v1/payments', call)]);
    expect([first.error.code, second.error.code].sort()).toEqual(['idempotency_key_in_use', 'outcome_unknown']);
    expect(gateway.commands.length).toBe(before + 1);
  });
});

describe('a gateway whose surroundings are away', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { PAYMENTS_URL: 'http://127.0.0.1:1', RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  it('lives, and is not ready', async () => {
    expect((await gateway.client.get('/health/live')).json).toEqual({ status: 'ok' });
    const ready = await gateway.client.get('/health/ready');
    expect([ready.status, ready.headers['retry-after']]).toEqual([503, '1']);
    expect(ready.json).toMatchObject({ status: 'unavailable', checks: { 'gateway.database': 'ok', 'gateway.payments': 'unavailable' } });
  });

  it('is ready, and names the services that are away or still start, while payments can be taken without them', async () => {
    const starting = createServer((request, response) => void response.writeHead(request.url === '/health/live' ? 200 : 503).end());
    await new Promise<void>((resolve) => starting.listen(0, '127.0.0.1', resolve));
    const KYC_URL = `http://127.0.0.1:${(starting.address() as AddressInfo).port}`;
    const alone = await startGatewayUnderTest({ environment: { KYC_URL, WEBHOOKS_URL: 'http://127.0.0.1:1' } });
    const ready = await alone.client.get('/health/ready').finally(() => alone.stop());
    starting.close();
    expect(ready.status).toBe(200);
    const checks = { 'gateway.payments': 'ok', 'gateway.kyc': 'unavailable', 'gateway.webhooks': 'unavailable' };
    expect(ready.json).toMatchObject({ status: 'degraded', checks });
  });

  it('names no part of itself where others than its own machine can ask', async () => {
    const open = await startGatewayUnderTest({ environment: { PAYMENTS_URL: 'http://127.0.0.1:1', HOST: '0.0.0.0' } });
    const ready = await open.client.get('/health/ready').finally(() => open.stop());
    expect([ready.status, ready.text]).toEqual([503, '{"status":"unavailable"}']);
  });

  it('answers a query with service_unavailable and no word about our parts', async () => {
    const shard = String(shardOfAccount(gateway.accountId)).padStart(2, '0');
    const answer = await gateway.client.get(`/v1/payments/pay_0VbanWjR${shard}xBimn7M2VGDl3W`, { key: gateway.testKey });
    expect([answer.status, answer.error.code, answer.headers['retry-after']]).toEqual([503, 'service_unavailable', '1']);
    expect(answer.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1:1[^0-9]|payments service/);
  });

  it('answers a write with service_unavailable when the bus is stopped: nothing happened', async () => {
    await gateway.bus.stop();
    const answer = await gateway.client.post('/v1/payments', { key: gateway.testKey, body: PAYMENT });
    expect([answer.status, answer.error.code]).toEqual([503, 'service_unavailable']);
  });
});

describe('stopping', () => {
  it('finishes what is under way, takes nothing new, and is done within five seconds', async () => {
    const gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
    let settle: () => void = () => undefined;
    gateway.answer = (command) =>
      new Promise((resolve) => (settle = () => resolve(accepted(command, { status: 422, refusal: { code: 'idempotency_key_reused' } }))));
    const underWay = gateway.client.post('/v1/payments', { key: gateway.testKey, body: PAYMENT });
    await eventually(() => expect(gateway.commands).toHaveLength(1));
    const startedAt = performance.now();
    const stopped = gateway.stopProcess();
    settle();
    expect((await underWay).status).toBe(422);
    await stopped;
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await gateway.stop();
    await expect(gateway.client.get('/health/live')).rejects.toThrow();
  });
});
