import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';

const UNKNOWN_ID = '/v1/payments/pay_0TgWzRaB07xK2mNq5Yd8Vf3L';

describe('the first requests of a newcomer', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  const basic = (credentials: string) => ({ authorization: `Basic ${Buffer.from(credentials).toString('base64')}` });

  it('takes a key as the user name of Basic authentication with an empty password', async () => {
    const [bearer, asUser] = [
      await gateway.client.get(UNKNOWN_ID, { key: gateway.testKey }),
      await gateway.client.get(UNKNOWN_ID, { headers: basic(`${gateway.testKey}:`) }),
    ];
    expect([bearer.status, bearer.error.code]).toEqual([404, 'resource_missing']);
    expect([asUser.status, asUser.error.code]).toEqual([bearer.status, bearer.error.code]);
  });

  it('says how a key is sent when it came with a password, or in a scheme that is not known', async () => {
    const withPassword = await gateway.client.get(UNKNOWN_ID, { headers: basic(`${gateway.testKey}:secret`) });
    expect([withPassword.status, withPassword.error.code]).toEqual([401, 'api_key_invalid']);
    expect(withPassword.error.message).toContain('The password of Basic authentication has to be empty.');
    const { error } = await gateway.client.get(UNKNOWN_ID, { headers: { authorization: `Token ${gateway.testKey}` } });
    expect(error.message).toContain('Send your API key as "Authorization: Bearer <key>"');
    expect(error.message).not.toContain(gateway.testKey);
  });

  it.each([
    ['/v1/payments/', 'Leave out the slash at the end: /v1/payments.'],
    [`/v1/payments/pay_0TgWzRaB07xK2mNq5Yd8Vf3L/?expand[]=customer`, 'Leave out the slash at the end: /v1/payments/{id}.'],
    ['/docs/', 'Leave out the slash at the end: /docs.'],
    ['/', 'The API begins at /v1. The reference is at /docs.'],
    ['/v1/nothing/', 'Check the method and the path against /docs. Every path of the API begins with /v1.'],
  ])('says at %s which route is meant', async (path, hint) => {
    const { status, error } = await gateway.client.get(path, { key: gateway.testKey });
    expect([status, error.code, error.hint]).toEqual([404, 'route_unknown', hint]);
  });
});
