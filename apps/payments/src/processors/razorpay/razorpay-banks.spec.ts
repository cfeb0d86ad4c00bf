import { FakeRazorpay, RAZORPAY_KEYS } from '../../../test/fakes/razorpay';
import { createRazorpay } from './create-razorpay';

describe('the banks of Razorpay', () => {
  let fakeApi: FakeRazorpay;
  let razorpay: ReturnType<typeof createRazorpay>;
  beforeEach(async () => {
    fakeApi = new FakeRazorpay(() => 0);
    await fakeApi.start();
    const { keyId, keySecret } = RAZORPAY_KEYS;
    razorpay = createRazorpay({ apiUrl: fakeApi.url, keyId, keySecret, webhookSecrets: [], isDirectEnabled: false });
  });
  afterEach(async () => {
    await razorpay.close();
    await fakeApi.stop();
  });
  const banks = () => razorpay.processor.listBanks({ accountId: 'acct_1', livemode: true });

  it('are asked for with the key id alone, as Razorpay documents it', async () => {
    expect((await banks()).map(({ code }) => code)).toEqual(['HDFC', 'SBIN', 'ICIC_C']);
    const [, given = ''] = fakeApi.requests.at(-1)?.headers.authorization?.split(' ') ?? [];
    expect(Buffer.from(given, 'base64').toString()).toBe(`${RAZORPAY_KEYS.keyId}:`);
  });

  it('are none of an account without netbanking, whose other methods it takes all the same', async () => {
    fakeApi.answerNextWith({ status: 200, body: { entity: 'methods', card: true, netbanking: [], upi: true } });
    expect(await banks()).toEqual([]);
  });
});
