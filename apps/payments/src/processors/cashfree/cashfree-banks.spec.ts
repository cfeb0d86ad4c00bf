import { CASHFREE_KEYS, FakeCashfree } from '../../../test/fakes/cashfree';
import { createCashfree } from './create-cashfree';

describe('the banks of Cashfree', () => {
  let fakeApi: FakeCashfree;
  let cashfree: ReturnType<typeof createCashfree>;
  beforeEach(async () => {
    fakeApi = new FakeCashfree(() => 0);
    await fakeApi.start();
    const { clientId, clientSecret } = CASHFREE_KEYS;
    cashfree = createCashfree({ apiUrl: `${fakeApi.url}/pg`, clientId, clientSecret, webhookSecrets: [], isDirectEnabled: true });
  });
  afterEach(async () => {
    await cashfree.close();
    await fakeApi.stop();
  });
  const banks = () => cashfree.processor.listBanks({ accountId: 'acct_1', livemode: true });

  it('are those that this API knows, down where they take no payments now', async () => {
    expect(await banks()).toEqual([
      { code: 'HDFC', corporate: false, up: true },
      { code: 'SBIN', corporate: false, up: false },
    ]);
  });

  it('are none of an account without netbanking, whose other methods it takes all the same', async () => {
    fakeApi.answerNextWith({ status: 200, body: [{ eligibility: false, entity_value: 'netbanking', entity_details: {} }] });
    expect(await banks()).toEqual([]);
    fakeApi.answerNextWith({ status: 200, body: [] });
    expect(await banks()).toEqual([]);
  });
});
