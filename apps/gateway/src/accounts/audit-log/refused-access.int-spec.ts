import { eventually } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { createApiKey } from '../operator-accounts';

const CUSTOMER = 'cust_0TgWzRaB07xK2mNq5Yd8Vf3L';

describe('what the audit log has of a refusal', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  it('is the id of an object, and nothing else that stood in its place; nor does that keep other refusals out', async () => {
    const { accountId, client, keyStore, testKey } = gateway;
    for (const id of ['cust_%00', 'cust_4111111111111111', CUSTOMER]) {
      // Each key stands in the log once an hour.
      const { key } = await createApiKey(keyStore, { accountId, kind: 'restricted', livemode: false, scopes: ['payments:read'] });
      expect((await client.get(`/v1/customers/${id}`, { key })).status).toBe(403);
    }
    const resources = async (): Promise<unknown[]> => {
      const { json } = await client.get('/v1/audit_log?outcome=refused&order=asc', { key: testKey });
      return (json.data as { resource: unknown }[]).map(({ resource }) => resource);
    };
    await eventually(async () => expect(await resources()).toEqual([null, null, { type: 'customer', id: CUSTOMER }]));
  });
});
