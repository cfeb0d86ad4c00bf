import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { setLiveMode, suspendAccount } from '../accounts/operator-accounts';
import { Pepper } from '../auth/pepper';
import { ClientSecrets } from '../client-secrets/client-secret';

const ID = 'pay_0VbanWjR20xBimn7M2VGDl3W';

describe('the checkout of an account', () => {
  let gateway: GatewayUnderTest;
  beforeEach(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
    gateway.found = () => JSON.stringify(PAYMENT);
  });
  afterEach(() => gateway.stop());

  /** What a payer gets who presses the button. */
  const pay = async (livemode: boolean): Promise<[number, string]> => {
    const { url, accountId, keyStore } = gateway;
    const secret = new ClientSecrets(new Pepper(keyStore.pepper)).of({ objectId: ID, accountId, livemode });
    const body = new URLSearchParams({ client_secret: secret, payment_method: 'upi' });
    const answer = await fetch(`${url}/checkout/${ID}`, { method: 'POST', body, redirect: 'manual' });
    return [answer.status, await answer.text()];
  };
  const REFUSED = [400, expect.stringContaining('The merchant cannot take payments now.')];

  it('takes no payment while the account is suspended, as its keys would not', async () => {
    expect((await pay(false))[0]).toBe(303);
    await suspendAccount(gateway.keyStore, gateway.accountId, 'held');
    expect(await pay(false)).toEqual(REFUSED);
    expect(gateway.commands.map(({ type }) => type)).toEqual(['payments.confirm']);
  });

  it('takes real money in live mode alone', async () => {
    await setLiveMode(gateway.keyStore, gateway.accountId, { isEnabled: false, note: 'held' });
    expect(await pay(true)).toEqual(REFUSED);
    expect((await pay(false))[0]).toBe(303);
    await setLiveMode(gateway.keyStore, gateway.accountId, { isEnabled: true, note: 'checked' });
    expect((await pay(true))[0]).toBe(303);
  });
});

const PAYMENT = {
  ...{ id: ID, object: 'payment', livemode: false, status: 'created', amount: 50_000, currency: 'INR', attempt_count: 0 },
  ...{ payment_method: null, payment_methods: ['upi'], description: null, return_url: null, last_error: null, next_action: null },
};
