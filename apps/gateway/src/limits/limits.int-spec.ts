import { startGatewayUnderTest } from '../../test/gateway-under-test';
import type { GatewayUnderTest } from '../../test/gateway-under-test';
import type { Answer } from '../../test/api-client';

const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };
const UNKNOWN_ID = '/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W';

/** More than any limit of these tests lets through. */
const TRIES_MAX = 1_000;

/** What was let through before the first refusal, and what a bucket of this size and rate may let through in that time. */
interface Outcome {
  before: Answer[];
  refusal: Answer;
  most: number;
}

/** Ask until it is refused. While a slow machine asks, a bucket fills: how often exactly is not the limit's to say. */
async function untilRefused(bucket: { size: number; perSecond: number }, ask: (index: number) => Promise<Answer>): Promise<Outcome> {
  const startedAtMs = performance.now();
  const before: Answer[] = [];
  for (let index = 0; index < TRIES_MAX; index++) {
    const answer = await ask(index);
    const most = bucket.size + Math.ceil(((performance.now() - startedAtMs) / 1_000) * bucket.perSecond);
    if (answer.error?.code === 'rate_limited') return { before, refusal: answer, most };
    before.push(answer);
  }
  throw new Error(`${TRIES_MAX} requests were let through`);
}

function expectLimit({ before, refusal, most }: Outcome, size: number, waitMaxSeconds: number): void {
  expect(refusal.status).toBe(429);
  expect(before.length).toBeGreaterThanOrEqual(size);
  expect(before.length).toBeLessThanOrEqual(most);
  const wait = Number(refusal.headers['retry-after']);
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(waitMaxSeconds);
}

describe('limits', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    const environment = { RATE_LIMIT_TEST_WRITES: '2', RATE_LIMIT_TEST_READS: '3', RATE_LIMIT_REFUSALS: '2', CONCURRENCY_LIMIT: '1' };
    gateway = await startGatewayUnderTest({ environment, commandWaitMs: 1_000 });
  });
  afterAll(() => gateway.stop());

  it('counts reads of an account, tells it where it stands, and refuses above twice the rate', async () => {
    const outcome = await untilRefused({ size: 6, perSecond: 3 }, () => gateway.client.get(UNKNOWN_ID, { key: gateway.testKey }));
    expect(outcome.before[0]?.headers).toMatchObject({ 'ratelimit-limit': '6', 'ratelimit-remaining': '5', 'ratelimit-reset': '1' });
    expectLimit(outcome, 6, 1);
    expect(outcome.refusal.headers).toMatchObject({ 'ratelimit-reason': 'test_reads', 'ratelimit-remaining': '0' });
    expect(outcome.refusal.error.message).toBe('Too many requests: at most 3 reads in test mode a second, 6 at once.');
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
    const call = { key: generous.testKey, body: { document_type: 'pan' } };
    const outcome = await untilRefused({ size: 3, perSecond: 3 / 60 }, () => generous.client.post('/v1/kyc/verifications', call));
    await generous.stop();
    expect(new Set(outcome.before.map(({ status }) => status))).toEqual(new Set([400]));
    expectLimit(outcome, 3, 20);
    expect(outcome.refusal.headers).toMatchObject({ 'ratelimit-reason': 'kyc_verifications' });
  });

  it('slows down an address that tries keys', async () => {
    const outcome = await untilRefused({ size: 4, perSecond: 2 }, () => gateway.client.get(UNKNOWN_ID, { key: 'sk_test_guess' }));
    expect(new Set(outcome.before.map(({ error }) => error.code))).toEqual(new Set(['api_key_invalid']));
    expect(outcome.before.length).toBeLessThanOrEqual(outcome.most);
  });
});

describe('limits by the minute', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_TEST_WRITES: '200' } });
  });
  afterAll(() => gateway.stop());

  const post = (path: string): Promise<Answer> => gateway.client.post(path, { key: gateway.testKey });
  const statusesOf = ({ before }: Outcome) => new Set(before.map(({ status }) => status));

  it('lets ten pings of an endpoint through, and those of another one all the same', async () => {
    const outcome = await untilRefused({ size: 10, perSecond: 10 / 60 }, () => post('/v1/webhook_endpoints/we_1/ping'));
    expect(statusesOf(outcome)).toEqual(new Set([404]));
    expectLimit(outcome, 10, 6);
    expect(outcome.refusal.headers).toMatchObject({ 'ratelimit-reason': 'pings' });
    expect(outcome.refusal.error.message).toBe('Too many requests: at most 10 pings of one endpoint a minute.');
    expect((await post('/v1/webhook_endpoints/we_2/ping')).status).toBe(404);
  });

  it('lets a hundred resends of an account through, whatever they resend', async () => {
    const outcome = await untilRefused({ size: 100, perSecond: 100 / 60 }, (number) => post(`/v1/webhook_deliveries/whd_${number}/resend`));
    expect(statusesOf(outcome)).toEqual(new Set([404]));
    expectLimit(outcome, 100, 1);
  });
});
