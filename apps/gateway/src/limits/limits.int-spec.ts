import { startGatewayUnderTest } from '../../test/gateway-under-test';
import type { GatewayUnderTest } from '../../test/gateway-under-test';

const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };
const UNKNOWN_ID = '/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W';

describe('limits', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    const environment = { RATE_LIMIT_TEST_WRITES: '2', RATE_LIMIT_TEST_READS: '3', RATE_LIMIT_REFUSALS: '2', CONCURRENCY_LIMIT: '1' };
    gateway = await startGatewayUnderTest({ environment, commandWaitMs: 200 });
  });
  afterAll(() => gateway.stop());

  it('counts reads of an account, tells it where it stands, and refuses above twice the rate', async () => {
    const answers = [];
    for (let index = 0; index < 7; index++) answers.push(await gateway.client.get(UNKNOWN_ID, { key: gateway.testKey }));
    expect(answers[0]?.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '5', 'ratelimit-reset': '1' });
    const last = answers.at(-1);
    expect([last?.status, last?.error.code]).toEqual([429, 'rate_limited']);
    expect(last?.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-reason': 'test_reads', 'ratelimit-remaining': '0' });
  });

  it('refuses a second request under way when one is the limit, and lets it in afterwards', async () => {
    gateway.answer = () => new Promise(() => undefined);
    const call = { key: gateway.testKey, body: PAYMENT };
    const [first, second] = await Promise.all([gateway.client.post('/v1/payments', call), gateway.client.post('/v1/payments', call)]);
    expect([first.error.code, second.error.code].sort()).toEqual(['concurrency_limited', 'outcome_unknown']);
    expect((await gateway.client.post('/v1/payments', call)).error.code).toBe('outcome_unknown');
  });

  it('lets few new verifications through in a minute, however they end, and says when the next one may come', async () => {
    const generous = await startGatewayUnderTest({ environment: { RATE_LIMIT_VERIFICATIONS_PER_MINUTE: '3' } });
    const answers = [];
    for (let index = 0; index < 4; index++) {
      answers.push(await generous.client.post('/v1/kyc/verifications', { key: generous.testKey, body: { document_type: 'pan' } }));
    }
    await generous.stop();
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
    expect(answers[3]?.headers).toMatchObject({ 'retry-after': '20', 'ratelimit-reason': 'kyc_verifications' });
  });

  it('slows down an address that tries keys', async () => {
    const codes = [];
    for (let index = 0; index < 6; index++) codes.push((await gateway.client.get(UNKNOWN_ID, { key: 'sk_test_guess' })).error.code);
    expect(codes).toContain('rate_limited');
    expect(codes[0]).toBe('api_key_invalid');
  });
});

describe('limits by the minute', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_TEST_WRITES: '200' } });
  });
  afterAll(() => gateway.stop());

  const statuses = async (paths: string[]): Promise<number[]> => {
    const found = [];
    for (const path of paths) found.push((await gateway.client.post(path, { key: gateway.testKey })).status);
    return found;
  };
  const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

  it('lets ten pings of an endpoint through, and those of another one all the same', async () => {
    const path = '/v1/webhook_endpoints/we_1/ping';
    expect(await statuses(times(11, path))).toEqual([...times(10, 404), 429]);
    const { headers } = await gateway.client.post(path, { key: gateway.testKey });
    expect(headers).toMatchObject({ 'ratelimit-reason': 'pings', 'retry-after': '6' });
    expect(await statuses(['/v1/webhook_endpoints/we_2/ping'])).toEqual([404]);
  });

  it('lets a hundred resends of an account through, whatever they resend', async () => {
    const paths = Array.from({ length: 101 }, (_, number) => `/v1/webhook_deliveries/whd_${number}/resend`);
    expect(await statuses(paths)).toEqual([...times(100, 404), 429]);
  });
});
