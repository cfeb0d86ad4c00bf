import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { createApiKey } from '../accounts/operator-accounts';

/** More than the account may do at once. */
const MANY = 40;

describe('a publishable key, which stands in a page', () => {
  let gateway: GatewayUnderTest;
  let key: string;
  beforeAll(async () => {
    const environment = {
      RATE_LIMIT_TEST_READS: '5',
      RATE_LIMIT_TEST_WRITES: '5',
      RATE_LIMIT_OPEN_REQUESTS: '25',
      RATE_LIMIT_REFUSALS: '500',
    };
    gateway = await startGatewayUnderTest({ environment });
    ({ key } = await createApiKey(gateway.keyStore, { accountId: gateway.accountId, kind: 'publishable', livemode: false }));
  });
  afterAll(() => gateway.stop());

  it('takes nothing from what the merchant may ask, and is limited by the address that sends it', async () => {
    const ask = (path: string): Promise<Response> => fetch(gateway.url + path, { headers: { authorization: `Bearer ${key}` } });
    const answers = await Promise.all(Array.from({ length: MANY }, () => ask('/v1/payment_methods')));
    const merchant = await gateway.client.get('/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W', { key: gateway.testKey });
    expect([merchant.status, merchant.headers['ratelimit-limit'], merchant.headers['ratelimit-remaining']]).toEqual([404, '10', '9']);
    expect(answers.map(({ status }) => status)).not.toContain(429);
    expect(answers[0]?.headers.get('ratelimit-limit')).toBe('50');
    const more = await Promise.all(Array.from({ length: MANY }, () => ask('/v1/payments')));
    const refused = more.find(({ status }) => status === 429);
    expect(['ratelimit-reason', 'ratelimit-remaining'].map((name) => refused?.headers.get(name))).toEqual(['open_requests', '0']);
  });
});
