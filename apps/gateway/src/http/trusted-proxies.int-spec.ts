import { createApiKey } from '../accounts/operator-accounts';
import { startGatewayUnderTest } from '../../test/gateway-under-test';
import type { GatewayUnderTest } from '../../test/gateway-under-test';

const UNKNOWN_ID = '/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W';

describe('a gateway behind a balancer that it trusts', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { TRUSTED_PROXIES: 'loopback' } });
  });
  afterAll(() => gateway.stop());

  it.each([
    ['203.0.113.9', 404],
    ['198.51.100.1', 403],
    // The caller wrote the first; what the balancer saw stands last.
    ['203.0.113.9, 198.51.100.1', 403],
    ['198.51.100.1, 203.0.113.9', 404],
    // IPv4 in the notation of IPv6 is the same address.
    ['::ffff:203.0.113.9', 404],
    ['2001:db8::7', 404],
    ['2001:db9::7', 403],
  ])('(27) knows the client by the address that the balancer saw: %s', async (forwarded, status) => {
    const wanted = {
      accountId: gateway.accountId,
      kind: 'secret',
      livemode: false,
      allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'],
    } as const;
    const { key } = await createApiKey(gateway.keyStore, wanted);
    const answer = await gateway.client.get(UNKNOWN_ID, { key, headers: { 'x-forwarded-for': forwarded } });
    expect(answer.status).toBe(status);
  });
});
