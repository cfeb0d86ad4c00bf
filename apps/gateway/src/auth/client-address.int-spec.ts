import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { paymentOf } from '../../test/payment-of';
import { ClientSecrets } from '../client-secrets/client-secret';
import { Pepper } from './pepper';

const ADDRESS = '203.0.113.77';
const PAYMENT_ID = 'pay_0VbanWjR20xBimn7M2VGDl3W';

describe('a command of the gateway', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { TRUSTED_PROXIES: 'loopback' } });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.commands.length = 0;
  });

  /** Its one command, which stands on a topic and, for ever, in an event. */
  const expectDigest = (): void => {
    expect(gateway.commands.map(({ actor }) => actor.address)).toEqual([expect.stringMatching(/^1:[\w-]{22}$/)]);
    expect(JSON.stringify(gateway.commands)).not.toContain(ADDRESS);
  };

  it('names the address of a merchant by a keyed digest only', async () => {
    const answer = await fetch(`${gateway.url}/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.testKey}`, 'content-type': 'application/json', 'x-forwarded-for': ADDRESS },
      body: JSON.stringify({ amount: 50_000, currency: 'INR' }),
    });
    expect(answer.status).toBe(201);
    expectDigest();
  });

  it('names the address of a payer by a keyed digest only', async () => {
    const { accountId, keyStore } = gateway;
    const secret = new ClientSecrets(new Pepper(keyStore.pepper)).of({ objectId: PAYMENT_ID, accountId, livemode: false });
    gateway.found = (id) => JSON.stringify({ ...paymentOf(id, 'created'), livemode: false, payment_methods: ['upi'] });
    const paid = await fetch(`${gateway.url}/checkout/${PAYMENT_ID}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': ADDRESS },
      body: new URLSearchParams({ client_secret: secret, payment_method: 'upi', vpa: 'success@sandbox' }).toString(),
    });
    expect(paid.status).toBe(303);
    expectDigest();
  });
});
